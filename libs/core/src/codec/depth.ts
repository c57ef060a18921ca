import { isContainer } from './exact-json.js';

/** Maximum nesting of lists and objects, far less than the stack allows. */
export const deepest = 500;

/** Whether lists and objects in `value` are nested deeper than {@link deepest}, checked level by level. */
export const isTooDeep = (value: unknown): boolean => {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= deepest) return true;
    level = level.flatMap((one) => Object.values(one).filter(isContainer));
  }
  return false;
};
