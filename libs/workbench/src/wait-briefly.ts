/** How long a start waits for folders to be read, in milliseconds; enough for small ones. */
const maxWaitMs = 1_500;

/** Resolves when all of `work` is done, or after {@link maxWaitMs}. */
export const waitBriefly = async (work: readonly Promise<unknown>[]): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs);
  });
  await Promise.race([Promise.all(work), timeout]);
  clearTimeout(timer);
};
