import { Asymmetric, isLooselyEqual } from './equals.js';
import { matchers, type MatchResult, matchThrownError } from './matchers.js';
import { show, showQuoted } from './show.js';

type Test = (value: unknown) => boolean;

const createPattern = (name: string, shown: string, test: Test): Asymmetric =>
  new (class extends Asymmetric {
    matches(value: unknown): boolean {
      return test(value);
    }
    toString(): string {
      return `${name}<${shown}>`;
    }
    toJSON(): string {
      return this.toString();
    }
  })();

type Constructor = abstract new (...args: never[]) => unknown;

const primitives = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Function, 'function'],
  [BigInt, 'bigint'],
  [Symbol, 'symbol'],
  [Object, 'object'],
]);

const isA =
  (type: Constructor): Test =>
  (value) =>
    typeof value === primitives.get(type) || value instanceof type;

const createContainsAllTest =
  (wanted: readonly unknown[]): Test =>
  (value) =>
    wanted.length === 0 ||
    (Array.isArray(value) && wanted.every((one) => value.some((item) => isLooselyEqual(item, one))));

const createMatchTest = (wanted: string | RegExp): Test => {
  const expression =
    typeof wanted === 'string'
      ? new RegExp(wanted)
      : new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, ''));
  return (value) => typeof value === 'string' && expression.test(value);
};

const isRecord = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);

const hasMatchingFields = (value: object, wanted: object): boolean =>
  Object.entries(wanted).every(
    ([key, one]) => key in value && isLooselyEqual((value as Record<string, unknown>)[key], one),
  );

const createPatternFamily = (no: string, turn: (test: Test) => Test) => ({
  arrayContaining: (wanted: readonly unknown[]) =>
    createPattern(`${no}ArrayContaining`, show(wanted), turn(createContainsAllTest(wanted))),
  objectContaining: (wanted: object) =>
    createPattern(
      `${no}ObjectContaining`,
      show(wanted),
      // As in Jest, it matches only objects, even when it is negated.
      (value) =>
        isRecord(value) && turn((one) => one !== null && hasMatchingFields(one as object, wanted))(value),
    ),
  stringContaining: (wanted: string) =>
    createPattern(
      `${no}StringContaining`,
      showQuoted(wanted),
      turn((value) => typeof value === 'string' && value.includes(wanted)),
    ),
  stringMatching: (wanted: string | RegExp) =>
    createPattern(`${no}StringMatching`, String(wanted), turn(createMatchTest(wanted))),
});

/** Asymmetric matchers, which match many values: `expect.any(Number)` and others. */
const asymmetricMatchers = {
  any: (type: Constructor) => {
    if (typeof type !== 'function') throw new TypeError('expect.any() takes a constructor such as String');
    return createPattern('Any', type.name, isA(type));
  },
  anything: () => createPattern('Anything', '', (value) => value !== null && value !== undefined),
  ...createPatternFamily('', (test) => test),
  not: createPatternFamily('Not', (test) => (value) => !test(value)),
};

/** A failed assertion. */
export class ExpectationError extends Error {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly compared: boolean;
  constructor(message: string, compared: boolean, expected: unknown, actual: unknown) {
    super(message);
    this.name = 'ExpectationError';
    this.compared = compared;
    this.expected = expected;
    this.actual = actual;
  }
}

const assertMatch = (verdict: MatchResult, actual: unknown, negated: boolean): void => {
  if (verdict.pass !== negated) return;
  const but = verdict.but === undefined ? '' : `, but ${verdict.but}`;
  const message = `expected ${showQuoted(actual)} ${negated ? 'not ' : ''}${verdict.claim}${but}`;
  throw new ExpectationError(message, 'expected' in verdict, verdict.expected, actual);
};

type Check = (name: keyof typeof matchers, args: readonly unknown[]) => unknown;

type Facade = Record<string, unknown>;

const { defineProperty } = Object;
const matcherNames = Object.keys(matchers) as (keyof typeof matchers)[];

// This runs for every `expect`, so it creates as little as possible and the rest when it is first used.
const createFacade = (check: Check): Facade => {
  const made: Facade = {};
  for (const name of matcherNames) made[name] = (...args: unknown[]) => check(name, args);
  return made;
};

const defineLazily = <A extends Facade, K extends string>(
  on: A,
  name: K,
  get: () => Facade,
): A & Readonly<Record<K, Facade>> =>
  defineProperty(on, name, { get, enumerable: true, configurable: true }) as A & Record<K, Facade>;

const createCheck =
  (actual: unknown, negated: boolean): Check =>
  (name, args) => {
    assertMatch((matchers[name] as (...all: unknown[]) => MatchResult)(actual, ...args), actual, negated);
  };

const waitForOutcome = async (promise: unknown, wanted: 'resolves' | 'rejects'): Promise<unknown> => {
  const work: unknown = typeof promise === 'function' ? (promise as () => unknown)() : promise;
  try {
    const value = await (work as Promise<unknown>);
    if (wanted === 'resolves') return value;
    throw new ExpectationError(
      `expected the promise to reject, but it resolved to ${showQuoted(value)}`,
      false,
      undefined,
      value,
    );
  } catch (error) {
    if (error instanceof ExpectationError || wanted === 'rejects') {
      if (error instanceof ExpectationError) throw error;
      return error;
    }
    throw new ExpectationError(
      `expected the promise to resolve, but it rejected with ${showQuoted(error)}`,
      false,
      undefined,
      error,
    );
  }
};

const createAsyncCheck =
  (promise: unknown, wanted: 'resolves' | 'rejects', negated: boolean): Check =>
  async (name, args) => {
    const actual = await waitForOutcome(promise, wanted);
    if (wanted === 'rejects' && (name === 'toThrow' || name === 'toThrowError')) {
      assertMatch(matchThrownError(actual, ...args), actual, negated);
    } else createCheck(actual, negated)(name, args);
  };

const addNot = (make: (negated: boolean) => Check) =>
  defineLazily(createFacade(make(false)), 'not', () => createFacade(make(true)));

/** Jest's `expect`: matchers, `not`, `resolves`, `rejects`, and patterns such as `expect.any(String)`. */
export const expect = Object.assign((actual: unknown) => {
  const made = addNot((negated) => createCheck(actual, negated));
  const settling = (wanted: 'resolves' | 'rejects') => () =>
    addNot((negated) => createAsyncCheck(actual, wanted, negated));
  return defineLazily(defineLazily(made, 'resolves', settling('resolves')), 'rejects', settling('rejects'));
}, asymmetricMatchers);
