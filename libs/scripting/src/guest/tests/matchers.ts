import { Asymmetric, isSubset, isLooselyEqual, isStrictlyEqual } from './equals.js';
import { show, showQuoted } from './show.js';

/** A matcher's result. `expected` and `actual` are shown if it fails. */
export interface MatchResult {
  readonly pass: boolean;
  /** The end of the sentence "expected X …", for example `to be 200`. It must also fit after "not". */
  readonly claim: string;
  /** The event that happened instead. Set if the value alone does not show it. */
  readonly but?: string;
  readonly expected?: unknown;
}

type Matcher = (actual: unknown, ...args: never[]) => MatchResult;

const compare = (pass: boolean, claim: string, expected: unknown): MatchResult => ({
  pass,
  // A getter, because most assertions pass and never need the text.
  get claim() {
    return `${claim} ${showQuoted(expected)}`;
  },
  expected,
});
const createMatchResult = (pass: boolean, claim: string): MatchResult => ({ pass, claim });

const assertNumbers = (actual: unknown, expected: unknown, name: string): void => {
  for (const value of [actual, expected]) {
    if (typeof value !== 'number' && typeof value !== 'bigint') {
      throw new TypeError(`${name} compares numbers, not ${show(value)}`);
    }
  }
};

const createOrderMatcher =
  (name: string, claim: string, test: (a: number, b: number) => boolean): Matcher =>
  (actual: unknown, expected: number) => {
    assertNumbers(actual, expected, name);
    return compare(test(actual as number, expected), claim, expected);
  };

const parsePath = (path: string | readonly PropertyKey[]): readonly PropertyKey[] =>
  typeof path === 'string' ? path.split(/[.[\]]+/).filter((part) => part !== '') : path;

const walk = (
  value: unknown,
  path: readonly PropertyKey[],
): { readonly found: boolean; readonly value?: unknown } => {
  let here: unknown = value;
  for (const key of path) {
    if (here === null || here === undefined || !(key in Object(here))) return { found: false };
    here = (here as Record<PropertyKey, unknown>)[key];
  }
  return { found: true, value: here };
};

const hasProperty = (
  actual: unknown,
  path: string | readonly PropertyKey[],
  ...rest: unknown[]
): MatchResult => {
  const { found, value } = walk(actual, parsePath(path));
  const claim = `to have property ${showQuoted(path)}`;
  if (rest.length === 0) return createMatchResult(found, claim);
  return compare(found && isLooselyEqual(value, rest[0]), `${claim} with value`, rest[0]);
};

const toItems = (actual: unknown): readonly unknown[] => {
  if (actual === null || actual === undefined || !(Symbol.iterator in Object(actual))) {
    throw new TypeError(`toContain takes a string or a list, not ${show(actual)}`);
  }
  return [...(actual as Iterable<unknown>)];
};

const hasItem = (actual: unknown, item: unknown): boolean => {
  if (typeof actual !== 'string') return toItems(actual).includes(item);
  if (typeof item === 'string') return actual.includes(item);
  throw new TypeError(`a string can only contain strings, not ${show(item)}`);
};

const hasMessage = (error: unknown): error is { readonly message: unknown } =>
  typeof error === 'object' && error !== null && 'message' in error;

const getErrorMessage = (error: unknown): string => String(hasMessage(error) ? error.message : error);

const isExpectedError = (error: unknown, expected: unknown): boolean => {
  if (typeof expected === 'string') return getErrorMessage(error).includes(expected);
  if (expected instanceof RegExp) return expected.test(getErrorMessage(error));
  if (typeof expected === 'function') return error instanceof expected;
  if (expected instanceof Asymmetric) return expected.matches(error);
  if (expected instanceof Error) return hasMessage(error) && getErrorMessage(error) === expected.message;
  throw new TypeError('toThrow takes a string, a RegExp, a class or an Error');
};

const matchThrow = (actual: unknown, ...rest: unknown[]): MatchResult => {
  if (typeof actual !== 'function')
    throw new TypeError('toThrow takes a function: expect(() => work()).toThrow()');
  try {
    (actual as () => unknown)();
  } catch (error) {
    return { ...matchThrownError(error, ...rest), but: `it threw ${showQuoted(error)}` };
  }
  return rest.length === 0
    ? createMatchResult(false, 'to throw')
    : { ...compare(false, 'to throw', rest[0]), but: 'it threw nothing' };
};

