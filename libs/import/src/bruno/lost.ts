import { ownValue } from '@tandem/core/codec';

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value says no more than its absence. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  value === 'none' ||
  (Array.isArray(value) && value.length === 0) ||
  (isMap(value) && Object.values(value).every(isNothing));

/** Identifiers that Bruno makes anew each time, and a name that it writes where a token goes into the URL only. */
const passedOver = new Set(['uid', 'tokenQueryKey']);

const words = (value: unknown): string => String(value).replaceAll('\r\n', '\n').trim();

/** The places of what `before` says and `after` does not. */
export const lostIn = (before: unknown, after: unknown, path: readonly string[] = []): readonly string[] => {
  if (isNothing(before)) return [];
  if (Array.isArray(before))
    return before.flatMap((one: unknown, at) =>
      lostIn(one, Array.isArray(after) ? after[at] : undefined, [...path, String(at + 1)]),
    );
  if (isMap(before)) {
    // One line for a thing that is gone as a whole.
    if (after === undefined && path.length > 0) return [path.join('.')];
    return Object.entries(before).flatMap(([key, value]) =>
      passedOver.has(key)
        ? []
        : lostIn(value, isMap(after) ? ownValue(after, key) : undefined, [...path, key]),
    );
  }
  return after !== undefined && words(before) === words(after) ? [] : [path.join('.')];
};
