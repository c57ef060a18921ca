import { useState } from 'react';

/** The nearest line that stays when the one at a place goes: below it, else above. */
const findNearestKey = (keys: readonly string[], at: number, going: readonly string[]): string | undefined =>
  [...keys.slice(at + 1), ...keys.slice(0, Math.max(at, 0)).reverse()].find((key) => !going.includes(key));

/**
 * The lines of a list that are being deleted. Each is in the list until its deletion is answered, and must not get the focus when
 * another one is deleted meanwhile.
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
    /** The line that has the focus when this one goes: the next that stays, else the one before. */
    besides: (key: string): string | undefined => findNearestKey(keys, keys.indexOf(key), going),
  };
};
