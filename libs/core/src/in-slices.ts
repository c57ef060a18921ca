/** Maximum time without yielding, in milliseconds. */
const sliceMs = 15;

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Waits for other work if the last pause was a while ago; returns undefined if it is too early. */
export type Turns = () => Promise<void> | undefined;

/** Creates the function that a long task calls between steps to let other work run. */
export const createTurns = (): Turns => {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return yieldToEventLoop().then(() => {
      began = performance.now();
    });
  };
};

/** Maps a long list and yields in between. */
export const mapInSlices = async <A, B>(
  list: readonly A[],
  map: (one: A, at: number) => B,
): Promise<readonly B[]> => {
  const turns = createTurns();
  const mapped: B[] = [];
  for (const [at, one] of list.entries()) {
    mapped.push(map(one, at));
    await turns();
  }
  return mapped;
};

/** Work split into short steps. */
export type Stepwise<A> = Generator<undefined, A, undefined>;

/** Runs all steps and yields in between. */
export const runStepsInSlices = async <A>(work: Stepwise<A>): Promise<A> => {
  const turns = createTurns();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    await turns();
  }
};

/** Runs all steps synchronously. */
export const runStepsAtOnce = <A>(work: Stepwise<A>): A => {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
};
