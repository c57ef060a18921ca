import { describe, expect, it } from 'vitest';

import { groupOrigins, formatLocation, getOriginSource } from './origins.js';

describe("the origins of a request's parts", { tags: 'preview:origins' }, () => {
  it.each([
    ['call', 'the call'],
    ['row', 'data row'],
    ['request', 'this request'],
    ['environment:Dev', 'environment Dev'],
    ['secret:TOKEN', 'secret TOKEN'],
    ['auth:oauth2', 'auth oauth2'],
    ['cookie', 'cookie jar'],
    ['script users/get.js:4', 'script users/get.js:4'],
    ['something', 'something'],
  ])('are described: %s is %s', (from, words) => {
    expect(getOriginSource(from)).toEqual({ words });
  });

  it('name the folder that they are in, so that the folder can be opened', () => {
    expect(getOriginSource('folder:a/b')).toEqual({ words: 'folder a/b', folder: 'a/b' });
    expect(getOriginSource('workspace')).toEqual({ words: 'workspace', folder: '' });
  });

  it.each([
    ['method', 'Method'],
    ['url', 'URL'],
    ['path.id', 'Path id'],
    ['query.a.b', 'Query a.b'],
    ['headers.x-a', 'Header x-a'],
    ['body', 'Body'],
    ['body.variables.id', 'Body variables.id'],
    ['body@12:5', 'Body line 12:5'],
  ])('have names for locations: %s is %s', (location, words) => {
    expect(formatLocation(location)).toBe(words);
  });

  it('say what is overridden or missing, and list last what Tandem adds', () => {
    expect(
      groupOrigins({
        'headers.user-agent': [{ from: 'default' }],
        url: [
          { from: 'request' },
          { token: 'base', from: 'call', shadowed: ['environment:Dev'] },
          { token: 'hst', from: 'unresolved', near: ['host'] },
        ],
      }),
    ).toEqual([
      {
        location: 'url',
        title: 'URL',
        lines: [
          { words: 'this request', shadowed: [], isMissing: false },
          { variable: 'base', words: 'the call', shadowed: ['environment Dev'], isMissing: false },
          { variable: 'hst', words: 'has no value, but host has', shadowed: [], isMissing: true },
        ],
      },
      {
        location: 'headers.user-agent',
        title: 'Header user-agent',
        lines: [{ words: 'added by Tandem', shadowed: [], isMissing: false }],
      },
    ]);
  });
});
