/** How long a start waits for folders to be taken in, in milliseconds: a small one is there with the first answer. */
const patienceMs = 1_500;

/** Resolves when all of `work` has, or after {@link patienceMs}. */
export const forAWhile = async (work: readonly Promise<unknown>[]): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([Promise.all(work), patience]);
  clearTimeout(timer);
};
