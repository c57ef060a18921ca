import { graphqlDefaults, restDefaults } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { curlOf } from './curl.js';
import type { SavedRequest } from './saved-request.js';

const rest = (fields: object) =>
  ({ ...restDefaults, url: 'http://a.test/x', ...fields }) as unknown as SavedRequest;
const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });

describe('curl', () => {
  it.each([
    [{}, 'curl http://a.test/x --location'],
    [{ settings: { followRedirects: false } }, 'curl http://a.test/x'],
    [{ settings: { maxRedirects: 2 } }, 'curl http://a.test/x --location --max-redirs 2'],
  ])('of %j is %s', (fields, command) => {
    expect(curlOf(rest(fields))).toBe(command);
  });

  it.each([
    [{ queryParams: [pair('q', "it's"), pair('off', '1', false)] }, `curl 'http://a.test/x?q=it'\\''s'`],
    [{ queryParams: [pair('q', '{{v}}')] }, `curl 'http://a.test/x?q={{v}}'`],
    [{ url: 'http://a.test/x#top', queryParams: [pair('q', '1')] }, `curl 'http://a.test/x?q=1#top'`],
    [{ url: ' http://a.test/x?ids[]={1,2} ' }, `curl --globoff 'http://a.test/x?ids[]={1,2}'`],
    [{ url: 'http://a.test/:id', pathParams: [pair('id', 'a/b')] }, 'curl http://a.test/a%2Fb'],
    [{ url: 'http://a.test/:id', pathParams: [pair('id', '{{v}} 1')] }, `curl 'http://a.test/{{v}}%201'`],
    [{ headers: [pair('x-a', '$1')] }, `curl http://a.test/x --header 'x-a: $1'`],
    [{ headers: [pair('x-a', '')] }, `curl http://a.test/x --header 'x-a;'`],
    [{ auth: { type: 'basic', username: 'u', password: 'p' } }, 'curl http://a.test/x --user u:p'],
    [
      { auth: { type: 'bearer', token: 't' }, headers: [pair('authorization', 'mine')] },
      `curl http://a.test/x --header 'authorization: mine'`,
    ],
    [
      { method: 'POST', body: { type: 'json', content: '{}' } },
      `curl http://a.test/x --header 'Content-Type: application/json' --data-raw '{}'`,
    ],
    [
      {
        method: 'PUT',
        body: { type: 'json', content: '1' },
        headers: [pair('content-type', 'application/vnd.a+json')],
      },
      `curl --request PUT http://a.test/x --header 'content-type: application/vnd.a+json' --data-raw 1`,
    ],
    [
      { method: 'GET', body: { type: 'text', content: 'é' } },
      `curl --request GET http://a.test/x --header 'Content-Type: text/plain; charset=utf-8' --data-raw 'é'`,
    ],
    [
      { method: 'POST', body: { type: 'form-urlencoded', fields: [pair('a b&c', 'd e'), pair('@f', '@g')] } },
      `curl http://a.test/x --data-urlencode 'a%20b%26c=d e' --data-urlencode %40f=@g`,
    ],
    [
      { method: 'POST', body: { type: 'multipart', parts: [{ name: 'f', file: 'a;b.txt', enabled: true }] } },
      `curl http://a.test/x --form 'f=@"a;b.txt"'`,
    ],
    [
      {
        method: 'POST',
        body: {
          type: 'multipart',
          parts: [{ name: 'f', file: 'a', filename: 'b', contentType: 'text/plain', enabled: true }],
        },
      },
      `curl http://a.test/x --form 'f=@a;filename=b;type=text/plain'`,
    ],
    [{ method: 'POST' }, 'curl --request POST http://a.test/x'],
    [{ method: 'HEAD' }, 'curl --head http://a.test/x'],
  ])('of %j is %s', (fields, command) => {
    expect(curlOf(rest({ settings: { followRedirects: false }, ...fields }))).toBe(command);
  });

  it('posts a GraphQL document as JSON', () => {
    const request = { ...graphqlDefaults, url: 'http://a.test/g', query: '{ a }' } as unknown as SavedRequest;
    expect(curlOf(request)).toContain(`--data-raw '{"query":"{ a }","variables":{}}'`);
  });
});
