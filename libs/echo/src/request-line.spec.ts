import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askRaw, parseEcho, exchangeBytes } from '../test/raw.js';
import { type EchoServer, startEchoServer } from './index.js';

let server: EchoServer;
beforeAll(async () => {
  server = await startEchoServer();
});
afterAll(() => server.stop(0));

const askForEcho = async (line: string, headers = 'Host: h\r\n', method = 'GET') =>
  parseEcho(await askRaw(server.port, `${line}\r\n${headers}\r\n`, method));

describe('the request line', () => {
  it.each([
    ['/', '/', {}],
    ['/a/../b', '/a/../b', {}],
    ['/a/./b//c/', '/a/./b//c/', {}],
    ['//x/y', '//x/y', {}],
    ['/?', '/', {}],
    ['/a?', '/a', {}],
    ['/%zz?a=%zz&b=%', '/%zz', { a: '%zz', b: '%' }],
    ['/%2e%2e/%C3%A9', '/%2e%2e/%C3%A9', {}],
    ['/a?x=1&y=&z', '/a', { x: '1', y: '', z: '' }],
    ['/a?x=1&x=2&y=3&x=', '/a', { x: ['1', '2', ''], y: '3' }],
    ['/a?q=a+b%20c%2Bd', '/a', { q: 'a b c+d' }],
    ['/a?%C3%A9=%E2%82%AC', '/a', { é: '€' }],
    ['/a?bad=%ff%C3', '/a', { bad: '\ufffd\ufffd' }],
    ['/a?a[b]=1&a.c=2&a[]=3', '/a', { 'a[b]': '1', 'a.c': '2', 'a[]': '3' }],
    ['/a?=v&&&k==x=y', '/a', { '': 'v', k: '=x=y' }],
    ['/a?b=1?c=2', '/a', { b: '1?c=2' }],
  ])(
    'is echoed with its target byte for byte, and with decoded arguments: %s',
    { tags: ['echo:target'] },
    async (target, path, args) => {
      const echo = await askForEcho(`GET ${target} HTTP/1.1`);
      expect(echo.url).toBe(`http://h${target}`);
      expect(echo.path).toBe(path);
      expect(echo.args).toEqual(args);
    },
  );

  it('may have arguments with names such as __proto__', async () => {
    const { text } = await askRaw(
      server.port,
      'GET /?__proto__=1&constructor=2&toString=3&__proto__=4 HTTP/1.1\r\nHost: h\r\n\r\n',
    );
    expect(text).toContain('"args":{"__proto__":["1","4"],"constructor":"2","toString":"3"}');
  });

  it('keeps every argument of a long query, which is read in linear time', async () => {
    const names = Array.from({ length: 8_000 }, (_, index) => `a${String(index)}=`);
    const echo = await askForEcho(`GET /?${names.join('&')} HTTP/1.1`);
    expect(Object.keys(echo.args)).toHaveLength(8_000);
  });

  it('may have an absolute target, which is shown as the url', async () => {
    const echo = await askForEcho('GET http://other:81/p/q?x=1 HTTP/1.1');
    expect(echo).toMatchObject({ url: 'http://other:81/p/q?x=1', path: '/p/q', args: { x: '1' } });
  });

  it('may have an absolute target for a helper', async () => {
    expect((await askRaw(server.port, 'GET http://o/ip HTTP/1.1\r\nHost: h\r\n\r\n')).text).toBe(
      '{"ip":"127.0.0.1"}',
    );
  });

  it('is completed with the address of the socket if there is no Host header', async () => {
    const echo = await askForEcho('GET /a HTTP/1.0', '');
    expect(echo.url).toBe(`http://127.0.0.1:${String(server.port)}/a`);
  });

  it(
    'is completed with the address of the socket if the Host header is empty',
    { tags: ['echo:host'] },
    async () => {
      const echo = await askForEcho('GET /a HTTP/1.1', 'Host:\r\n');
      expect(echo.url).toBe(`http://127.0.0.1:${String(server.port)}/a`);
    },
  );

  it.each(['a', 'a_b.example:80', 'a.example:', '[::1]:8080', '%C3%A4.example', "a!$&'()*+,;=~-"])(
    'is completed with the Host %s',
    { tags: ['echo:host'] },
    async (host) => {
      const { url } = await askForEcho('OPTIONS * HTTP/1.1', `Host: ${host}\r\n`);
      expect(url).toBe(`http://${host}`);
    },
  );

  it.each([
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'PROPFIND',
    'REPORT',
    'PURGE',
    'TRACE',
    'QUERY',
  ])('may have the method %s', { tags: ['echo:methods'] }, async (method) => {
    expect((await askForEcho(`${method} /m HTTP/1.1`, 'Host: h\r\n', method)).method).toBe(method);
  });

  it.each([
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 'no Host header'],
    ['no Host but an absolute target', 'GET http://h/ HTTP/1.1\r\n\r\n', 'no Host header'],
    ['no Host for a helper', 'GET /ip HTTP/1.1\r\n\r\n', 'no Host header'],
    ['no Host with a body', 'POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx', 'no Host header'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', '2 Host headers'],
    ['a Host with a space', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 'is no host'],
    ['two Hosts in one header', 'GET / HTTP/1.1\r\nHost: a, b\r\n\r\n', 'is no host'],
    ['a Host with a user', 'GET / HTTP/1.1\r\nHost: u@a\r\n\r\n', 'is no host'],
    ['a Host with a path', 'OPTIONS * HTTP/1.1\r\nHost: a/b\r\n\r\n', 'is no host'],
    ['a Host with a port that is not a number', 'GET / HTTP/1.0\r\nHost: a:b\r\n\r\n', 'is no host'],
    ['a Host that is a URL', 'GET /ip HTTP/1.1\r\nHost: http://a\r\n\r\n', 'is no host'],
    ['the same Host twice', 'GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n', '2 Host headers'],
  ])('is refused with %s', { tags: ['echo:host'] }, async (_, bytes, sentence) => {
    const { answers } = await exchangeBytes(server.port, bytes);
    expect(answers[0]).toMatchObject({ status: 400, text: expect.stringContaining(sentence) as string });
    expect(answers[0]?.headers.get('access-control-allow-origin')).toBe('*');
    expect(answers[0]?.headers.get('connection')).toBe('close');
  });

  it(
    'is refused with an explanation if a TLS handshake arrives on the HTTP port',
    { tags: ['echo:tls-hello'] },
    async () => {
      const hello = Buffer.from('16030100c2010000be0303'.padEnd(160, '0'), 'hex');
      const { answers } = await exchangeBytes(server.port, hello);
      expect(answers[0]).toMatchObject({
        status: 400,
        text: expect.stringContaining('TLS handshake') as string,
      });
    },
  );

  it('may be OPTIONS *', async () => {
    expect(await askForEcho('OPTIONS * HTTP/1.1')).toMatchObject({ path: '*', url: 'http://h' });
  });

  it('may be followed by pipelined requests, which are answered in order', async () => {
    const requests = [1, 2, 3, 4].map(
      (n) =>
        `POST /${String(n)}?delay=${String(40 - n * 10)} HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n${String(n)}`,
    );
    const { answers } = await exchangeBytes(server.port, requests.join(''), ['POST', 'POST', 'POST', 'POST']);
    expect(answers.map((answer) => parseEcho(answer).data)).toEqual(['1', '2', '3', '4']);
  });

  it.each(['GET', 'POST'])(
    'of a %s is answered before the bytes after the request are refused',
    async (method) => {
      const head = `${method} /first?delay=50 HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n`;
      const { answers } = await exchangeBytes(server.port, `${head}no request\r\n\r\n`, [method, 'GET']);
      expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    },
  );

  it.each([
    ['GET /\xc3\xa9 HTTP/1.1\r\nHost: h\r\n\r\n', 400, 'percent-encode'],
    ['FOO / HTTP/1.1\r\nHost: h\r\n\r\n', 400, 'method'],
    ['CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n', 405, 'proxy'],
  ])('is refused with an explanation if it cannot be read: %j', async (text, status, word) => {
    const [answer] = (await exchangeBytes(server.port, text)).answers;
    expect(answer?.status).toBe(status);
    expect(answer?.text).toContain(word);
  });

  it('is completed without the headers of a proxy', async () => {
    const echo = await askForEcho(
      'GET /a HTTP/1.1',
      'Host: h\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil\r\nForwarded: host=evil;proto=https\r\n',
    );
    expect(echo.url).toBe('http://h/a');
  });

  it.each([
    ['no request at all\r\n\r\n', 400],
    ['GET /\x01 HTTP/1.1\r\nHost: h\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 405],
  ])('is refused with an error in JSON if it cannot be read: %#', async (bytes, status) => {
    const answer = await askRaw(server.port, bytes);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.any(String) as string, status });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('a server behind a trusted proxy', () => {
  it('uses the headers of the proxy', async () => {
    const trusting = await startEchoServer({ trustProxy: true });
    const ask = async (path: string, headers: string) =>
      (await askRaw(trusting.port, `GET ${path} HTTP/1.1\r\nHost: h\r\n${headers}\r\n`)).text;
    const legacy =
      'X-Forwarded-Proto: https, http\r\nX-Forwarded-Host: example.org\r\nX-Forwarded-For: 9.9.9.9, 1.1.1.1\r\n';
    expect(await ask('/a?b', legacy)).toContain('"url":"https://example.org/a?b"');
    expect(await ask('/ip', legacy)).toBe('{"ip":"9.9.9.9"}');
    const standard = 'Forwarded: for="[2001:db8::1]";proto=https;host=f.example\r\n';
    expect(await ask('/a', standard)).toContain('"url":"https://f.example/a"');
    expect(await ask('/ip', standard)).toBe('{"ip":"2001:db8::1"}');
    expect(await ask('/ip', 'Forwarded: for="[2001:db8::1]:99"\r\n')).toBe('{"ip":"2001:db8::1"}');
    expect(await ask('/ip', 'X-Forwarded-For: 9.9.9.9:81\r\n')).toBe('{"ip":"9.9.9.9"}');
    await trusting.stop(0);
  });
});
