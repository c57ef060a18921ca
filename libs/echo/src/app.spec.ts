import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askRaw, type RawAnswer } from '../test/raw.js';
import { createEchoApp, type EchoServer, startEchoServer } from './index.js';

let server: EchoServer;
let own: Server;
beforeAll(async () => {
  server = await startEchoServer();
  own = createServer(createEchoApp().callback());
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await server.stop(0);
  own.closeAllConnections();
  await new Promise((resolve) => own.close(resolve));
});

const getPort = (of: Server): number => (of.address() as AddressInfo).port;

/** Removes the parts of a response that depend on the time. */
const removeTimes = ({ status, headers, text }: RawAnswer) => {
  const kept = Object.fromEntries([...headers].filter(([name]) => !['date', 'keep-alive'].includes(name)));
  return { status, headers: kept, text: text.replace(/"timestamp":"[^"]*"/, '"timestamp":"now"') };
};

const form = 'a=1&a=2&__proto__=3';
const json = '{"b":[1,2,{"c":"ü"}],"__proto__":1}';
const part = '--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\ntext\r\n--x--\r\n';

type RequestParts = readonly [method: string, target: string, headers?: string, body?: string];

const requests: readonly RequestParts[] = [
  ['GET', '/'],
  ['GET', '/a/../b?x=1&x=2&%zz=%', 'Cookie: a=1\r\nX-A: 1\r\nX-A: 2\r\n'],
  ['HEAD', '/h?x=1'],
  [
    'OPTIONS',
    '/o',
    'Access-Control-Request-Method: PUT\r\nAccess-Control-Request-Headers: x-a\r\nOrigin: http://o\r\n',
  ],
  ['PROPFIND', '/p'],
  ['GET', '/?status=404'],
  ['GET', '/?status=204'],
  ['GET', '/?status=205'],
  ['GET', '/?status=304'],
  ['GET', '/?status=299'],
  ['GET', '/?status=302&delay=1'],
  ['POST', '/?reject=true', '', json],
  ['GET', '/?status=active&delay=x'],
  ['GET', '/ip'],
  ['POST', '/ip'],
  ['OPTIONS', '/ip'],
  ['GET', '/basic-auth'],
  ['GET', '/basic-auth', 'Authorization: Basic YTpi\r\n'],
  ['GET', '/bearer-auth?token=t', 'Authorization: Bearer t\r\n'],
  ['POST', '/j', 'Content-Type: application/json\r\n', json],
  ['POST', '/j', 'Content-Type: application/json\r\n', '{"a":'],
  ['POST', '/f', 'Content-Type: application/x-www-form-urlencoded\r\n', form],
  ['POST', '/t', '', 'plain ü'],
  ['PUT', '/b', 'Content-Type: application/octet-stream\r\n', '\0\u00ff'],
  ['POST', '/m', 'Content-Type: multipart/form-data; boundary=x\r\n', part],
  ['POST', '/m', 'Content-Type: multipart/form-data\r\n', part],
  ['POST', '/c', 'Content-Encoding: zip\r\n', 'x'],
  ['POST', '/c', 'Content-Encoding: gzip\r\n', 'x'],
  ['POST', '/e', 'Content-Length: 0\r\n'],
  ['POST', '/large', 'Content-Length: 99999999999\r\n'],
];

const ask = (port: number, [method, target, headers = '', body = '']: RequestParts) => {
  const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
  return askRaw(port, `${method} ${target} HTTP/1.1\r\nHost: h\r\n${headers}${length}\r\n${body}`, method);
};

describe('the Koa application', () => {
  it.each(requests.map((request) => ({ request })))(
    'gives the same response as the server: $request',
    async ({ request }) => {
      const answers = await Promise.all([ask(server.port, request), ask(getPort(own), request)]);
      expect(removeTimes(answers[1])).toEqual(removeTimes(answers[0]));
    },
  );

  it('can run behind other middleware, which may change its responses', async () => {
    const seen: unknown[] = [];
    const outer = new Koa();
    outer.use(async (ctx, next) => {
      await next();
      seen.push(ctx.status, ctx.type, ctx.length);
      ctx.set('X-Outer', '1');
    });
    for (const middleware of createEchoApp().middleware) outer.use(middleware as Koa.Middleware);
    const handle = outer.callback();
    const behind = createServer((request, response) => void handle(request, response));
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    const { status, headers, text } = await ask(getPort(behind), ['GET', '/?status=418']);
    behind.closeAllConnections();
    behind.close();
    expect([status, headers.get('x-outer')]).toEqual([418, '1']);
    expect(seen).toEqual([418, 'application/json', Buffer.byteLength(text)]);
  });
});
