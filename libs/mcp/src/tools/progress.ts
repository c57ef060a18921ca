import { setTimeout as passing } from 'node:timers/promises';

import type { CallOptions } from '@tandem/rpc';

/** Minimum time between the last progress and the result, in milliseconds. Clients drop progress that arrives together with the result. */
const minIntervalMs = 10;

type ProgressToken = string | number;

/** How long calls and their clients wait for each other. */
export interface Waits {
  /** After how many milliseconds without progress the client is told that its call is still running. */
  readonly beatMs: number;
  /** How many milliseconds a client probably waits for a call without progress. */
  readonly patienceMs: number;
}

/** Most clients give up after 60 s without progress, and some much earlier. With these times, progress is sent at least every 4.5 s. */
export const defaultWaits: Waits = { beatMs: 3_000, patienceMs: 50_000 };

/** Sends the progress of one request. */
export interface ProgressTarget {
  /** The token for the progress of the request. Undefined if the client did not ask for progress. */
  readonly progressToken: ProgressToken | undefined;
  readonly notifyProgress: (params: {
    readonly progressToken: ProgressToken;
    readonly progress: number;
    readonly total?: number;
    readonly message: string;
  }) => Promise<void>;
}

type ProgressOptions = Pick<CallOptions, 'onProgress' | 'patienceMs'>;

/**
 * Runs a call, and reports its progress at regular intervals if the request has a progress token. Because progress must increase, such a
 * report adds a fraction of a step. Without a token, tells the call how much longer its client will probably wait.
 */
export const reportProgress = async <A>(
  { progressToken, notifyProgress }: ProgressTarget,
  call: (options: ProgressOptions) => Promise<A>,
  { beatMs, patienceMs }: Waits = defaultWaits,
): Promise<A> => {
  const began = performance.now();
  if (progressToken === undefined)
    return call({ patienceMs: () => Math.max(patienceMs - (performance.now() - began), 0) });
  let last = began;
  let [done, beats, told] = [0, 0, -1];
  let known: { readonly total?: number } = {};
  const notify = (message: string): void => {
    told = done + beats / (beats + 1);
    notifyProgress({ progressToken, progress: told, ...known, message }).catch(() => undefined); // The client has disconnected.
  };
  const timer = setInterval(() => {
    if (performance.now() - last < beatMs / 2) return;
    beats += 1;
    notify('still running, or waiting for a person');
  }, beatMs);
  try {
    const result = await call({
      onProgress: (progress, total, message) => {
        last = performance.now();
        // The first step may begin, with a progress of 0, after such reports.
        beats = progress > told ? 0 : beats + 1;
        [done, known] = [Math.max(progress, done), { total }];
        notify(message);
      },
    });
    const early = last === began ? 0 : last + minIntervalMs - performance.now();
    if (early > 0) await passing(early);
    return result;
  } finally {
    clearInterval(timer);
  }
};