/** Checks a thrown value. */
export const matchThrownError = (error: unknown, ...rest: unknown[]): MatchResult =>
  rest.length === 0
    ? createMatchResult(true, 'to throw')
    : compare(isExpectedError(error, rest[0]), 'to throw', rest[0]);

const getLength = (actual: unknown): number => {
  const length = (actual as { length?: unknown } | null | undefined)?.length;
  if (typeof length !== 'number')
    throw new TypeError(`toHaveLength takes something with a length, not ${show(actual)}`);
  return length;
};

const isCloseTo = (actual: unknown, expected: number, digits = 2): MatchResult => {
  assertNumbers(actual, expected, 'toBeCloseTo');
  const pass =
    (actual === expected && Math.abs(expected) === Infinity) ||
    Math.abs((actual as number) - expected) < 10 ** -digits / 2;
  return compare(pass, 'to be close to', expected);
};

const isInstance = (actual: unknown, type: unknown): MatchResult => {
  if (typeof type !== 'function') throw new TypeError('toBeInstanceOf takes a class');
  return createMatchResult(actual instanceof type, `to be an instance of ${type.name}`);
};

const matchText = (actual: unknown, expected: string | RegExp): MatchResult => {
  if (typeof actual !== 'string') throw new TypeError(`toMatch takes a string, not ${show(actual)}`);
  const pass = typeof expected === 'string' ? actual.includes(expected) : new RegExp(expected).test(actual);
  return compare(pass, 'to match', expected);
};

/** Jest's matchers by name. If a matcher gets wrong arguments, it throws a TypeError that explains them. */
export const matchers = {
  toBe: (actual: unknown, expected: unknown) => compare(Object.is(actual, expected), 'to be', expected),
  toEqual: (actual: unknown, expected: unknown) =>
    compare(isLooselyEqual(actual, expected), 'to equal', expected),
  toStrictEqual: (actual: unknown, expected: unknown) =>
    compare(isStrictlyEqual(actual, expected), 'to strictly equal', expected),
  toMatchObject: (actual: unknown, expected: object) => {
    for (const value of [actual, expected]) {
      if (typeof value !== 'object' || value === null)
        throw new TypeError(`toMatchObject compares objects, not ${show(value)}`);
    }
    return compare(isSubset(actual, expected), 'to match', expected);
  },
  toMatch: matchText,
  toBeDefined: (actual: unknown) => createMatchResult(actual !== undefined, 'to be defined'),
  toBeUndefined: (actual: unknown) => createMatchResult(actual === undefined, 'to be undefined'),
  toBeNull: (actual: unknown) => createMatchResult(actual === null, 'to be null'),
  toBeNaN: (actual: unknown) => createMatchResult(Number.isNaN(actual), 'to be NaN'),
  toBeTruthy: (actual: unknown) => createMatchResult(Boolean(actual), 'to be truthy'),
  toBeFalsy: (actual: unknown) => createMatchResult(!actual, 'to be falsy'),
  toContain: (actual: unknown, item: unknown) => compare(hasItem(actual, item), 'to contain', item),
  toContainEqual: (actual: unknown, item: unknown) =>
    compare(
      toItems(actual).some((one) => isLooselyEqual(one, item)),
      'to contain',
      item,
    ),
  toHaveLength: (actual: unknown, length: number) =>
    compare(getLength(actual) === length, 'to have length', length),
  toHaveProperty: hasProperty,
  toBeGreaterThan: createOrderMatcher('toBeGreaterThan', 'to be greater than', (a, b) => a > b),
  toBeGreaterThanOrEqual: createOrderMatcher('toBeGreaterThanOrEqual', 'to be at least', (a, b) => a >= b),
  toBeLessThan: createOrderMatcher('toBeLessThan', 'to be less than', (a, b) => a < b),
  toBeLessThanOrEqual: createOrderMatcher('toBeLessThanOrEqual', 'to be at most', (a, b) => a <= b),
  toBeCloseTo: isCloseTo,
  toBeInstanceOf: isInstance,
  toThrow: matchThrow,
  toThrowError: matchThrow,
} as const satisfies Record<string, Matcher>;
