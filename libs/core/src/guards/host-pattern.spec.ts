import { describe, expect, it } from 'vitest';
import {
  areHostsCovered,
  createHostPattern,
  getDestination,
  isCertificateFor,
  isHostAllowed,
  normalizeHostPattern,
} from './host-pattern.js';

describe('a host pattern', { tags: 'secrets:hosts:pattern' }, () => {
  it.each([
    ['API.Example.com', 'api.example.com'],
    [' api.example.com. ', 'api.example.com'],
    ['*.example.com:8443', '*.example.com:8443'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['127.0.0.1:*', '127.0.0.1:*'],
    ['0x7f.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['::1', '[::1]'],
    ['[0:0::1]:*', '[::1]:*'],
    ['[::ffff:127.0.0.1]:80', '[::ffff:7f00:1]:80'],
  ])('%s is normalized to %s', (text, usual) => {
    expect(normalizeHostPattern(text)).toBe(usual);
  });

  it.each([
    ...['', '*', '*.', '*:80', 'a.*.example', 'https://a.example', 'a.example/path', 'ada@a.example'],
    ...['a.example:0', 'a.example:65536', 'a.example:x', 'a.example:', 'a b', '*.127.0.0.1', '*.[::1]'],
    ...['a%2eexample', 'a.example?', '[::1', '1.2.3.4.5'],
  ])('%j is invalid', (text) => {
    expect(normalizeHostPattern(text)).toBeUndefined();
  });

  const allows: readonly (readonly [string, readonly string[]])[] = [
    [
      'api.example.com',
      ['https://api.example.com/', 'http://API.example.com:80/', 'https://api.example.com./'],
    ],
    ['*.example.com', ['https://a.example.com/', 'https://a.b.example.com:443/']],
    [
      '127.0.0.1:*',
      ['http://127.0.0.1:8080/', 'https://127.1/', 'http://0x7f000001/', 'http://a:b@127.0.0.1/'],
    ],
    ['[::1]:*', ['http://[0:0:0::1]:9/']],
    ['bücher.example', ['https://xn--bcher-kva.example/', 'https://BÜCHER.example/']],
    ['a.example:8443', ['https://a.example:8443/']],
  ];
  it.each(allows)('%s allows %j', (pattern, urls) => {
    for (const url of urls) expect(isHostAllowed([pattern], getDestination(url)), url).toBe(true);
  });

  const refuses: readonly (readonly [string, readonly string[]])[] = [
    [
      'api.example.com',
      [
        'https://api.example.com:8443/',
        'http://api.example.com:443/',
        'https://api.example.com.evil.test/',
        'https://evil.test/api.example.com',
        'https://api.example.com@evil.test/',
        'https://api.example.com%2eevil.test/',
        'https://evil.test#api.example.com',
        'https://evil.test\\@api.example.com/',
        'https://x.api.example.com/',
        'https://api-example.com/',
      ],
    ],
    [
      '*.example.com',
      ['https://example.com/', 'https://evilexample.com/', 'https://a.example.com.evil.test/'],
    ],
    ['127.0.0.1:*', ['http://localhost/', 'http://[::ffff:127.0.0.1]/', 'http://127.0.0.2/', 'http://0/']],
    ['[::1]:*', ['http://127.0.0.1/', 'http://[::]/', 'http://[::1:0]/']],
  ];
  it.each(refuses)('%s refuses %j', (pattern, urls) => {
    for (const url of urls) expect(isHostAllowed([pattern], getDestination(url)), url).toBe(false);
  });

  it('covers another pattern if it allows everything that the other pattern allows', () => {
    expect(areHostsCovered(['a.example.com:443', 'b.example.com:1'], ['*.example.com:*'])).toBe(true);
    expect(areHostsCovered(['*.a.example.com', '*.example.com'], ['*.example.com'])).toBe(true);
    expect(areHostsCovered([], ['a.example'])).toBe(true);
    expect(areHostsCovered(['example.com'], ['*.example.com'])).toBe(false);
    expect(areHostsCovered(['a.example.com:*'], ['*.example.com'])).toBe(false);
    expect(areHostsCovered(['*.example.com'], ['a.example.com'])).toBe(false);
    expect(areHostsCovered(['nonsense/'], ['*.example.com'])).toBe(false);
  });

  it('created for a destination includes the port only if it is not the default port', () => {
    expect(createHostPattern(getDestination('https://A.example/x'))).toBe('a.example');
    expect(createHostPattern(getDestination('http://127.0.0.1:8080/'))).toBe('127.0.0.1:8080');
    expect(createHostPattern(getDestination('http://[::1]:80/'))).toBe('[::1]');
  });
});

it.each([
  ['api.example.com', 'https://api.example.com', true],
  ['API.example.com', 'https://api.example.com', true],
  ['https://api.example.com/x', 'https://api.example.com', true],
  ['*.example.com', 'https://a.b.example.com', true],
  ['*.example.com', 'https://example.com', false],
  ['*', 'https://any.example', true],
  ['api.example.com:8443', 'https://api.example.com:8443', true],
  ['api.example.com:8443', 'https://api.example.com', false],
  ['api.example.com:443', 'https://api.example.com', true],
  ['api.example.com', 'https://api.example.com.evil.example', false],
  ['example.com', 'https://bad-example.com', false],
  ['a*a', 'https://a', false],
  ['', 'https://a', false],
])('the domain %j of a certificate matches %s: %s', { tags: 'tls:client' }, (domain, origin, expected) => {
  expect(isCertificateFor(domain, new URL(origin))).toBe(expected);
});

it.each(['münchen.example', '*.MÜNCHEN.example', 'a.xn--mnchen-3ya.example'])(
  'the domain %s of a certificate matches a Unicode host',
  { tags: 'hosts:unicode' },
  (pattern) => {
    const host = pattern.startsWith('m') ? 'münchen.example' : 'a.münchen.example';
    expect(isCertificateFor(pattern, new URL(`https://${host}/`))).toBe(true);
  },
);
