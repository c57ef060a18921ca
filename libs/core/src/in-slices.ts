/** How long work has the process for itself at a time, in milliseconds. */
const sliceMs = 15;

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Gives others a turn if there has been none for a while. */
export type Turns = () => Promise<void> | undefined;

/** Lets other work have its turn during a long task. */
export const createTurns = (): Turns => {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return yieldToEventLoop().then(() => {
      began = performance.now();
    });
  };
};

/** Maps a long list, and lets others have a turn in between. */
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

/** Work in steps, of which each is short. */
export type Stepwise<A> = Generator<undefined, A, undefined>;

/** Does work in steps to its end, and lets others have a turn in between. */
export const stepsInSlices = async <A>(work: Stepwise<A>): Promise<A> => {
  const turns = createTurns();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    await turns();
  }
};

/** Does work in steps to its end at once. */
export const stepsAtOnce = <A>(work: Stepwise<A>): A => {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
};
