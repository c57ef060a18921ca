import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askRaw, parseEcho } from '../../test/raw.js';
import { type EchoServer, startEchoServer } from '../index.js';

let server: EchoServer;
beforeAll(async () => {
  server = await startEchoServer();
});
afterAll(() => server.stop(0));

const ask = async (target: string, authorization?: string, method = 'GET') => {
  const more = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`;
  return askRaw(server.port, `${method} ${target} HTTP/1.1\r\nHost: h\r\n${more}\r\n`, method);
};
const basic = (credentials: string, encoding: BufferEncoding = 'utf8') =>
  `Basic ${Buffer.from(credentials, encoding).toString('base64')}`;

describe('the helper paths', () => {
  it.each(['/ip/', '/IP', '/%69p', '/ip/x', '//ip', '/basic-auth/u/p', '/basic-auth/', '/Bearer-Auth'])(
    'match exactly: %s is echoed',
    async (path) => {
      expect(parseEcho(await ask(path)).path).toBe(path);
    },
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'refuse %s',
    { tags: ['echo:helpers:get-only'] },
    async (method) => {
      for (const path of ['/ip', '/basic-auth', '/bearer-auth']) {
        const answer = await ask(path, undefined, method);
        expect(answer.status).toBe(405);
        expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
        expect(JSON.parse(answer.text)).toMatchObject({ status: 405 });
      }
    },
  );

  it('accept a query, and HEAD', async () => {
    expect((await ask('/ip?x=1')).text).toBe('{"ip":"127.0.0.1"}');
    expect(await ask('/ip', undefined, 'HEAD')).toMatchObject({ status: 200, text: '' });
  });
});

describe('/ip', { tags: ['echo:ip'] }, () => {
  it('shows the IPv4 address of a client on an IPv6 socket', async () => {
    const dual = await startEchoServer({ host: '::' });
    expect((await askRaw(dual.port, 'GET /ip HTTP/1.1\r\nHost: h\r\n\r\n')).text).toBe('{"ip":"127.0.0.1"}');
    await dual.stop(0);
  });
});

describe('/basic-auth', () => {
  it.each([
    [basic('user:pass'), 'user', 'pass'],
    [basic('user:p:a:s:s'), 'user', 'p:a:s:s'],
    [basic(':'), '', ''],
    [basic('é:€'), 'é', '€'],
    [basic('\xe9:p', 'latin1'), '\xe9', 'p'],
    [`bAsIc   ${Buffer.from('a:b').toString('base64')}`, 'a', 'b'],
    [basic('a:bc').replace(/=+$/, ''), 'a', 'bc'],
  ])(
    'accepts any well-formed credentials: %s',
    { tags: ['echo:basic-auth'] },
    async (authorization, user, pass) => {
      const answer = await ask('/basic-auth', authorization);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({ authenticated: true, user, pass });
    },
  );

  it.each([
    undefined,
    'Bearer x',
    'Basic',
    'Basic !!!',
    'Basic a:b',
    'Basic YTpi=',
    'Basic YTpiYz=',
    basic('nocolon'),
    `${basic('a:b')} x`,
    'Basicx YTpi',
    '',
  ])(
    'asks for credentials if the Authorization header is %s',
    { tags: ['echo:basic-auth:refused'] },
    async (authorization) => {
      const answer = await ask('/basic-auth', authorization);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="tandem-echo"');
      expect(JSON.parse(answer.text)).toEqual({
        authenticated: false,
        error: expect.any(String) as string,
        status: 401,
      });
    },
  );

  it.each([
    ['?user=u&pass=p', 200],
    ['?user=u', 200],
    ['?pass=p', 200],
    ['?user=x', 401],
    ['?user=u&pass=', 401],
    ['?pass=P', 401],
  ])('compares credentials with the query: %s', async (query, status) => {
    expect((await ask(`/basic-auth${query}`, basic('u:p'))).status).toBe(status);
  });
});

describe('/bearer-auth', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER  abc'])(
    'accepts any token: %s',
    { tags: ['echo:bearer-auth'] },
    async (authorization) => {
      expect(await ask('/bearer-auth', authorization)).toMatchObject({
        status: 200,
        text: '{"authenticated":true,"token":"abc"}',
      });
    },
  );

  it.each([undefined, 'Basic YTpi', 'Bearer', 'Bearer a b', 'Bearerabc'])(
    'asks for a token if the Authorization header is %s',
    async (authorization) => {
      const answer = await ask('/bearer-auth', authorization);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(JSON.parse(answer.text)).toMatchObject({ authenticated: false, status: 401 });
    },
  );

  it('compares the token with the query', async () => {
    expect((await ask('/bearer-auth?token=abc', 'Bearer abc')).status).toBe(200);
    expect((await ask('/bearer-auth?token=abd', 'Bearer abc')).status).toBe(401);
  });
});
