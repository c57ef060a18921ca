import { expect, it } from 'vitest';

import { isForOrigin } from './domain-pattern.js';

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
])('the pattern %j matches %s: %s', { tags: 'tls:client' }, (domain, origin, expected) => {
  expect(isForOrigin(domain, new URL(origin))).toBe(expected);
});

it.each(['münchen.example', '*.MÜNCHEN.example', 'a.xn--mnchen-3ya.example'])(
  '%s matches a Unicode host',
  { tags: 'hosts:unicode' },
  (pattern) => {
    const host = pattern.startsWith('m') ? 'münchen.example' : 'a.münchen.example';
    expect(isForOrigin(pattern, new URL(`https://${host}/`))).toBe(true);
  },
);
