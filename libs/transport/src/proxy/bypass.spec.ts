import { describe, expect, it } from 'vitest';

import { isProxyBypassed } from './bypass.js';

const isBypassed = (bypass: string, url: string) => isProxyBypassed(bypass, new URL(url));

describe('a request bypasses the proxy', { tags: 'proxy:bypass' }, () => {
  it.each([
    ['*', 'http://a.example/'],
    ['a.example', 'http://a.example/'],
    ['a.example', 'http://b.a.example/'],
    ['.a.example', 'https://b.a.example/'],
    ['*.a.example', 'https://b.a.example/'],
    ['A.Example', 'http://a.example./'],
    ['other.example, a.example', 'http://a.example/'],
    ['other.example;a.example', 'http://a.example/'],
    ['other.example a.example', 'http://a.example/'],
    ['a.example:8080', 'http://a.example:8080/'],
    ['a.example:80', 'http://a.example/'],
    ['a.example:443', 'https://a.example/'],
    ['10.0.0.1', 'http://10.0.0.1/'],
    ['10.*', 'http://10.0.0.1/'],
    ['10.0.0.0/8', 'http://10.1.2.3:8080/'],
    ['fe80::/10', 'http://[fe80::1]/'],
    ['[2001:db8::1]', 'http://[2001:db8::1]/'],
    ['2001:db8::1', 'http://[2001:db8::1]/'],
    ['[2001:db8::1]:8080', 'http://[2001:db8::1]:8080/'],
    ['', 'http://localhost:3000/'],
    ['', 'http://api.localhost/'],
    ['', 'http://127.0.0.2/'],
    ['', 'http://[::1]/'],
    ['<-loopback> localhost', 'http://localhost/'],
    ['münchen.example', 'http://xn--mnchen-3ya.example/'],
    ['*.MÜNCHEN.example:8080', 'http://a.xn--mnchen-3ya.example:8080/'],
    ['xn--mnchen-3ya.example', 'http://münchen.example/'],
  ])('by %j: %s', (bypass, url) => {
    expect(isBypassed(bypass, url)).toBe(true);
  });

  it.each([
    ['', 'http://a.example/'],
    ['a.example', 'http://nota.example/'],
    ['a.example', 'http://a.example.evil.example/'],
    ['a.example:8080', 'http://a.example/'],
    ['a.example:80', 'https://a.example/'],
    ['10.0.0.0/8', 'http://11.0.0.1/'],
    ['10.0.0.0/99', 'http://10.0.0.1/'],
    ['10.0.0.0/8', 'http://10.example/'],
    ['.', 'http://a.example/'],
    ['<-loopback>', 'http://127.0.0.1/'],
    ['<-loopback>', 'http://localhost/'],
  ])('not with the list %j: %s', (bypass, url) => {
    expect(isBypassed(bypass, url)).toBe(false);
  });
});
