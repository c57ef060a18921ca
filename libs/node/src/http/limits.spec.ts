import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { readWhole } from './body.js';
import { createBudget, BudgetExceededError } from './budget.js';
import { type Handler, listen, type ListeningServer, type ListenOptions } from './server.js';

let listeningServer: ListeningServer | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listeningServer?.close(0);
  listeningServer = undefined;
});

const start = async (handler: Handler, options: ListenOptions = {}): Promise<ListeningServer> =>
  (listeningServer = await listen(handler, options));

const open = async ({ port }: ListeningServer): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

const bodies = createBudget(1_000);

/** Creates a handler that reads a body within the budget, and responds when the test calls the function that it adds to `answered`. */
const createReader =
  (answered: (() => void)[]) => async (request: IncomingMessage, response: ServerResponse) => {
    const share = bodies.open(request, response);
    try {
      await readWhole(request, 10_000, share);
      answered.push(() => response.end('read'));
    } catch (error) {
      if (error instanceof BudgetExceededError) response.writeHead(503).end();
    }
  };

const post = (url: string, length: number) => fetch(url, { method: 'POST', body: 'x'.repeat(length) });

describe('the budget for bodies', () => {
  it(
    'refuses a body that would exceed it until other bodies are answered',
    { tags: 'server:bodies' },
    async () => {
      const answers: (() => void)[] = [];
      const { url } = await start(createReader(answers));
      const first = post(url, 800);
      await expect.poll(() => answers.length).toBe(1);
      expect((await post(url, 300)).status).toBe(503);
      const small = post(url, 200);
      await expect.poll(() => answers.length).toBe(2);
      for (const answer of answers) answer();
      expect((await first).status).toBe(200);
      expect((await small).status).toBe(200);
      await expect.poll(bodies.taken).toBe(0);
    },
  );

  it(
    'gets back the bytes of a client that disconnects, also for pipelined requests',
    { tags: 'server:bodies' },
    async () => {
      const server = await start(createReader([]));
      const socket = await open(server);
      socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300\r\n\r\n${'x'.repeat(300)}`.repeat(2));
      await expect.poll(bodies.taken).toBe(600);
      socket.resetAndDestroy();
      await expect.poll(bodies.taken).toBe(0);
    },
  );

  it('gets back the bytes of a body that never completes', { tags: 'server:stalled' }, async () => {
    const http = { connectionsCheckingInterval: 100, headersTimeout: 2_000 };
    let most = 0;
    const handle: Handler = (request, response) => {
      request.on('data', () => setImmediate(() => (most = Math.max(most, bodies.taken()))));
      return createReader([])(request, response);
    };
    const server = await start(handle, { requestTimeoutMs: 2_000, http });
    const stalled = await open(server);
    stalled.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n${'x'.repeat(500)}`);
    const silent = await open(server);
    const [answer] = (await once(stalled, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /);
    expect(most).toBe(500);
    await expect.poll(bodies.taken).toBe(0);
    await once(silent.resume(), 'close');
  });
});

describe('an idle connection', () => {
  it.each([
    [{}, 'timeout=75'],
    [{ idleTimeoutMs: 3_000 }, 'timeout=3'],
  ])('stays open for the next request: %j', async (options, said) => {
    const { url } = await start((_request, response) => response.end('ok'), options);
    expect((await fetch(url)).headers.get('keep-alive')).toBe(said);
  });
});

describe('a connection beyond the limit', () => {
  it('is answered with 503 until another connection closes', { tags: 'server:connections' }, async () => {
    const server = await start((_request, response) => response.end('ok'), { maxConnections: 2 });
    const [first] = [await open(server), await open(server)];
    const refused = await fetch(server.url);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toEqual({
      error: expect.stringMatching(/connections/) as string,
      status: 503,
    });
    first.destroy();
    await expect.poll(async () => (await fetch(server.url)).status).toBe(200);
  });

  it(
    'is closed without a response if the limit is far exceeded',
    { tags: 'server:connections' },
    async () => {
      const server = await start((_request, response) => response.end('ok'), { maxConnections: 1 });
      const all = await Promise.all(Array.from({ length: 200 }, () => open(server)));
      const closed = () => all.filter((socket) => socket.resume().destroyed || socket.readableEnded).length;
      await expect.poll(closed).toBeGreaterThan(100);
    },
  );
});
