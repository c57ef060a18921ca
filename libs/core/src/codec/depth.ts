/** How deep lists and objects may be nested; far less than a stack holds. */
export const deepest = 500;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether lists and objects are nested more than {@link deepest} deep in `value`, found level by level. */
export const isTooDeep = (value: unknown): boolean => {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= deepest) return true;
    level = level.flatMap((one) => Object.values(one).filter(isContainer));
  }
  return false;
};
