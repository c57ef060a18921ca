import { isContainer, isExactNumber, stringifyJson } from '@tandem/core/codec';

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isContainer(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sortKeys(one)]));
};

/** Whether two values mean the same: what is stored may come back with its fields in another order. */
export const isEquivalent = (a: unknown, b: unknown): boolean =>
  stringifyJson(sortKeys(a)) === stringifyJson(sortKeys(b));

/** The entries of an object as JSON has them. */
const entriesOf = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, one]) => one !== undefined);

/** Whether two values have the same JSON, the order of their fields included; quick for long texts, which have no JSON made. */
export const isSameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (isExactNumber(a) && isExactNumber(b)) return String(a) === String(b);
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [entriesOf(a), entriesOf(b)];
  return (
    ours.length === theirs.length &&
    ours.every(([name, value], at) => {
      const [theirName, theirValue] = theirs[at] ?? [];
      return name === theirName && isSameJson(value, theirValue);
    })
  );
};
