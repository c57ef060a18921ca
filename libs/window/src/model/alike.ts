const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Whether two values mean the same: what is stored may come back with its fields in another order. */
export const alike = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a, sorted) === JSON.stringify(b, sorted);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The entries of an object as JSON has them. */
const entriesOf = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, one]) => one !== undefined);

/** Whether two values have the same JSON, the order of their fields included; quick for long texts, which have no JSON made. */
export const same = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [entriesOf(a), entriesOf(b)];
  return (
    ours.length === theirs.length &&
    ours.every(([name, value], at) => {
      const [theirName, theirValue] = theirs[at] ?? [];
      return name === theirName && same(value, theirValue);
    })
  );
};
