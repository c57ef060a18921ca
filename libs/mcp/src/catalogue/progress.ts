import { setTimeout as passing } from 'node:timers/promises';

import type { CallOptions } from '@tandem/rpc';

/** Milliseconds between the last progress and the answer: clients drop progress that arrives together with it. */
const apartMs = 10;

type ProgressToken = string | number;

/** Where the progress of one request is sent. */
export interface ProgressTarget {
  /** What the client asked for progress under, if it did. */
  readonly progressToken: ProgressToken | undefined;
  readonly notifyProgress: (params: {
    readonly progressToken: ProgressToken;
    readonly progress: number;
    readonly total: number;
    readonly message: string;
  }) => Promise<void>;
}

/** Makes a call that reports its progress under the client's token, if it gave one. */
export const reportProgress = async <A>(
  { progressToken, notifyProgress }: ProgressTarget,
  call: (options: Pick<CallOptions, 'onProgress'>) => Promise<A>,
): Promise<A> => {
  if (progressToken === undefined) return call({});
  let last = -Infinity;
  const result = await call({
    onProgress: (progress, total, message) => {
      last = performance.now();
      notifyProgress({ progressToken, progress, total, message }).catch(() => undefined); // the client has left
    },
  });
  const early = last + apartMs - performance.now();
  if (early > 0) await passing(early);
  return result;
};
