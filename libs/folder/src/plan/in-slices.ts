/** How long a computation has the process for itself at a time, in milliseconds. */
const sliceMs = 15;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Takes the steps of a long computation to its end, and lets others have a turn in between. */
export const inSlices = async <A>(steps: Iterator<unknown, A>): Promise<A> => {
  let began = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - began < sliceMs) continue;
    await turn();
    began = performance.now();
  }
};
