import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desktop, startDesktop } from './open-page.js';
import { expectAllToRespond } from './still-there.js';

let desktop: Desktop;

beforeAll(async () => {
  desktop = await startDesktop();
});
afterAll(async () => {
  await desktop.program.stop();
  await desktop.remove();
});

const portOf = (url: string): number => Number(new URL(url).port);

/** Requests a WebSocket from a foreign origin and resets the connection while it is being refused. */
const askAndReset = async (port: number): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  const head = [
    'GET /rpc HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Origin: http://evil.example',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`, () => socket.resetAndDestroy());
  await closed;
};

it.each(['page', 'mcp', 'echo'] as const)(
  'the %s server survives 600 reset sockets from a foreign origin',
  { tags: 'server:reset', timeout: 120_000 },
  async (server) => {
    const port = portOf(desktop.addresses[server]);
    await Promise.all(Array.from({ length: 600 }, () => askAndReset(port)));
    await expectAllToRespond(desktop);
    expect(desktop.program.out.stderr).not.toMatch(/"level":[56]0/);
  },
);
