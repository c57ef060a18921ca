import { isContainer, isExactNumber, stringifyJson } from '@tandem/core/codec';

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isContainer(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
};

/** Whether two values mean the same: what is stored may come back with its fields in another order. */
export const alike = (a: unknown, b: unknown): boolean =>
  stringifyJson(sorted(a)) === stringifyJson(sorted(b));

/** The entries of an object as JSON has them. */
const entriesOf = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, one]) => one !== undefined);

/** Whether two values have the same JSON, the order of their fields included; quick for long texts, which have no JSON made. */
export const same = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (isExactNumber(a) && isExactNumber(b)) return String(a) === String(b);
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [entriesOf(a), entriesOf(b)];
  return (
    ours.length === theirs.length &&
    ours.every(([name, value], at) => {
      const [theirName, theirValue] = theirs[at] ?? [];
      return name === theirName && same(value, theirValue);
    })
  );
};
