import { useCallback, useRef } from 'react';

/** Gives the value of the last rendering, by a function that stays the same: what calls it need not be rendered again. */
export const useLatest = <T>(value: T): (() => T) => {
  const latest = useRef(value);
  latest.current = value;
  return useCallback(() => latest.current, []);
};
