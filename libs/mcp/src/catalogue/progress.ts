import { setTimeout as passing } from 'node:timers/promises';

import type { CallOptions, OnProgress } from '@tandem/rpc';

/** Milliseconds between the last progress and the answer: clients drop progress that arrives together with it. */
const apartMs = 10;

/**
 * Makes a call that tells of its progress under the token that the client gave, if it gave one.
 * @param tell what tells, for a token
 */
export const reportProgress = async <T extends string | number, A>(
  token: T | undefined,
  tell: (token: T) => OnProgress,
  call: (options: Pick<CallOptions, 'onProgress'>) => Promise<A>,
): Promise<A> => {
  if (token === undefined) return call({});
  const told = tell(token);
  let last = -Infinity;
  const result = await call({
    onProgress: (done, total, name) => {
      last = performance.now();
      told(done, total, name);
    },
  });
  const early = last + apartMs - performance.now();
  if (early > 0) await passing(early);
  return result;
};
