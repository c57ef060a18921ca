import { setTimeout as passing } from 'node:timers/promises';

import type { CallOptions } from '@tandem/rpc';

/** Minimum interval between the last progress and the result: clients drop progress that arrives together with it. */
const apartMs = 10;

type ProgressToken = string | number;

/** Sends the progress of one request. */
export interface ProgressTarget {
  /** The token from the request, if it asked for progress. */
  readonly progressToken: ProgressToken | undefined;
  readonly notifyProgress: (params: {
    readonly progressToken: ProgressToken;
    readonly progress: number;
    readonly total: number;
    readonly message: string;
  }) => Promise<void>;
}

/** Runs a call and reports its progress if the request has a progress token. */
export const reportProgress = async <A>(
  { progressToken, notifyProgress }: ProgressTarget,
  call: (options: Pick<CallOptions, 'onProgress'>) => Promise<A>,
): Promise<A> => {
  if (progressToken === undefined) return call({});
  let last = -Infinity;
  const result = await call({
    onProgress: (progress, total, message) => {
      last = performance.now();
      notifyProgress({ progressToken, progress, total, message }).catch(() => undefined); // the client has disconnected
    },
  });
  const early = last + apartMs - performance.now();
  if (early > 0) await passing(early);
  return result;
};
