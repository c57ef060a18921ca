import { isContainer } from './exact-json.js';

/** Maximum nesting of lists and objects, far less than the stack allows. */
export const maxDepth = 500;

/** Whether lists and objects in `value` are nested deeper than {@link maxDepth}, checked level by level. */
export const isTooDeep = (value: unknown): boolean => {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= maxDepth) return true;
    level = level.flatMap((one) => Object.values(one).filter(isContainer));
  }
  return false;
};
