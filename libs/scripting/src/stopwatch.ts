/** Calls `onOver` after `ms` milliseconds, in which pauses do not count. */
export const startStopwatch = (ms: number, onOver: () => void) => {
  let left = ms;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const resume = (): void => {
    if (timer !== undefined) return;
    since = performance.now();
    timer = setTimeout(onOver, left);
  };
  resume();
  return {
    pause: (): void => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left = Math.max(1, left - (performance.now() - since));
    },
    resume,
  };
};
