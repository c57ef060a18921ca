import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';

import { endConnection, isDisconnect } from './connections.js';
import { listen, type ListeningServer } from './server.js';

let listeningServer: ListeningServer | undefined;
afterEach(async () => {
  await listeningServer?.close(0);
  listeningServer = undefined;
});

const upgrade = (port: number) =>
  `GET / HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

const open = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** Starts a server that passes upgrades and CONNECT requests to `take`. */
const startServer = async (
  take: (request: IncomingMessage, socket: Duplex) => void,
): Promise<ListeningServer> => {
  listeningServer = await listen((_request, response) => response.end('ok'));
  listeningServer.server.on('upgrade', take).on('connect', take);
  return listeningServer;
};

describe('a connection that fails', () => {
  it.each(['upgrade', 'connect'])(
    'is closed without affecting others if its %s handler does not listen for errors',
    async (kind) => {
      const taken: Duplex[] = [];
      const { port, url } = await startServer((_request, socket) => taken.push(socket));
      const heads = {
        upgrade: upgrade(port),
        connect: `CONNECT a:1 HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\n\r\n`,
      };
      for (let index = 0; index < 5; index++) {
        const socket = await open(port);
        socket.write(heads[kind as keyof typeof heads]);
        await expect.poll(() => taken.length).toBe(index + 1);
        socket.resetAndDestroy();
      }
      for (const socket of taken) socket.write('x'.repeat(100_000));
      await expect.poll(() => taken.every(({ destroyed }) => destroyed)).toBe(true);
      expect(await (await fetch(url)).text()).toBe('ok');
    },
  );

  it('is closed with its server if it was upgraded', async () => {
    const taken: Duplex[] = [];
    const { port, close } = await startServer((_request, socket) => taken.push(socket));
    const socket = await open(port);
    socket.write(upgrade(port));
    await expect.poll(() => taken.length).toBe(1);
    const closed = once(socket, 'close');
    socket.on('end', () => socket.end()).resume();
    await close(10);
    await closed;
  });
});

describe('the last response of a connection', () => {
  it('arrives even if the request was not read completely', async () => {
    const { port } = await startServer((_request, socket) => {
      endConnection(socket, 'HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    const socket = await open(port);
    socket.write(upgrade(port) + 'x'.repeat(10_000));
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    expect(chunk.toString()).toContain('403');
    await once(socket, 'end');
    // This client never closes its side. The server does not wait for it.
    await expect.poll(() => countConnections(listeningServer as ListeningServer)).toBe(0);
    socket.destroy();
  });
});

const countConnections = ({ server }: ListeningServer): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });

it.each([
  'ECANCELED',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'HPE_INVALID_METHOD',
])('an error with the code %s is attributed to the client', (code) => {
  expect(isDisconnect(Object.assign(new Error('left'), { code }))).toBe(true);
});

it.each([
  undefined,
  null,
  'ECONNRESET',
  new Error('ECONNRESET'),
  { code: 'ENOENT' },
  { code: 7 },
  { code: 'XHPE_' },
])('%j is not attributed to the client', (error) => {
  expect(isDisconnect(error)).toBe(false);
});
