import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { attachRpcSockets, createRpcServer, createSocketClient } from '@tandem/rpc';
import { openWorkbench } from '@tandem/workbench';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';

it('the rpc library serves a workbench over a WebSocket, and notifies clients of every change', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-example-'));
  const workbench = await openWorkbench({ dataFolder: join(folder, 'data'), version: '1.0.0' });
  await workbench.openFolder(join(folder, 'shop'));
  const rpc = createRpcServer(workbench.application, console);
  const server = createServer();
  const sockets = attachRpcSockets(server, rpc, { path: '/rpc', authorize: () => true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`);
  try {
    await new Promise((resolve) => socket.once('open', resolve));
    const client = createSocketClient(socket);
    const changed = new Promise((resolve) => client.onChange(resolve));
    const created = await client.call('rest_create', { name: 'Users', url: 'http://127.0.0.1:8080/users' });
    expect(created.method).toBe('GET');
    expect(await changed).toMatchObject({ id: created.id });
    await expect(client.call('rest_create', { name: '' })).rejects.toMatchObject({
      error: { code: 'INVALID_ARGUMENTS' },
    });
  } finally {
    socket.close();
    sockets.close();
    await new Promise((resolve) => server.close(resolve));
    await workbench.close();
    await rm(folder, { recursive: true });
  }
});
