import { useState } from 'react';

/** The nearest remaining line when the one at an index is removed: below it, else above. */
const findNearestKey = (keys: readonly string[], at: number, going: readonly string[]): string | undefined =>
  [...keys.slice(at + 1), ...keys.slice(0, Math.max(at, 0)).reverse()].find((key) => !going.includes(key));

/**
 * The lines of a list that are being deleted. Each stays in the list until the response, and must not get the focus
 * if another one is deleted meanwhile.
 */
export const useGoing = (keys: readonly string[]) => {
  const [all, setGoing] = useState<readonly string[]>([]);
  const going = all.filter((key) => keys.includes(key));
  if (going.length < all.length) setGoing(going);
  return {
    going,
    goes: (key: string): void => {
      setGoing((before) => [...before, key]);
    },
    /** Its deletion has ended, and may have failed. */
    ended: (key: string): void => {
      setGoing((before) => before.filter((one) => one !== key));
    },
    /** The line that gets the focus when this one is removed: the next remaining one, else the previous. */
    besides: (key: string): string | undefined => findNearestKey(keys, keys.indexOf(key), going),
  };
};
