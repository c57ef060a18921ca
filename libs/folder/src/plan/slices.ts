/** How long a computation may run before it yields, in milliseconds. */
const sliceMs = 15;

/** A long computation: it yields to let others run, and yields promises that it waits for. */
export type Steps<A> = Generator<Promise<unknown> | undefined, A, unknown>;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The resolved `value`, as a step of a computation. */
export function* awaitStep<A>(value: A | Promise<A>): Steps<A> {
  return value instanceof Promise ? ((yield value) as A) : value;
}

/** Work in one step. */
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
 * Runs a long computation step by step and yields in between.
 * @throws the reason of `signal` once that is aborted
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
      await turn();
      began = performance.now();
    }
    step = steps.next();
  }
};
