import { describe, expect, it } from 'vitest';

import { callEarly, type RawSocket } from './early-socket.js';

type Listener = (message: { data: unknown }) => void;

/** Opens a fake server, to which a call of `list` and a call of `count` are made early. */
const setUp = () => {
  const listeners: [string, Listener][] = [];
  const sent: unknown[] = [];
  let readyState: RawSocket['readyState'] = 0;
  const raw: RawSocket = {
    get readyState() {
      return readyState;
    },
    send: (data) => void sent.push(JSON.parse(data as string)),
    close: () => undefined,
    addEventListener: (type: string, listener: Listener) => void listeners.push([type, listener]),
  };
  const fire = (type: string, data?: unknown): void => {
    if (type === 'open') readyState = 1;
    if (type === 'close') readyState = 3;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    for (const [of, listener] of [...listeners]) if (of === type) listener({ data: text });
  };
  const socket = callEarly(raw, [
    { method: 'list', params: { take: 2 } },
    { method: 'count', params: {} },
  ]);
  const read: unknown[] = [];
  const listen = (): void =>
    socket.addEventListener('message', ({ data }) => void read.push(JSON.parse(String(data))));
  return { fire, sent, read, listen, socket };
};

const call = (id: number, method: string, params: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

const respond = (id: unknown, result: unknown) => ({ jsonrpc: '2.0', id, result });

const change = { jsonrpc: '2.0', method: 'events.changed', params: { entity: 'rest' } };

describe('a socket that makes calls early', () => {
  it('makes them once it is open', () => {
    const { fire, sent } = setUp();
    expect(sent).toEqual([]);
    fire('open');
    expect(sent).toMatchObject([
      { id: 'early 0', method: 'list', params: { take: 2 } },
      { id: 'early 1', method: 'count', params: {} },
    ]);
  });

  it('answers an equal call with a response that has arrived, and with one that arrives later', async () => {
    const { fire, sent, read, listen, socket } = setUp();
    fire('open');
    fire('message', respond('early 0', ['a', 'b']));
    listen();
    socket.send(call(0, 'list', { take: 2 }));
    socket.send(call(1, 'count', {}));
    await expect.poll(() => read).toEqual([respond(0, ['a', 'b'])]);
    fire('message', respond('early 1', 2));
    await expect.poll(() => read).toEqual([respond(0, ['a', 'b']), respond(1, 2)]);
    expect(sent).toHaveLength(2);
  });

  it('sends a call that is made again, and one with other parameters', () => {
    const { fire, sent, listen, socket } = setUp();
    fire('open');
    listen();
    socket.send(call(0, 'list', { take: 2 }));
    socket.send(call(1, 'list', { take: 2 }));
    socket.send(call(2, 'count', { folder: 'x' }));
    expect(sent.slice(2)).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  it('sends a call if something changed since it was made early', async () => {
    const { fire, sent, read, listen, socket } = setUp();
    fire('open');
    fire('message', respond('early 0', ['obsolete']));
    fire('message', change);
    listen();
    socket.send(call(0, 'list', { take: 2 }));
    await expect.poll(() => read).toEqual([change]);
    expect(sent.slice(2)).toMatchObject([{ id: 0, method: 'list' }]);
  });

  it('holds other messages until something listens', async () => {
    const { fire, read, listen } = setUp();
    const running = { jsonrpc: '2.0', method: 'events.running', params: { executions: [] } };
    fire('open');
    fire('message', running);
    listen();
    await expect.poll(() => read).toEqual([running]);
    fire('message', change);
    expect(read).toEqual([running, change]);
  });

  it('tells a late listener that it is open', async () => {
    const { fire, socket } = setUp();
    const told: string[] = [];
    fire('open');
    socket.addEventListener('open', () => void told.push('open'));
    socket.addEventListener('close', () => void told.push('close'));
    await expect.poll(() => told).toEqual(['open']);
    expect(socket.readyState).toBe(1);
    fire('close');
    expect(told).toEqual(['open', 'close']);
    expect(socket.readyState).toBe(3);
  });
});
