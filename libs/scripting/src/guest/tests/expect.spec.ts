import { expect as model } from 'expect';
import { describe, expect as assert, it } from 'vitest';

import { expect } from './expect.js';

class Point {
  readonly x: number;
  constructor(x: number) {
    this.x = x;
  }
}

const circular = (): object => {
  const made: Record<string, unknown> = { a: 1 };
  made.self = made;
  return made;
};

/** Creates values for matchers. Each side gets its own, so that none are identical. */
const makeValues = (): Record<string, unknown> => ({
  undefined: undefined,
  null: null,
  true: true,
  false: false,
  zero: 0,
  'minus zero': -0,
  one: 1,
  NaN: NaN,
  Infinity: Infinity,
  'big 1': 1n,
  'empty text': '',
  text: 'hello',
  'text 1': '1',
  symbol: Symbol.for('s'),
  'empty list': [],
  'list of one': [1],
  list: [1, 2, 3],
  'list with undefined': [1, undefined],
  // eslint-disable-next-line no-sparse-arrays -- a hole is the case
  'list with a hole': [1, ,],
  'list of objects': [{ a: 1 }, { b: [2] }],
  'empty object': {},
  object: { a: 1, b: { c: [1, { d: 'x' }] } },
  'object with more': { a: 1, b: { c: [1, { d: 'x' }] }, e: 2 },
  'object with undefined': { a: 1, b: undefined },
  'object a': { a: 1 },
  'object without prototype': Object.assign(Object.create(null) as object, { a: 1 }),
  'object with a symbol': { a: 1, [Symbol.for('s')]: 1 },
  'object with length': { length: 3 },
  point: new Point(1),
  'other point': new Point(2),
  'plain point': { x: 1 },
  date: new Date(0),
  'other date': new Date(1),
  'no date': new Date(NaN),
  expression: /a/g,
  'other expression': /a/i,
  error: new Error('no'),
  'other error': new Error('yes'),
  'type error': new TypeError('no'),
  map: new Map<unknown, unknown>([['a', { b: 1 }]]),
  'other map': new Map<unknown, unknown>([['a', { b: 2 }]]),
  set: new Set([1, { a: 1 }]),
  'other set': new Set([1, { a: 2 }]),
  bytes: new Uint8Array([1, 2]),
  'other bytes': new Uint8Array([1, 3]),
  words: new Uint16Array([1, 2]),
  'boxed number': Object(1) as unknown,
  circular: circular(),
});

const values = makeValues();
const others = makeValues();

/** Whether an assertion passes. A matcher that rejects its arguments counts as failing. */
const isFulfilled = (claim: () => unknown): boolean => {
  try {
    claim();
    return true;
  } catch {
    return false;
  }
};

type Expect = (actual: unknown) => Record<string, (...args: unknown[]) => unknown>;

const differences = (matcher: string, args: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).flatMap(([shown, actual]) =>
    Object.entries(args)
      .filter(([, arg]) => {
        const ours = isFulfilled(() => (expect as Expect)(actual)[matcher]?.(arg));
        return ours !== isFulfilled(() => (model as unknown as Expect)(actual)[matcher]?.(arg));
      })
      .map(([name]) => `${shown} ${matcher} ${name}`),
  );

