import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import { createBudget, BudgetExceededError, onDisconnect } from './budget.js';

const exchange = () => {
  const socket = new Socket();
  const request = new IncomingMessage(socket);
  return { socket, request, response: new ServerResponse(request) };
};

/** Creates a budget with one open request. */
const createBudgetWithOne = (maxBytes: number) => {
  const budget = createBudget(maxBytes);
  const { socket, request, response } = exchange();
  return { ...budget, socket, response, share: budget.open(request, response) };
};

describe("a request's share of the budget", () => {
  it('can grow to the whole budget, but no further', { tags: 'server:bodies' }, () => {
    const { share, taken } = createBudgetWithOne(100);
    share.take(60);
    share.take(40);
    expect(taken()).toBe(100);
    expect(() => {
      share.take(1);
    }).toThrow(BudgetExceededError);
    expect(() => {
      share.take(1);
    }).toThrow(/100 bytes/);
    expect(taken()).toBe(100);
  });

  it('counts at least the bytes on hold, even beyond the budget', () => {
    const { share, taken } = createBudgetWithOne(100);
    share.take(60);
    share.hold(50);
    expect(taken()).toBe(60);
    share.hold(150);
    expect(taken()).toBe(150);
  });

  it('returns its bytes once, and takes none afterwards', () => {
    const { share, taken, open } = createBudgetWithOne(100);
    const { request, response } = exchange();
    open(request, response).take(30);
    share.take(60);
    share.free();
    share.free();
    expect(taken()).toBe(30);
    share.take(200);
    share.hold(200);
    expect(taken()).toBe(30);
  });

  it.each(['socket', 'response'] as const)('is returned when the %s closes', (which) => {
    const one = createBudgetWithOne(100);
    one.share.take(60);
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
    const { taken, socket, response, share } = createBudgetWithOne(100);
    share.take(60);
    response.assignSocket(socket);
    response.end('unread');
    expect(socket.timeout).toBe(60_000);
    expect(taken()).toBe(60);
    socket.destroy();
  });
});

describe('a listener for the end of a connection', () => {
  it('is called once, unless it was removed', () => {
    const socket = new Socket();
    const called: string[] = [];
    onDisconnect(socket, () => called.push('first'));
    const forget = onDisconnect(socket, () => called.push('second'));
    onDisconnect(socket, () => called.push('third'));
    forget();
    expect(called).toEqual([]);
    expect(socket.listenerCount('close')).toBe(1);
    socket.emit('close');
    expect(called).toEqual(['first', 'third']);
  });
});
