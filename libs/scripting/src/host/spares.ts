/**
 * Things that take a while to make, made ahead while there is nothing else to do.
 * @param isBusy whether there is something else to do
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
    /** One that was made ahead, or one made now. */
    take: (): A => ready.pop() ?? make(),
    /** Makes more once there is time. */
    refill,
  };
};