describe('a matcher agrees with the reference implementation', () => {
  it.each(['toBe', 'toEqual', 'toStrictEqual', 'toMatchObject', 'toContain', 'toContainEqual'])(
    '%s',
    (matcher) => {
      assert(differences(matcher, others)).toEqual([]);
    },
  );

  it.each([
    'toBeGreaterThan',
    'toBeGreaterThanOrEqual',
    'toBeLessThan',
    'toBeLessThanOrEqual',
    'toBeCloseTo',
  ])('%s', (matcher) => {
    assert(differences(matcher, { zero: 0, one: 1, half: 0.5, Infinity, NaN })).toEqual([]);
  });

  it.each(['toBeDefined', 'toBeUndefined', 'toBeNull', 'toBeNaN', 'toBeTruthy', 'toBeFalsy'])(
    '%s',
    (matcher) => {
      assert(differences(matcher, { nothing: undefined })).toEqual([]);
    },
  );

  it('toHaveLength', () => {
    assert(differences('toHaveLength', { 0: 0, 1: 1, 2: 2, 3: 3, 5: 5 })).toEqual([]);
  });

  it('toMatch', () => {
    const args = { hell: 'hell', '/^h/': /^h/, '/x/': /x/, empty: '' };
    assert(differences('toMatch', args)).toEqual([]);
  });

  it('toBeInstanceOf', () => {
    const args = { Object, Array, Error, TypeError, Point, Date, Map, Uint8Array };
    assert(differences('toBeInstanceOf', args)).toEqual([]);
  });

  it('toHaveProperty', () => {
    const args = {
      a: 'a',
      'b.c': 'b.c',
      'b.c[1].d': 'b.c[1].d',
      list: ['b', 'c', 1, 'd'],
      length: 'length',
      0: '0',
    };
    assert(differences('toHaveProperty', args)).toEqual([]);
  });
});

const patternsOf = (of: typeof model): Record<string, unknown> => ({
  'any Number': of.any(Number),
  'any String': of.any(String),
  'any Boolean': of.any(Boolean),
  'any Object': of.any(Object),
  'any Array': of.any(Array),
  'any Function': of.any(Function),
  'any Point': of.any(Point),
  'any BigInt': of.any(BigInt),
  'any Symbol': of.any(Symbol),
  anything: of.anything(),
  'objectContaining a': of.objectContaining({ a: 1 }),
  'objectContaining nested': of.objectContaining({ b: { c: [1, { d: of.any(String) }] } }),
  'arrayContaining 1': of.arrayContaining([1]),
  'arrayContaining object': of.arrayContaining([{ a: of.anything() }]),
  'arrayContaining nothing': of.arrayContaining([]),
  stringContaining: of.stringContaining('ell'),
  stringMatching: of.stringMatching(/^h/),
  'not stringContaining': of.not.stringContaining('ell'),
  'not objectContaining': of.not.objectContaining({ a: 1 }),
  'not arrayContaining': of.not.arrayContaining([1]),
  'pattern in an object': { a: of.any(Number) },
});

describe('an asymmetric matcher agrees with the reference implementation', () => {
  const ours = patternsOf(expect as unknown as typeof model);
  const theirs = patternsOf(model);

  it.each(Object.keys(ours))('%s', (name) => {
    const different = Object.entries(values).filter(
      ([, actual]) =>
        isFulfilled(() => {
          (expect as Expect)(actual).toEqual?.(ours[name]);
        }) !==
        isFulfilled(() => {
          model(actual).toEqual(theirs[name]);
        }),
    );
    assert(different.map(([shown]) => shown)).toEqual([]);
  });
});

describe('toThrow agrees with the reference implementation', () => {
  const throwers: Record<string, unknown> = {
    nothing: () => undefined,
    error: () => {
      throw new Error('no way');
    },
    'type error': () => {
      throw new TypeError('no way');
    },
    text: () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- a script may
      throw 'no way';
    },
    'no function': 1,
  };
  const args: Record<string, unknown[]> = {
    nothing: [],
    text: ['way'],
    'other text': ['street'],
    expression: [/^no/],
    class: [TypeError],
    error: [new Error('no way')],
  };

  it.each(Object.keys(throwers))('%s', (thrower) => {
    const different = Object.keys(args).filter((name) => {
      const list = args[name] ?? [];
      const ours = isFulfilled(() => (expect as Expect)(throwers[thrower]).toThrow?.(...list));
      return ours !== isFulfilled(() => (model as unknown as Expect)(throwers[thrower]).toThrow?.(...list));
    });
    assert(different).toEqual([]);
  });
});
