/** Calls `rest` after `ms` idle milliseconds if `isQuiet` holds. Does not keep the process alive. */
export const createRest = (ms: number, isQuiet: () => boolean, rest: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    timer = undefined;
    if (isQuiet()) rest();
    else arm();
  };
  const arm = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, ms).unref();
  };
  return {
    touch: arm,
    stop: (): void => {
      clearTimeout(timer);
    },
  };
};
