import { once } from 'node:events';
import { connect } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { type EchoServer, startEchoServer } from './index.js';

let server: EchoServer | undefined;
afterEach(async () => {
  await server?.stop(0);
  server = undefined;
});

const post = (url: string, body: string | FormData) => fetch(url, { method: 'POST', body });

const form = (length: number): FormData => {
  const data = new FormData();
  data.set('field', 'x'.repeat(length));
  return data;
};

/** Sends the start of a body, and never the rest. */
const begin = async ({ port }: EchoServer, head: string, length: number) => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`POST /begun HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`);
  socket.write('x'.repeat(length));
  return socket;
};

describe('the budget for bodies in flight', () => {
  it.each([
    ['an announced body', 'Content-Length: 3000000'],
    ['a chunked body', 'Transfer-Encoding: chunked\r\n\r\n200000'],
  ])('counts %s until the client disconnects', { tags: 'server:bodies' }, async (_, head) => {
    server = await startEchoServer({ maxBodiesInFlight: 2_500_000 });
    const { url } = server;
    expect((await post(url, 'y'.repeat(1_000_000))).status).toBe(200);
    const socket = await begin(server, head, 2_000_000);
    await expect.poll(async () => (await post(url, 'y'.repeat(1_000_000))).status).toBe(503);
    const refused = await post(url, 'y'.repeat(1_000_000));
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/bodies/) as string, status: 503 });
    expect((await post(url, 'small')).status).toBe(200);
    socket.destroy();
    await expect.poll(async () => (await post(url, 'y'.repeat(1_000_000))).status).toBe(200);
  });

  it('counts the parts of a form that are kept in memory', { tags: 'server:bodies' }, async () => {
    server = await startEchoServer({ maxBodiesInFlight: 100_000 });
    expect((await post(server.url, form(50_000))).status).toBe(200);
    expect((await post(server.url, form(200_000))).status).toBe(503);
    const file = new FormData();
    file.set('file', new Blob(['x'.repeat(2_000_000)]), 'long.txt');
    expect((await post(`${server.url}/?delay=1`, file)).status).toBe(200);
  });

  it('is completely free again after many responses', { tags: 'server:bodies' }, async () => {
    server = await startEchoServer({ maxBodiesInFlight: 1_500_000 });
    for (let index = 0; index < 10; index++)
      expect((await post(server.url, 'y'.repeat(1_000_000))).status).toBe(200);
  });
});

it('a connection beyond the limit is answered with 503', { tags: 'server:connections' }, async () => {
  server = await startEchoServer({ maxConnections: 1 });
  const socket = await begin(server, 'Content-Length: 10', 1);
  const refused = await fetch(server.url);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  socket.destroy();
});
