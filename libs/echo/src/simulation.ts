import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import { onDisconnect } from '@tandem/node/http';

import type { Head } from './head.js';
import { ClientDisconnectedError } from './refusal.js';

/** The simulation that a request asks for. */
export interface Simulation {
  /** The delay in milliseconds, before it is limited. */
  readonly delay: number;
  readonly status: number | undefined;
  readonly reject: boolean;
}

const noSimulation: Simulation = { delay: 0, status: undefined, reject: false };

const getFirstParameter = ({ query: { names, values } }: Head, name: string): string =>
  values[names.indexOf(name)] ?? '';

/** Whether the query contains an argument of the simulation. Quick, because most requests have none. */
export const hasSimulation = ({ query: { names } }: Head): boolean =>
  names.length > 0 && (names.includes('delay') || names.includes('status') || names.includes('reject'));

/** Parses `delay`, `status` and `reject`. If one of them repeats, the first counts. A malformed value is an ordinary argument. */
export const parseSimulation = (head: Head): Simulation => {
  if (!hasSimulation(head)) return noSimulation;
  const [delay, status] = [getFirstParameter(head, 'delay'), getFirstParameter(head, 'status')];
  return {
    delay: /^\d+$/.test(delay) ? Number(delay) : 0,
    status: /^[2-5]\d\d$/.test(status) ? Number(status) : undefined,
    reject: getFirstParameter(head, 'reject') === 'true',
  };
};

/** Maximum number of requests of one connection that wait at the same time. A client that pipelines more is disconnected. */
const maxWaitingRequests = 1_000;

const waitingCounts = new WeakMap<Socket, number>();

/**
 * Waits without holding more than a timer.
 * @throws ClientDisconnectedError immediately when the client disconnects
 */
export const wait = (ms: number, { socket }: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    const waiting = (waitingCounts.get(socket) ?? 0) + 1;
    waitingCounts.set(socket, waiting);
    const stay = (): void => {
      waitingCounts.set(socket, (waitingCounts.get(socket) ?? 1) - 1);
    };
    const timer = setTimeout(() => {
      forget();
      stay();
      resolve();
    }, ms);
    const forget = onDisconnect(socket, () => {
      clearTimeout(timer);
      reject(new ClientDisconnectedError());
    });
    if (waiting > maxWaitingRequests) socket.destroy();
  });
