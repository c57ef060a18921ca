/** Maximum time for which a computation runs before it yields to other work, in milliseconds. */
const sliceMs = 15;

/** A long computation. It yields undefined to let other work run, or a promise to wait for. */
export type Steps<A> = Generator<Promise<unknown> | undefined, A, unknown>;

const waitOneTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits for `value` if it is a promise. */
export function* awaitStep<A>(value: A | Promise<A>): Steps<A> {
  return value instanceof Promise ? ((yield value) as A) : value;
}

/** Wraps `work` as a single step. */
// eslint-disable-next-line require-yield
export function* toStep<A>(work: () => A): Steps<A> {
  return work();
}

const resumeAfterWait = async <A>(steps: Steps<A>, awaited: Promise<unknown>) => {
  let value: unknown;
  try {
    value = await awaited;
  } catch (error) {
    return steps.throw(error);
  }
  return steps.next(value);
};

/**
 * Runs a long computation step by step, and lets other work run in between.
 * @throws the reason of `signal` once it is aborted
 */
export const completeInSlices = async <A>(steps: Steps<A>, signal?: AbortSignal): Promise<A> => {
  let began = performance.now();
  for (let step = steps.next(); ;) {
    if (step.done) return step.value;
    signal?.throwIfAborted();
    if (step.value instanceof Promise) {
      step = await resumeAfterWait(steps, step.value);
      began = performance.now();
      continue;
    }
    if (performance.now() - began >= sliceMs) {
      await waitOneTurn();
      began = performance.now();
    }
    step = steps.next();
  }
};
