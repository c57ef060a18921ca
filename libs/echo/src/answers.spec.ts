import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askRaw, parseEcho, exchangeBytes } from '../test/raw.js';
import { type EchoServer, startEchoServer } from './index.js';

let server: EchoServer;
beforeAll(async () => {
  server = await startEchoServer();
});
afterAll(() => server.stop(0));

const ask = (target: string, method = 'GET', more = '', port = server.port) =>
  askRaw(port, `${method} ${target} HTTP/1.1\r\nHost: h\r\n${more}\r\n`, method);

describe('the echo', () => {
  it(
    'has its twelve fields in order, with two fields in meta',
    { tags: ['echo:shape', 'echo:meta'] },
    async () => {
      const echo = parseEcho(await ask('/'));
      expect(Object.keys(echo)).toEqual([
        'url',
        'path',
        'method',
        'headers',
        'args',
        'cookies',
        'body',
        'json',
        'form',
        'files',
        'data',
        'meta',
      ]);
      expect(Object.keys(echo.meta)).toEqual(['timestamp', 'source']);
      expect(echo.meta.source).toBe('tandem-echo-server');
      expect(echo.meta.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Math.abs(Date.parse(echo.meta.timestamp) - Date.now())).toBeLessThan(60_000);
    },
  );

  it.each(['/', '/?status=404', '/?reject=true', '/ip', '/basic-auth', '/é'.slice(0, 1)])(
    'has security headers: %s',
    async (target) => {
      const { headers, text } = await ask(target);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    },
  );

  it.each(['/a?b=c', '/ip', '/basic-auth', '/?status=404'])(
    'has the same headers for HEAD as for GET, and no body: %s',
    async (target) => {
      const bytes = `HEAD ${target} HTTP/1.1\r\nHost: h\r\n\r\nGET /next HTTP/1.1\r\nHost: h\r\n\r\n`;
      const { answers } = await exchangeBytes(server.port, bytes, ['HEAD', 'GET']);
      const got = await ask(target);
      const isEcho = target !== '/ip' && target !== '/basic-auth';
      expect(answers[0]?.status).toBe(got.status);
      expect(Number(answers[0]?.headers.get('content-length'))).toBe(got.text.length + (isEcho ? 1 : 0));
      expect(answers[1]?.status).toBe(200);
    },
  );
});

describe('OPTIONS', () => {
  const preflight =
    'Origin: http://page\r\nAccess-Control-Request-Method: PUT\r\nAccess-Control-Request-Headers: x-a, x-b\r\n';

  it('is answered with the echo and the preflight headers', { tags: ['echo:options'] }, async () => {
    const answer = await ask('/o', 'OPTIONS', preflight);
    expect(answer.status).toBe(200);
    expect(parseEcho(answer).method).toBe('OPTIONS');
    expect(answer.headers.get('access-control-allow-methods')).toBe(
      'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
    );
    expect(answer.headers.get('access-control-allow-headers')).toBe('x-a, x-b');
    expect(answer.headers.get('access-control-max-age')).toBe('600');
    expect((await ask('/o', 'OPTIONS')).headers.get('access-control-allow-headers')).toBe('*');
  });

  it.each(['/ip', '/basic-auth', '/bearer-auth'])(
    'is answered as a preflight for the helper %s',
    async (path) => {
      const answer = await ask(path, 'OPTIONS', preflight);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(answer.headers.get('access-control-allow-headers')).toBe('x-a, x-b');
    },
  );
});

describe('credentials of a cross-origin request', () => {
  it('are allowed only if the option is set', async () => {
    const own = await startEchoServer({ corsCredentials: true });
    const { headers } = await ask('/', 'GET', 'Origin: http://page\r\n', own.port);
    expect(headers.get('access-control-allow-origin')).toBe('http://page');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toBe('Origin');
    expect((await ask('/', 'GET', '', own.port)).headers.get('access-control-allow-origin')).toBe('*');
    await own.stop(0);
  });
});

describe('onAnswer', () => {
  it('is called for each response', async () => {
    const reported: unknown[] = [];
    const own = await startEchoServer({ onAnswer: (answered) => reported.push(answered) });
    await ask('/a?status=404', 'POST', '', own.port);
    await own.stop();
    expect(reported).toEqual([
      { method: 'POST', target: '/a?status=404', status: 404, ms: expect.any(Number) as number },
    ]);
  });
});
