import { describe, expect, it } from 'vitest';
import { UnsendableError } from '../errors.js';
import { findProxy, isProxyBypassed } from './proxy.js';

const getProxyName = (variables: Record<string, string>, url = 'http://a.example/') =>
  findProxy('system', url, variables)?.name;

const getRefusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof UnsendableError)) throw error;
    const { code, message, details } = error.fault;
    return `${code} ${(details as { readonly cause: string }).cause} ${message}`;
  }
  throw new Error('it was not refused');
};

const own = { protocol: 'http', hostname: 'proxy.example', port: '3128', bypass: '' };

describe("the system's proxy", { tags: 'proxy:system' }, () => {
  it.each([
    [{ HTTP_PROXY: 'http://p.example:3128' }, 'http://p.example:3128'],
    [{ http_proxy: 'http://p.example', HTTP_PROXY: 'http://q.example' }, 'http://p.example:80'],
    [{ HTTP_PROXY: 'p.example:3128' }, 'http://p.example:3128'],
    [{ HTTPS_PROXY: 'http://p.example' }, undefined],
    [{ ALL_PROXY: 'socks5h://p.example' }, 'socks5://p.example:1080'],
    [{ all_proxy: 'SOCKS5://p.example:80/' }, 'socks5://p.example:80'],
    [{ HTTP_PROXY: 'https://p.example' }, 'https://p.example:443'],
    [{ HTTP_PROXY: 'http://[::1]:8080' }, 'http://[::1]:8080'],
    [{ HTTP_PROXY: 'http://p.example', NO_PROXY: 'b.example,.a.example' }, undefined],
    [{ HTTP_PROXY: 'http://p.example', no_proxy: '*' }, undefined],
    [{ HTTP_PROXY: ' ' }, undefined],
    [{}, undefined],
  ])('for %j is %s', (variables, name) => {
    expect(getProxyName(variables as Record<string, string>)).toBe(name);
  });

  it('for https is taken from HTTPS_PROXY, with decoded credentials', () => {
    const HTTPS_PROXY = 'http://ada:p%40ss%3Aword@p.example:3128';
    const proxy = findProxy('system', 'https://a.example/', { HTTPS_PROXY, HTTP_PROXY: 'http://q.example' });
    expect(proxy).toMatchObject({
      name: 'http://p.example:3128',
      credentials: { username: 'ada', password: 'p@ss:word' },
    });
  });

  it.each([
    [
      'htp://ada:hidden@p.example',
      'PROXY_PROTOCOL "htp" in HTTP_PROXY is not a protocol of a proxy that can be used. Use http, https or socks5.',
    ],
    [
      'h_p://ada:hidden@p.example',
      'PROXY_PROTOCOL "" in HTTP_PROXY is not a protocol of a proxy that can be used. Use http, https or socks5.',
    ],
    [
      'http://ada:hidden@p.example:99999',
      'PROXY_URL HTTP_PROXY is not the URL of a proxy. Use one such as http://proxy.example:3128.',
    ],
    [
      'http://ada:hidden@',
      'PROXY_URL HTTP_PROXY is not the URL of a proxy. Use one such as http://proxy.example:3128.',
    ],
  ])('is refused if it has a typo, without showing the credentials: %s', (value, message) => {
    expect(getRefusal(() => getProxyName({ HTTP_PROXY: value }))).toBe(`PROXY_ERROR ${message}`);
  });

  it('may have a user whose percent-encoding cannot be decoded, and no password', () => {
    const proxy = findProxy('system', 'http://a.example/', { HTTP_PROXY: 'http://a%zz@p.example' });
    expect(proxy?.credentials).toEqual({ username: 'a%zz', password: '' });
  });
});

