import { describe, expect, it } from 'vitest';

import { createSocketClient, RpcRefusal, type Socket } from './client.js';

type Listener = (event: { data: unknown }) => void;

/** A client on a socket that the test controls. */
const connectClient = () => {
  const listeners = new Map<string, Listener>();
  const sent: { id?: number; method: string; params: unknown }[] = [];
  let closed = false;
  const socket = {
    send: (text: string) => sent.push(JSON.parse(text) as (typeof sent)[number]),
    close: () => (closed = true),
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  } as Socket;
  const client = createSocketClient(socket);
  return {
    client,
    sent,
    isClosed: () => closed,
    receive: (frame: object) => listeners.get('message')?.({ data: JSON.stringify(frame) }),
    cut: () => listeners.get('close')?.({ data: undefined }),
  };
};

const answer = (id: number | undefined, more: object) => ({ jsonrpc: '2.0', id, ...more });

describe('a client', () => {
  it('sends calls with unique ids and returns the result of each', async () => {
    const { client, sent, receive } = connectClient();
    const [first, second] = [client.call('rest_list', { take: 1 }), client.call('rest_list', { take: 2 })];
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'rest_list', params: { take: 1 } },
      { jsonrpc: '2.0', id: 1, method: 'rest_list', params: { take: 2 } },
    ]);
    receive(answer(1, { result: 'second' }));
    receive(answer(0, { result: 'first' }));
    expect([await first, await second]).toEqual(['first', 'second']);
  });

  it('rejects with the public error if there is one, otherwise with the message', async () => {
    const { client, receive } = connectClient();
    const refused = client.call('rest_list', { take: 1 });
    receive(
      answer(0, { error: { code: -32004, message: 'None.', data: { code: 'NOT_FOUND', message: 'None.' } } }),
    );
    await expect(refused).rejects.toEqual(new RpcRefusal({ code: 'NOT_FOUND', message: 'None.' }));
    for (const [at, data] of [null, 'text', { code: 1 }, undefined].entries()) {
      const failed = client.call('rest_list', { take: 1 });
      receive(answer(at + 1, { error: { code: -32603, message: 'Internal error', data } }));
      const error: unknown = await failed.catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(RpcRefusal);
      expect(error).toMatchObject({ message: 'Internal error', code: -32603 });
    }
  });

  it('reports the progress of a call until it is answered, only to the caller', async () => {
    const { client, receive } = connectClient();
    const told: unknown[] = [];
    const watched = client.call('rest_list', { take: 1 }, { onProgress: (...step) => told.push(step) });
    const other = client.call('rest_list', { take: 1 });
    const progress = (id: number, done: number) => {
      receive({ method: '$/progress', params: { id, done, total: 3, name: 'send' } });
    };
    progress(0, 1);
    progress(1, 1);
    receive(answer(0, { result: 'done' }));
    await watched;
    progress(0, 2);
    receive(answer(1, { result: 'done' }));
    await other;
    expect(told).toEqual([[1, 3, 'send']]);
  });

  it('cancels a running call, but not an answered call', async () => {
    const { client, sent, receive } = connectClient();
    const [running, answered] = [new AbortController(), new AbortController()];
    const first = client.call('rest_list', { take: 1 }, { signal: answered.signal });
    receive(answer(0, { result: 1 }));
    await first;
    answered.abort();
    const second = client.call('rest_list', { take: 1 }, { signal: running.signal });
    running.abort();
    expect(sent.slice(2)).toEqual([{ jsonrpc: '2.0', method: '$/cancel', params: { id: 1 } }]);
    receive(answer(1, { result: 2 }));
    expect(await second).toBe(2);
  });

  it('passes events on to each listener until it unsubscribes', () => {
    const { client, receive } = connectClient();
    const told: unknown[] = [];
    const listener = (value: unknown) => told.push(value);
    const [first, second] = [client.onChange(listener), client.onChange(listener)];
    const changed = (id: number) => receive({ method: 'events.changed', params: { id } });
    changed(1);
    first();
    changed(2);
    second();
    changed(3);
    client.onRunning(listener);
    receive({ method: 'events.running', params: { executions: ['run'] } });
    expect(told).toEqual([{ id: 1 }, { id: 1 }, { id: 2 }, ['run']]);
  });

  it('ignores unknown events', () => {
    const { receive } = connectClient();
    expect(() => receive({ method: 'events.other', params: {} })).not.toThrow();
    expect(() => receive({ method: 'toString', params: {} })).not.toThrow();
  });

  it('stops executions, closes its socket, and rejects running calls when it disconnects', async () => {
    const { client, sent, isClosed, cut } = connectClient();
    client.stop('run-1');
    expect(sent).toEqual([{ jsonrpc: '2.0', method: '$/stop', params: { id: 'run-1' } }]);
    const running = client.call('rest_list', { take: 1 });
    expect(isClosed()).toBe(false);
    client.close();
    expect(isClosed()).toBe(true);
    cut();
    await expect(running).rejects.toThrow('The connection to Tandem was closed.');
  });
});
