import { describe, expect, it } from 'vitest';

import { toH2Fields } from './h2-session.js';

const wire = { origin: 'https://a.example:8443', path: '/x?y', method: 'GET', headers: [], body: null };

describe('the fields of a request over HTTP/2', () => {
  it('begin with the pseudo-header fields', () => {
    expect(toH2Fields(wire)).toEqual({
      ...{ ':method': 'GET', ':authority': 'a.example:8443', ':scheme': 'https', ':path': '/x?y' },
    });
    const headers = ['HOST', 'b.example'];
    expect(toH2Fields({ ...wire, headers })).toMatchObject({ ':authority': 'b.example' });
    expect(toH2Fields({ ...wire, headers })).not.toHaveProperty('host');
  });

  it('have names in lower case, and repeated fields as lists', () => {
    expect(toH2Fields({ ...wire, headers: ['X-A', '1', 'x-a', '2', 'X-A', '3', 'B', ''] })).toMatchObject({
      ...{ 'x-a': ['1', '2', '3'], b: '' },
    });
  });

  it('do not include connection fields', () => {
    const headers = [
      ...['Connection', 'close', 'Proxy-Connection', 'x', 'HTTP2-Settings', 'x', 'TE', 'gzip', 'odd'],
    ];
    expect(Object.keys(toH2Fields({ ...wire, headers })).filter((name) => !name.startsWith(':'))).toEqual([]);
    expect(toH2Fields({ ...wire, headers: ['TE', 'Trailers'] })).toMatchObject({ te: 'Trailers' });
  });

  it.each([
    ['GET', null, undefined],
    ['DELETE', null, undefined],
    ['POST', null, '0'],
    ['PUT', null, '0'],
    ['PATCH', null, '0'],
    ['GET', 'é', '2'],
    ['POST', new Uint8Array(3), '3'],
  ])('of %s with the body %s have the length %s', (method, body, length) => {
    expect(toH2Fields({ ...wire, method, body })['content-length']).toBe(length);
  });
});
