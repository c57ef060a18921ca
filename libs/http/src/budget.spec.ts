import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import { createBudget, NoRoom, onLeave } from './budget.js';

const exchange = () => {
  const socket = new Socket();
  const request = new IncomingMessage(socket);
  return { socket, request, response: new ServerResponse(request) };
};

/** A budget with one open request. */
const withOne = (most: number) => {
  const budget = createBudget(most);
  const { socket, request, response } = exchange();
  return { ...budget, socket, response, room: budget.open(request, response) };
};

describe('the room of a request', () => {
  it('takes up to the whole budget and no more', { tags: 'server:bodies' }, () => {
    const { room, taken } = withOne(100);
    room.take(60);
    room.take(40);
    expect(taken()).toBe(100);
    expect(() => {
      room.take(1);
    }).toThrow(NoRoom);
    expect(() => {
      room.take(1);
    }).toThrow(/100 bytes/);
    expect(taken()).toBe(100);
  });

  it('counts at least the bytes on hold, even beyond the budget', () => {
    const { room, taken } = withOne(100);
    room.take(60);
    room.hold(50);
    expect(taken()).toBe(60);
    room.hold(150);
    expect(taken()).toBe(150);
  });

  it('returns its bytes once and takes none afterwards', () => {
    const { room, taken, open } = withOne(100);
    const { request, response } = exchange();
    open(request, response).take(30);
    room.take(60);
    room.free();
    room.free();
    expect(taken()).toBe(30);
    room.take(200);
    room.hold(200);
    expect(taken()).toBe(30);
  });

  it.each(['socket', 'response'] as const)('is returned when the %s closes', (which) => {
    const one = withOne(100);
    one.room.take(60);
    one[which].emit('close');
    expect(one.taken()).toBe(0);
  });

  it('is empty if the client has already disconnected', () => {
    const { taken, open } = createBudget(100);
    const { socket, request, response } = exchange();
    socket.destroy();
    open(request, response).take(60);
    expect(taken()).toBe(0);
  });

  it('is returned if the client does not read its response for a minute', () => {
    const { taken, socket, response, room } = withOne(100);
    room.take(60);
    response.assignSocket(socket);
    response.end('unread');
    expect(socket.timeout).toBe(60_000);
    expect(taken()).toBe(60);
    socket.destroy();
  });
});

describe('a listener for the end of a connection', () => {
  it('is called once unless it was removed', () => {
    const socket = new Socket();
    const called: string[] = [];
    onLeave(socket, () => called.push('first'));
    const forget = onLeave(socket, () => called.push('second'));
    onLeave(socket, () => called.push('third'));
    forget();
    expect(called).toEqual([]);
    expect(socket.listenerCount('close')).toBe(1);
    socket.emit('close');
    expect(called).toEqual(['first', 'third']);
  });
});
