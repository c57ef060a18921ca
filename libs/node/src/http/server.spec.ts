import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { keepPort, listenAgain, type ListeningServer } from './index.js';
import { createBusyResponse, listen } from './server.js';

describe('a closing server', () => {
  it('finishes a running request and then closes the keep-alive connection', async () => {
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

  it('does not wait for a connection without requests', async () => {
    const { server, port, close } = await listen(() => undefined);
    const socket = connect(port, '127.0.0.1');
    await once(server, 'connection');
    const ended = once(socket, 'close');
    await close(60_000);
    await ended;
  });

  it('closes every connection after the grace period', async () => {
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

describe('a listening server', () => {
  it('returns its address, with brackets for IPv6', async () => {
    const four = await listen(() => undefined);
    expect(four.url).toBe(`http://127.0.0.1:${four.port}`);
    await four.close();
    const six = await listen(() => undefined, { host: '::1' });
    expect(six.url).toBe(`http://[::1]:${six.port}`);
    await six.close();
  });

  it('fails with the error of its socket if it cannot listen', async () => {
    const { port, close } = await listen(() => undefined);
    await expect(listen(() => undefined, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await close();
  });
});

it('listen leaves no error listener on the server', async () => {
  const { server, close } = await listen(() => undefined);
  expect(server.listenerCount('error')).toBe(0);
  await close();
});

it('a request may take five minutes to arrive by default', async () => {
  const usual = await listen(() => undefined);
  expect(usual.server.requestTimeout).toBe(300_000);
  await usual.close();
  const patient = await listen(() => undefined, { requestTimeoutMs: 400_000 });
  expect(patient.server.requestTimeout).toBe(400_000);
  await patient.close();
});

it('the response to a connection beyond the limit may have its own body and headers', async () => {
  const busy = createBusyResponse((sentence) => ({ ü: sentence }), ['X-Own: yes']);
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

let folder: string;
let open: ListeningServer[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-port-'));
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.close(0)));
  await rm(folder, { recursive: true });
});

const startAgain = async (): Promise<number> => {
  const listening = await listenAgain((_, response) => response.end(), join(folder, 'servers', 'a.port'));
  open.push(listening);
  return listening.port;
};

it('a server uses its last port again', async () => {
  const port = await startAgain();
  await keepPort(join(folder, 'servers', 'a.port'), port);
  await Promise.all(open.splice(0).map((one) => one.close(0)));
  expect(await startAgain()).toBe(port);
});

it('a server uses another port if its last port is taken', async () => {
  const port = await startAgain();
  await keepPort(join(folder, 'servers', 'a.port'), port);
  expect(await startAgain()).not.toBe(port);
  expect(await readFile(join(folder, 'servers', 'a.port'), 'utf8')).toBe(`${port}\n`);
});

it.each(['', 'x', '0', '-1', '65536', '70000', '1.5'])(
  'a port file that contains %j is ignored',
  async (text) => {
    await keepPort(join(folder, 'servers', 'a.port'), 1);
    await writeFile(join(folder, 'servers', 'a.port'), text);
    expect(await startAgain()).toBeGreaterThan(0);
  },
);

it('a server does not start if the file with its last port cannot be read', async () => {
  await mkdir(join(folder, 'servers', 'a.port'), { recursive: true });
  await expect(startAgain()).rejects.toMatchObject({ code: 'EISDIR' });
});

it('a server does not start if its address cannot be bound', async () => {
  const file = join(folder, 'a.port');
  const elsewhere = listenAgain((_, response) => response.end(), file, { host: '192.0.2.1' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