describe('the proxy of a workspace', { tags: 'proxy:named' }, () => {
  it.each([
    [{ protocol: 'HTTP' }, 'http://proxy.example:3128'],
    [{ port: '' }, 'http://proxy.example:80'],
    [{ port: '1' }, 'http://proxy.example:1'],
    [{ port: '65535' }, 'http://proxy.example:65535'],
    [{ hostname: '[::1]' }, 'http://[::1]:3128'],
    [{ protocol: 'socks5', port: '' }, 'socks5://proxy.example:1080'],
    [{ hostname: '::1' }, 'http://[::1]:3128'],
    [{ bypass: 'a.example' }, undefined],
  ])('with %j is %s', (more, name) => {
    expect(findProxy({ ...own, ...more }, 'http://a.example/', {})?.name).toBe(name);
  });

  it.each([
    [{ protocol: 'socks4' }, 'PROXY_PROTOCOL "socks4"'],
    [{ protocol: 'toString' }, 'PROXY_PROTOCOL "tostring"'],
    [{ hostname: 'http://proxy.example' }, 'PROXY_HOST The host of the proxy'],
    [{ hostname: 'ada:hidden@proxy.example' }, 'PROXY_HOST The host of the proxy'],
    [{ hostname: 'proxy.example:80' }, 'PROXY_HOST The host of the proxy'],
    [{ hostname: 'proxy.example/x' }, 'PROXY_HOST The host of the proxy'],
    [{ hostname: 'proxy.example?x' }, 'PROXY_HOST The host of the proxy'],
    [{ hostname: 'proxy.example#x' }, 'PROXY_HOST The host of the proxy'],
    [{ hostname: '' }, 'PROXY_HOST The host of the proxy'],
    [{ port: '3l28' }, 'PROXY_PORT The port of the proxy'],
    [{ port: '0' }, 'PROXY_PORT The port of the proxy'],
    [{ port: '65536' }, 'PROXY_PORT The port of the proxy'],
  ])('is refused with %j', (more, message) => {
    const said = getRefusal(() => findProxy({ ...own, ...more }, 'http://a.example/', {}));
    expect(said).toContain(`PROXY_ERROR ${message} in the connections of the workspace is not `);
    expect(said).not.toContain('hidden');
  });

  it.each([
    [{}, undefined],
    [{ username: '', password: 'b' }, undefined],
    [{ username: 'a' }, { username: 'a', password: '' }],
    [
      { username: 'a', password: 'b' },
      { username: 'a', password: 'b' },
    ],
  ])('has the credentials %j', (more, credentials) => {
    expect(findProxy({ ...own, ...more }, 'http://a.example/', {})?.credentials).toEqual(credentials);
  });
});

const isBypassed = (bypass: string, url: string) => isProxyBypassed(bypass, new URL(url));

describe('the list of hosts that bypass the proxy', { tags: 'proxy:bypass' }, () => {
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
    ['10.0.0.1/32', 'http://10.0.0.1/'],
    ['fe80::/10', 'http://[fe80::1]/'],
    ['fe80::1/128', 'http://[fe80::1]/'],
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
  ])('%j contains %s', (bypass, url) => {
    expect(isBypassed(bypass, url)).toBe(true);
  });

  it.each([
    ['', 'http://a.example/'],
    ['a.example', 'http://nota.example/'],
    ['a.example', 'http://a.example.evil.example/'],
    ['a.example:8080', 'http://a.example/'],
    ['a.example:80', 'https://a.example/'],
    ['10.0.0.0/8', 'http://11.0.0.1/'],
    ['10.0.0.0/33', 'http://10.0.0.1/'],
    ['fe80::/129', 'http://[fe80::1]/'],
    ['10.0.0.0/', 'http://10.0.0.1/'],
    ['a.example/8', 'http://10.0.0.1/'],
    ['a.example/8', 'http://a.example/'],
    ['10.0.0.0/8', 'http://10.example/'],
    ['.', 'http://a.example/'],
    [' , ;', 'http://10.0.0.1/'],
    ['<-loopback>', 'http://127.0.0.1/'],
    ['<-loopback>', 'http://localhost/'],
  ])('%j does not contain %s', (bypass, url) => {
    expect(isBypassed(bypass, url)).toBe(false);
  });
});
