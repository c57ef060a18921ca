import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { BodyTooLargeError, NotJsonError, readCompressedJson, readJson, readWhole } from './body.js';
import { BudgetExceededError, createBudget } from './budget.js';
import { listen, type ListeningServer } from './server.js';

let listeningServer: ListeningServer;
beforeAll(async () => {
  listeningServer = await listen(async (request, response) => {
    const length = await readWhole(request, 10).then(
      (body) => String(body.length),
      (error: unknown) => (error instanceof BodyTooLargeError ? 'too large' : String(error)),
    );
    response.end(length);
  });
});
afterAll(() => listeningServer.close(0));

/** Sends the text and returns the response, without closing the connection. */
const answerTo = async (sent: string): Promise<string> => {
  const socket = connect(listeningServer.port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${sent}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString().split('\r\n\r\n')[1] ?? '';
};

it('a body of the maximum size is read', async () => {
  expect(await answerTo('Content-Length: 10\r\n\r\n0123456789')).toBe('10');
  expect(await answerTo('Content-Length: 0\r\n\r\n')).toBe('0');
});

it('a longer body is refused as soon as its length is announced', async () => {
  expect(await answerTo('Content-Length: 11\r\n\r\n')).toBe('too large');
});

it('a body without Content-Length has its bytes counted', async () => {
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
  expect(await answerTo(`${chunked}${chunk('01234')}${chunk('56789')}0\r\n\r\n`)).toMatch(/10/);
  expect(await answerTo(`${chunked}${chunk('01234')}${chunk('56789')}${chunk('x')}`)).toMatch(/too large/);
});

const getName = (error: unknown): string =>
  [BodyTooLargeError, NotJsonError, BudgetExceededError].find((one) => error instanceof one)?.name ??
  String(error);

let server: Server;
beforeAll(async () => {
  const app = new Koa();
  const full = createBudget(10);
  app.use(async (ctx) => {
    const read = {
      '/counted': () => readJson(ctx.req, 1_000, full.open(ctx.req, ctx.res)),
      '/compressed': () => readCompressedJson(ctx, 1_000),
    }[ctx.path];
    const value = await (read?.() ?? readJson(ctx.req, 1_000)).catch(getName);
    ctx.body = JSON.stringify({ value });
  });
  const handle = app.callback();
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const send = async (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const type = { 'content-type': 'application/json', connection: 'close' };
  const answer = await fetch(url, { method: 'POST', body, headers: { ...type, ...headers } });
  return ((await answer.json()) as { value: unknown }).value;
};

describe.each(['/', '/compressed'])('a JSON body at %s', (path) => {
  it.each(['{"a":[1,"ü"]}', '1', 'null', '"x"'])('is read if it is %s', async (text) => {
    expect(await send(path, text)).toEqual(JSON.parse(text));
  });

  it.each(['{', 'x', '{"a":1}}'])('is refused if it is not JSON: %s', async (text) => {
    expect(await send(path, text)).toBe('NotJsonError');
  });

  it('is refused if it is too large', async () => {
    expect(await send(path, JSON.stringify('x'.repeat(1_000)))).toBe('BodyTooLargeError');
  });
});

it('a JSON body without a content type is read', async () => {
  expect(await send('/', '{"a":1}', { 'content-type': 'text/plain' })).toEqual({ a: 1 });
});

it('a body is counted in the budget', async () => {
  expect(await send('/counted', '{"a":1}')).toEqual({ a: 1 });
  expect(await send('/counted', JSON.stringify('x'.repeat(100)))).toBe('BudgetExceededError');
});

it('a compressed body is read up to the limit on its decoded length', async () => {
  const gzip = (value: unknown) =>
    send('/compressed', new Uint8Array(gzipSync(JSON.stringify(value))), { 'content-encoding': 'gzip' });
  expect(await gzip({ a: 1 })).toEqual({ a: 1 });
  expect(await gzip('x'.repeat(2_000))).toBe('BodyTooLargeError');
});
