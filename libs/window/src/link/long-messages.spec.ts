import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { type BlobSocket, maxSyncLength, splitLongMessages } from './long-messages.js';

const long = '\u{1f600}'.repeat(maxSyncLength);

const setUp = () => {
  const sent: (string | Blob)[] = [];
  const listeners = new Map<string, (event: { data: unknown }) => void>();
  const raw: BlobSocket = {
    send: (data) => {
      sent.push(data);
    },
    close: () => undefined,
    addEventListener: (type: string, listener: (event: { data: unknown }) => void) => {
      listeners.set(type, listener);
    },
  };
  const emit = (type: string, data: unknown): void => listeners.get(type)?.({ data });
  return { sent, emit, socket: splitLongMessages(raw) };
};

describe('a socket for long messages', () => {
  it('sends short messages at once', () => {
    const { sent, socket } = setUp();
    socket.send('a');
    expect(sent).toEqual(['a']);
  });

  it('sends a long message before the messages that follow it', async () => {
    const { sent, socket } = setUp();
    socket.send(long);
    socket.send('b');
    expect(sent).toEqual([]);
    await expect.poll(() => sent.length).toBe(2);
    const [first, second] = sent;
    expect([(await (first as Blob).text()) === long, second]).toEqual([true, 'b']);
    socket.send('c');
    expect(sent.at(-1)).toBe('c');
  });

  it('reads messages in order, a long one in a task of its own', async () => {
    const { socket, emit } = setUp();
    const read: string[] = [];
    socket.addEventListener('message', ({ data }) => {
      read.push(String(data).slice(0, 4));
    });
    emit('message', 'a');
    emit('message', `long${long}`);
    emit('message', 'b');
    expect(read).toEqual(['a']);
    await expect.poll(() => read).toEqual(['a', 'long', 'b']);
    emit('message', 'c');
    expect(read.at(-1)).toBe('c');
  });

  it('reads the messages after one that could not be handled', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const { socket, emit } = setUp();
    const read: string[] = [];
    socket.addEventListener('message', ({ data }) => {
      if (data === long) throw new Error('unreadable');
      read.push(String(data));
    });
    emit('message', long);
    emit('message', 'b');
    await expect.poll(() => read).toEqual(['b']);
    expect(report).toHaveBeenCalledWith(new Error('unreadable'));
  });

  it('passes on other events', () => {
    const { socket, emit } = setUp();
    const heard: string[] = [];
    socket.addEventListener('open', () => heard.push('open'));
    socket.addEventListener('close', () => heard.push('close'));
    emit('open', undefined);
    emit('close', undefined);
    expect(heard).toEqual(['open', 'close']);
  });
});
