import { Asymmetric, isLooselyEqual } from './equals.js';
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
      // As in Jest, it applies only to objects, even if negated.
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
export const patterns = {
  any: (type: Constructor) => {
    if (typeof type !== 'function') throw new TypeError('expect.any() takes a constructor such as String');
    return createPattern('Any', type.name, isA(type));
  },
  anything: () => createPattern('Anything', '', (value) => value !== null && value !== undefined),
  ...createPatternFamily('', (test) => test),
  not: createPatternFamily('Not', (test) => (value) => !test(value)),
};
