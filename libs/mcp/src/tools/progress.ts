import { setTimeout as passing } from 'node:timers/promises';

import type { CallOptions } from '@tandem/rpc';

/** Minimum interval between the last progress and the result. Clients drop progress that arrives together with it. */
const minIntervalMs = 10;

type ProgressToken = string | number;

/** How long calls and their clients wait for each other. */
export interface Waits {
  /** Time without progress before the client is notified that its call is still running, in milliseconds. */
  readonly beatMs: number;
  /** How long a client is assumed to wait for a call without progress, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * The default waits. Most clients time out after 60 s, some much sooner, unless progress arrives. Progress is sent at least every 4.5 s.
 */
export const defaultWaits: Waits = { beatMs: 3_000, patienceMs: 50_000 };

/** Sends the progress of one request. */
export interface ProgressTarget {
  /** The token from the request, if it asked for progress. */
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
 * Runs a call and reports its progress at regular intervals if the request has a progress token. Progress must increase, so each of
 * these reports adds a fraction of a step. Without a token, the call receives the time that its client will still wait.
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
  let [done, beats] = [0, 0];
  let known: { readonly total?: number } = {};
  const notify = (progress: number, message: string): void => {
    notifyProgress({ progressToken, progress, ...known, message }).catch(() => undefined); // the client has disconnected
  };
  const timer = setInterval(() => {
    if (performance.now() - last < beatMs / 2) return;
    beats += 1;
    notify(done + beats / (beats + 1), 'still running, or waiting for a person');
  }, beatMs);
  try {
    const result = await call({
      onProgress: (progress, total, message) => {
        last = performance.now();
        [done, beats, known] = [progress, 0, { total }];
        notify(progress, message);
      },
    });
    const early = last === began ? 0 : last + minIntervalMs - performance.now();
    if (early > 0) await passing(early);
    return result;
  } finally {
    clearInterval(timer);
  }
};
