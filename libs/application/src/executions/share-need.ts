import type { AppError, Store } from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { EndedExecution } from './dependencies.js';

type Outcome = E.Either<AppError, EndedExecution>;

/** The executions of needs that are running, by what they are for. */
const runningDependencies = new WeakMap<Store, Map<string, Promise<Outcome>>>();

const getRunningDependencies = (store: Store): Map<string, Promise<Outcome>> => {
  const present = runningDependencies.get(store) ?? new Map<string, Promise<Outcome>>();
  runningDependencies.set(store, present);
  return present;
};

/** What arrives, or undefined once the caller has given up. */
const awaitUnlessAborted = async <A>(promise: Promise<A>, signal: AbortSignal): Promise<A | undefined> => {
  let giveUp: () => void = () => undefined;
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });
  signal.addEventListener('abort', giveUp);
  try {
    return signal.aborted ? undefined : await Promise.race([promise, givenUp]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};

const isCancelled = (outcome: Outcome): boolean =>
  E.isRight(outcome) && outcome.right.result.error?.code === 'CANCELLED';

interface SharedDependencyOptions {
  readonly store: Store;
  /** What the execution is for; the same for executions that may take each other's place. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Whether to wait for one that another call has begun. One that others wait for must not. */
  readonly waits: boolean;
  readonly execute: () => Promise<Outcome>;
}

/** Executes a need, or takes the outcome of the same one that another call is executing, unless that is cancelled. */
export const shareNeed = async ({
  store,
  key,
  signal,
  waits,
  execute,
}: SharedDependencyOptions): Promise<{ readonly outcome: Outcome; readonly isShared: boolean }> => {
  const all = getRunningDependencies(store);
  for (let present = all.get(key); waits && present !== undefined; present = all.get(key)) {
    const outcome = await awaitUnlessAborted(present, signal);
    if (outcome === undefined) break;
    if (!isCancelled(outcome)) return { outcome, isShared: true };
  }
  const own = execute();
  if (!all.has(key)) {
    all.set(key, own);
    const end = () => void all.delete(key);
    own.then(end, end);
  }
  return { outcome: await own, isShared: false };
};
