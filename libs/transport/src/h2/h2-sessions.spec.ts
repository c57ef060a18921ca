import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { rejectOnAbort } from '../timeout.js';
import { createSpareConnections, type OpenedConnection } from './h2-sessions.js';

const createConnection = (): OpenedConnection & { readonly socket: Socket } => {
  const socket = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy: () => {
      if (socket.destroyed) return;
      socket.destroyed = true;
      socket.emit('close');
    },
  });
  return { socket: socket as unknown as Socket, opening: { began: 0, times: {} } };
};

describe('a spare connection', () => {
  it('is returned once, and then stays open', async () => {
    const spares = createSpareConnections(1);
    const one = createConnection();
    spares.keep('https://a', one);
    expect(spares.take('https://b')).toBeUndefined();
    expect(spares.take('https://a')?.socket).toBe(one.socket);
    expect(spares.take('https://a')).toBeUndefined();
    expect(one.socket.listenerCount('close')).toBe(0);
    const later = createConnection();
    spares.keep('https://a', later);
    await expect.poll(() => later.socket.destroyed).toBe(true);
    expect(one.socket.destroyed).toBe(false);
    expect(spares.take('https://a')).toBeUndefined();
  });

  it('replaces an earlier one for the same origin', () => {
    const spares = createSpareConnections(60_000);
    const [first, second, other] = [createConnection(), createConnection(), createConnection()];
    spares.keep('https://a', first);
    spares.keep('https://a', second);
    spares.keep('https://b', other);
    expect([first, second, other].map(({ socket }) => socket.destroyed)).toEqual([true, false, false]);
    spares.drop();
    expect([second, other].map(({ socket }) => socket.destroyed)).toEqual([true, true]);
    expect(spares.take('https://a')).toBeUndefined();
  });

  it('is dropped once it is closed', () => {
    const spares = createSpareConnections(60_000);
    const one = createConnection();
    spares.keep('https://a', one);
    one.socket.emit('close');
    expect(spares.take('https://a')).toBeUndefined();
  });
});

describe('work that may be aborted', () => {
  it('returns its result if it is not aborted', async () => {
    const { signal } = new AbortController();
    expect(await rejectOnAbort(Promise.resolve(1), signal)).toBe(1);
    await expect(rejectOnAbort(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  it('is rejected immediately when it is aborted', async () => {
    const controller = new AbortController();
    const never = new Promise<never>(() => undefined);
    const work = rejectOnAbort(never, controller.signal);
    controller.abort();
    await expect(work).rejects.toThrow('aborted');
    await expect(rejectOnAbort(never, controller.signal)).rejects.toThrow('aborted');
  });
});
