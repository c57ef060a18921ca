import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Change } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { createSocketClient } from '../client.js';
import { RpcRefusal } from '../rpc-error.js';
import type { RunningExecution } from '@tandem/application';
import { attachRpcSockets, type CarriedServer, type RpcSockets } from './websocket.js';

const endedCalls: string[] = [];

/** A server whose methods test a carrier without an application. */
const listeners = new Set<(change: Change) => void>();
const watchers = new Set<(running: readonly RunningExecution[]) => void>();
const stoppedCalls: string[] = [];
const execution: RunningExecution = {
  id: 'run-1',
  requestId: 'rest_1',
  startedAt: '2026-01-01T00:00:00.000Z',
};
const rpc: CarriedServer = {
  running: {
    list: () => [execution],
    subscribe: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    stop: (id) => stoppedCalls.push(id) > 0,
  },
  changes: {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  },
  callByName: async (method, params, context) => {
    if (method === 'rest_list') return params;
    if (method === 'workspaces_active') return { by: context?.by };
    if (method === 'rest_get') throw new RpcRefusal({ code: 'NOT_FOUND', message: 'There is none.' });
    context?.progress(1, 6, 'send');
    await new Promise<void>((resolve) => {
      context?.signal.addEventListener('abort', () => {
        endedCalls.push(method);
        resolve();
      });
    });
    return 'ended';
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

describe('a WebSocket', () => {
  it('calls a method and returns its result', async () => {
    const page = await client();
    expect(await page.call('rest_list', { take: 3 })).toEqual({ take: 3 });
    page.close();
  });

  it('rejects a refused call with the public error', async () => {
    const page = await client();
    await expect(page.call('rest_get', { id: 'rest_0000000000000000' })).rejects.toMatchObject({
      error: { code: 'NOT_FOUND', message: 'There is none.' },
    });
    page.close();
  });

  it('reports progress, and cancels a running call', async () => {
    const page = await client();
    const controller = new AbortController();
    const steps: string[] = [];
    const running = page.call(
      'rest_execute',
      { id: 'rest_0000000000000000' },
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

  it('has its running calls cancelled and rejected when it is disconnected', async () => {
    const socket = await open();
    const page = createSocketClient(socket);
    endedCalls.length = 0;
    const running = page.call(
      'rest_execute',
      { id: 'rest_0000000000000000' },
      {
        onProgress: () => {
          socket.terminate();
        },
      },
    );
    await expect(running).rejects.toThrow('closed');
    await expect.poll(() => endedCalls).toEqual(['rest_execute']);
  });

  it('receives the changes of all callers until it is closed', async () => {
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

  it('receives thousands of changes in order, then the response, without blocking the event loop', async () => {
    const page = await client();
    await page.call('rest_list', { take: 1 });
    const received: string[] = [];
    page.onChange(({ id }) => received.push(id));
    let sent = 0;
    const workspaceId = 'ws_0000000000000000' as Change['workspaceId'];
    const changes = Array.from({ length: 3_000 }, (_, index): Change & { toJSON: () => Change } => {
      const change: Change = { workspaceId, entity: 'rest', id: `rest_${index}`, op: 'created', by: 'mcp' };
      return {
        ...change,
        toJSON: () => {
          sent += 1;
          return change;
        },
      };
    });
    for (const change of changes) for (const listener of listeners) listener(change);
    expect(sent).toBeLessThan(300);
    await page.call('rest_list', { take: 1 });
    expect(received).toEqual(changes.map((_, index) => `rest_${index}`));
    page.close();
  });

  it('receives the running executions from the start until it is closed', async () => {
    const page = createSocketClient(new WebSocket(`${url}/rpc`, { origin: 'http://mine' }));
    const told: unknown[] = [];
    const forgotten: unknown[] = [];
    page.onRunning((executions) => told.push(executions));
    const forget = page.onRunning((executions) => forgotten.push(executions));
    await expect.poll(() => told).toContainEqual([execution]);
    forget();
    const before = forgotten.length;
    for (const watcher of watchers) watcher([]);
    await expect.poll(() => told).toContainEqual([]);
    expect(forgotten).toHaveLength(before);
    page.close();
    await expect.poll(() => watchers.size).toBe(0);
  });

  it('can cancel executions of any caller', async () => {
    const page = await client();
    page.stop('run-1');
    await expect.poll(() => stoppedCalls).toEqual(['run-1']);
    page.close();
  });

  it('records the window as the author of changes', async () => {
    const page = await client();
    expect(await page.call('workspaces_active', {})).toEqual({ by: 'window' });
    page.close();
  });

  it("rejects a call that hits a bug with the error's message", async () => {
    const page = await client();
    const unknown = page.callByName('rest_nothing', {});
    await expect(unknown).rejects.toThrow('Method not found');
    page.close();
  });

  it('carries JSON-RPC 2.0 with ids of both types, and ignores the cancellation of an unknown call', async () => {
    const socket = await open();
    const frames: unknown[] = [];
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())));
    const sendFrame = (frame: object) => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', ...frame }));
    };
    for (const id of ['a', 7]) {
      sendFrame({ id, method: 'rest_execute', params: {} });
      const params = { id, done: 1, total: 6, name: 'send' };
      await expect.poll(() => frames).toContainEqual({ jsonrpc: '2.0', method: '$/progress', params });
      sendFrame({ method: '$/cancel', params: { id: 'none' } });
      sendFrame({ method: '$/cancel' });
      sendFrame({ method: '$/cancel', params: { id } });
      await expect.poll(() => frames).toContainEqual({ jsonrpc: '2.0', id, result: 'ended' });
    }
    socket.terminate();
  });

  it('may be opened with a query', async () => {
    const socket = await open('/rpc?token=1');
    expect(socket.protocol).toBe('');
    socket.terminate();
  });

  it('answers invalid JSON with a parse error', async () => {
    const socket = await open();
    // The server also sends events. The first says which executions are running when the socket opens.
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
  ])('is refused at %s from %s with %s', async (path, origin, status) => {
    await expect(open(path, origin)).rejects.toThrow(status);
  });
});

describe('sockets of a server that does not list executions', () => {
  it('report that nothing is running, and ignore cancellations', async () => {
    const { running: _, ...plain } = rpc;
    const other = createServer();
    const attached = attachRpcSockets(other, plain, { path: '/rpc', authorize: () => true });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const socket = new WebSocket(`ws://127.0.0.1:${(other.address() as AddressInfo).port}/rpc`);
    const page = createSocketClient(socket);
    const told: unknown[] = [];
    page.onRunning((executions) => told.push(executions));
    await expect.poll(() => told).toEqual([[]]);
    page.stop('run-1');
    expect(await page.call('rest_list', { take: 3 })).toEqual({ take: 3 });
    attached.close();
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('sockets with other options', () => {
  let other: Server;
  let attached: RpcSockets;
  let address = '';
  beforeAll(async () => {
    other = createServer();
    attached = attachRpcSockets(other, rpc, {
      path: '/rpc',
      authorize: () => true,
      protocol: 'tandem',
      maxPayload: 100,
      by: 'agent',
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    address = `ws://127.0.0.1:${(other.address() as AddressInfo).port}/rpc`;
  });
  afterAll(async () => {
    attached.close();
    await new Promise((resolve) => other.close(resolve));
  });

  const opened = async (protocols: string[]): Promise<WebSocket> => {
    const socket = new WebSocket(address, protocols);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return socket;
  };

  it('may have a protocol and an author of their own', async () => {
    const socket = await opened(['other', 'tandem']);
    expect(socket.protocol).toBe('tandem');
    const page = createSocketClient(socket);
    expect(await page.call('workspaces_active', {})).toEqual({ by: 'agent' });
    page.close();
  });

  it('are closed after a frame that is too long, and with their server', async () => {
    const first = await opened(['tandem']);
    let closed = 0;
    first.on('close', () => (closed += 1)).on('error', () => undefined);
    first.send('x'.repeat(101));
    await expect.poll(() => closed).toBe(1);
    const second = await opened(['tandem']);
    second.on('close', () => (closed += 1)).on('error', () => undefined);
    attached.close();
    await expect.poll(() => closed).toBe(2);
  });
});
