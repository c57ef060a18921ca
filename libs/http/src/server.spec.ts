import { once } from 'node:events';
import { Agent, get, type ServerResponse } from 'node:http';
import { connect } from 'node:net';

import { describe, expect, it } from 'vitest';

import { busyAnswer, listen } from './server.js';

describe('a server that closes', () => {
  it('lets a running request end, and ends its kept-alive connection with it', async () => {
    const running: ServerResponse[] = [];
    const { url, close } = await listen((_request, response) => running.push(response));
    const agent = new Agent({ keepAlive: true });
    const answered = once(get(url, { agent }), 'response');
    await expect.poll(() => running.length).toBe(1);
    const closed = close(600_000);
    running[0]?.end('done');
    await answered.then(([response]) => (response as NodeJS.ReadableStream).resume());
    await closed;
    agent.destroy();
  });

  it('does not wait for a connection on which nothing was sent', async () => {
    const { server, port, close } = await listen(() => undefined);
    const socket = connect(port, '127.0.0.1');
    await once(server, 'connection');
    const ended = once(socket, 'close');
    await close(60_000);
    await ended;
  });

  it('ends every connection after the time of grace', async () => {
    const { url, close } = await listen(() => undefined);
    const failed = once(get(url), 'error');
    await expect.poll(async () => (await reachable(url)) === 'open').toBe(true);
    await close(50);
    expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect(await reachable(url)).toBe('refused');
  });

  it('may be closed twice', async () => {
    const { close } = await listen(() => undefined);
    await Promise.all([close(), close()]);
  });
});

describe('a server that listens', () => {
  it('tells its address, an IPv6 one in brackets', async () => {
    const four = await listen(() => undefined);
    expect(four.url).toBe(`http://127.0.0.1:${four.port}`);
    await four.close();
    const six = await listen(() => undefined, { host: '::1' });
    expect(six.url).toBe(`http://[::1]:${six.port}`);
    await six.close();
  });

  it('fails with the error of the socket', async () => {
    const { port, close } = await listen(() => undefined);
    await expect(listen(() => undefined, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await close();
  });
});

it('a server that listens leaves its errors to others', async () => {
  const { server, close } = await listen(() => undefined);
  expect(server.listenerCount('error')).toBe(0);
  await close();
});

it('a server gives a request five minutes to arrive unless told otherwise', async () => {
  const usual = await listen(() => undefined);
  expect(usual.server.requestTimeout).toBe(300_000);
  await usual.close();
  const patient = await listen(() => undefined, { requestTimeoutMs: 400_000 });
  expect(patient.server.requestTimeout).toBe(400_000);
  await patient.close();
});

it('the answer to a connection over the limit may have its own body and headers', async () => {
  const busy = busyAnswer((sentence) => ({ ü: sentence }), ['X-Own: yes']);
  const { url, close } = await listen((_request, response) => response.end(), { maxConnections: 0, busy });
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('x-own'), answer.headers.get('connection')]).toEqual([
    503,
    'yes',
    'close',
  ]);
  expect(await answer.json()).toEqual({ ü: expect.stringMatching(/^Too many connections/) as string });
  await close(0);
});

const reachable = (url: string): Promise<'open' | 'refused'> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve('open');
    });
    socket.on('error', () => {
      resolve('refused');
    });
  });
