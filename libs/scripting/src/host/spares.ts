/**
 * Prepares expensive values in advance while the process is idle.
 * @param isBusy whether the process has other work
 */
export const createSpares = <A>(make: () => A, most: number, isBusy: () => boolean) => {
  const ready: A[] = [];
  let planned = false;

  const refill = (): void => {
    if (planned || ready.length >= most) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      if (isBusy()) return;
      ready.push(make());
      refill();
    });
  };

  return {
    /** A prepared value, or a new one. */
    take: (): A => ready.pop() ?? make(),
    /** Prepares more when there is time. */
    refill,
  };
};
