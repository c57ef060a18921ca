import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addScheme,
  deriveNameFromUrl,
  encodePath,
  encodeQueryData,
  encodeQueryPair,
  encodeSegment,
  readQueryPair,
} from './url-text.js';

describe('a query parameter', { tags: 'query:as-written' }, () => {
  it.each([
    ['fields', 'a,b', 'fields=a,b'],
    ['mail', 'a@b.c', 'mail=a@b.c'],
    ['path', 'x/y?z', 'path=x/y?z'],
    ['t', '10:30', 't=10:30'],
    ['once', 'a%20b%2C', 'once=a%20b%2C'],
    ['bare', '100%', 'bare=100%'],
    ['space', 'a b+c', 'space=a%20b+c'],
    ['filter[a]', '{"n":1}', 'filter[a]={%22n%22:1}'],
    ['q', "a'b(c)*!~$;=|`^\\", 'q=a%27b(c)*!~$;=|`^\\'],
    ['split', 'a&b#c', 'split=a%26b%23c'],
    ['a=b&c', 'd=e', 'a%3Db%26c=d=e'],
    ['ü', 'é\u0007\ud800', '%C3%BC=%C3%A9%07%EF%BF%BD'],
  ])('with the name %s and the value %j is sent as %s', (name, value, sent) => {
    expect(encodeQueryPair([name, value])).toBe(sent);
  });

  it('is encoded as a browser encodes it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const url = new URL('http://h/');
        url.search = `v=${value.replaceAll(/[&#\t\r\n]/g, '')}`;
        expect(encodeQueryPair(['v', value.replaceAll(/[&#\t\r\n]/g, '')])).toBe(url.search.slice(1));
      }),
    );
  });

  it('added by an auth is decoded unchanged by a server that reads the query as a form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, value) => {
        expect([...new URLSearchParams(encodeQueryData([name, value]))]).toEqual([[name, value]]);
      }),
    );
  });

  it.each([
    ['q=a%20b', ['q', 'a b']],
    ['q=a%2Cb', ['q', 'a%2Cb']],
    ['q=a+b', ['q', 'a+b']],
    ['q=%zz', ['q', '%zz']],
    ['a%3Db=%26', ['a=b', '&']],
    ['flag', ['flag', '']],
  ])('in %s is read as %j and sent unchanged', (piece, pair) => {
    expect(readQueryPair(piece)).toEqual(pair);
  });
});

describe('a path parameter', { tags: 'path-params:as-written' }, () => {
  it.each([
    ['a,b', 'a,b'],
    ['a@b.c', 'a@b.c'],
    ['10:30', '10:30'],
    ["-._~!$&'()*+,;=:@", "-._~!$&'()*+,;=:@"],
    ['1/2', '1%2F2'],
    ['a?b#c', 'a%3Fb%23c'],
    ['a b|[]{}"<>\\^`', 'a%20b%7C%5B%5D%7B%7D%22%3C%3E%5C%5E%60'],
    ['%2F%20', '%2F%20'],
    ['100%', '100%25'],
    ['ü\ud800', '%C3%BC%EF%BF%BD'],
  ])('%j becomes the segment %s', (value, segment) => {
    expect(encodeSegment(value)).toBe(segment);
  });

  it('is always encoded as one segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(encodeSegment(value)).toMatch(/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$/);
      }),
    );
  });
});

it('encodePath keeps escapes and every character that a URL may contain', () => {
  expect(encodePath('/a b/%20/%zz/ü|"')).toBe('/a%20b/%20/%zz/%C3%BC%7C%22');
});

it.each([
  ['https://api.example/v1/orders?x=1#y', '/v1/orders'],
  ['https://api.example/', 'api.example'],
  ['https://api.example:8080?x=1', 'api.example:8080'],
  ['api.example/orders', '/orders'],
  ['{{base_url}}/orders/:id', '/orders/:id'],
  [`https://a/${'x'.repeat(200)}`, `/${'x'.repeat(99)}`],
  ['{{base_url}}', ''],
  ['localhost:3000/x', '/x'],
  ['', ''],
])('a request to %s is named %s', (url, expected) => {
  expect(deriveNameFromUrl(url)).toBe(expected);
});

it.each([
  'localhost:3000/x',
  'localhost',
  'api/users',
  'backend:8080?q=1',
  'a.test/:id',
  '127.0.0.1:8080#x',
  '[::1]:80/',
  'münchen.example./',
  'my_host-1.example/{{path}}',
  'localhost:{{port}}/x',
])('%s looks like a host and gets http://', { tags: 'url:no-scheme' }, (url) => {
  expect(addScheme(` ${url}`)).toBe(`http://${url}`);
});

it.each([
  'http://a.test',
  'ftp://a.test',
  'mailto:a@b.test',
  'javascript:1',
  'tel:123',
  'data:,x',
  'localhost:abc',
  'hello world',
  'nonsense',
  'a@b.test',
  '/path',
  '//a.test',
  '?q',
  '#x',
  '{{host}}/x',
  '',
])('%j gets no scheme', { tags: 'url:no-scheme' }, (url) => {
  expect(addScheme(url)).toBe(url);
});
