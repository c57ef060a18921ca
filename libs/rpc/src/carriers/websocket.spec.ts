import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Change } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { createSocketClient } from '../client.js';
import { RpcRefusal } from '../rpc-error.js';
import type { RpcServer } from '../server.js';
import { attachRpcSockets, type RpcSockets } from './websocket.js';

const ended: string[] = [];

/** A server whose methods show what a carrier does, without an application behind them. */
const listeners = new Set<(change: Change) => void>();
const rpc: RpcServer = {
  changes: {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  },
  call: async (method, params, context): Promise<never> => {
    if (method === 'rest_list') return params as never;
    if (method === 'rest_get') throw new RpcRefusal({ code: 'NOT_FOUND', message: 'There is none.' });
    context?.progress(1, 6, 'send');
    await new Promise<void>((resolve) => {
      context?.signal.addEventListener('abort', () => {
        ended.push(method);
        resolve();
      });
    });
    return 'ended' as never;
  },
};

let server: Server;
let sockets: RpcSockets;
let url = '';

beforeAll(async () => {
  server = createServer();
  sockets = attachRpcSockets(server, rpc, {
    path: '/rpc',
    authorize: ({ headers }) => headers.origin === 'http://mine',
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  sockets.close();
  await new Promise((resolve) => server.close(resolve));
});

const open = (path = '/rpc', origin = 'http://mine'): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url + path, { origin });
    socket.once('open', () => {
      resolve(socket);
    });
    socket.once('error', reject);
  });
const client = async () => createSocketClient(await open());

describe('a socket', () => {
  it('carries a call and its answer', async () => {
    const page = await client();
    expect(await page.call('rest_list', { take: 3 })).toEqual({ take: 3 });
    page.close();
  });

  it('rejects with the public error of a refusal', async () => {
    const page = await client();
    await expect(page.call('rest_get', { id: 'rest_0000000000000000' as never })).rejects.toMatchObject({
      error: { code: 'NOT_FOUND', message: 'There is none.' },
    });
    page.close();
  });

  it('tells progress, and cancels a running call', async () => {
    const page = await client();
    const controller = new AbortController();
    const steps: string[] = [];
    const running = page.call(
      'rest_execute',
      { id: 'rest_0000000000000000' as never },
      {
        signal: controller.signal,
        onProgress: (_done, _total, name) => {
          steps.push(name);
          controller.abort();
        },
      },
    );
    expect(await running).toBe('ended');
    expect(steps).toEqual(['send']);
    page.close();
  });

  it('ends what runs on it when it is cut, and rejects what was asked', async () => {
    const socket = await open();
    const page = createSocketClient(socket);
    ended.length = 0;
    const running = page.call(
      'rest_execute',
      { id: 'rest_0000000000000000' as never },
      {
        onProgress: () => {
          socket.terminate();
        },
      },
    );
    await expect(running).rejects.toThrow('closed');
    await expect.poll(() => ended).toEqual(['rest_execute']);
  });

  it('is told what anybody changes, until it is cut', async () => {
    const page = await client();
    const told = new Promise<Change>((resolve) => {
      page.onChange(resolve);
    });
    await page.call('rest_list', { take: 1 });
    const workspaceId = 'ws_0000000000000000' as Change['workspaceId'];
    const change: Change = { workspaceId, entity: 'rest', id: 'rest_1', op: 'created', by: 'mcp' };
    for (const listener of listeners) listener(change);
    expect(await told).toEqual(change);
    page.close();
    await expect.poll(() => listeners.size).toBe(0);
  });

  it('answers what is not JSON with a parse error', async () => {
    const socket = await open();
    // The server sends events as well, beginning with what runs when the socket opens.
    const frames: unknown[] = [];
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())));
    socket.send('{');
    const error: unknown = expect.objectContaining({ code: -32700 });
    await expect.poll(() => frames).toContainEqual({ jsonrpc: '2.0', id: null, error });
    socket.terminate();
  });

  it.each([
    ['/rpc', 'http://other', '403'],
    ['/other', 'http://mine', '404'],
  ])('at %s from %s is refused with %s', async (path, origin, status) => {
    await expect(open(path, origin)).rejects.toThrow(status);
  });
});
