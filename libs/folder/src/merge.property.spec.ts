import { RestRequest } from '@tandem/core';
import { getArbitrary } from '@tandem/core/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeEntity } from './merge/entity.js';
import { restDocument } from './document/rest.js';

type Fields = Readonly<Record<string, unknown>>;

const decideNothing = () => undefined;

const short = fc.string({ maxLength: 3 });
const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((lines) => lines.join('\n'));
const pairs = fc.array(
  fc.record(
    { name: fc.constantFrom('a', 'b', 'c'), value: fc.constantFrom('1', '2'), enabled: fc.boolean() },
    { noNullPrototype: true },
  ),
  { maxLength: 5 },
);

const places = fc.option(fc.constantFrom(1, 1.5, 1_000, 1_500));

const small = fc.record({
  ...Object.fromEntries(
    Object.keys(restDocument.merged).map((field) => [field, short as fc.Arbitrary<unknown>]),
  ),
  seq: places,
  description: text,
  script: text,
  headers: pairs,
  pathParams: pairs,
  queryParams: pairs,
  requestVariables: pairs,
  needs: fc.array(short, { maxLength: 2 }),
  tags: fc.array(short, { maxLength: 2 }),
  settings: fc.record({ timeoutMs: fc.constantFrom(1, 2) }, { requiredKeys: [], noNullPrototype: true }),
  body: fc.oneof(
    text.map((content) => ({ type: 'json', content })),
    pairs.map((fields) => ({ type: 'form-urlencoded', fields })),
    fc.constant({ type: 'none' }),
  ),
});

const fieldsOf = (request: object): Fields =>
  Object.fromEntries(Object.entries(request).filter(([field]) => field in restDocument.merged));

const any = fc.oneof(
  small.map((fields): Fields => fields),
  fc.tuple(getArbitrary(RestRequest), places).map(([request, seq]) => fieldsOf({ ...request, seq })),
);

const count = Object.keys(restDocument.merged).length;

/** Three versions in which each side has changed some fields of the ancestor. */
const versions = fc
  .tuple(
    any,
    any,
    any,
    fc.array(fc.constantFrom('base', 'other'), { minLength: 2 * count, maxLength: 2 * count }),
  )
  .map(([base, a, b, picks]) => {
    const mix = (other: Fields, from: number) =>
      Object.fromEntries(
        Object.keys(restDocument.merged).map((field, index) => [
          field,
          picks[from + index] === 'base' ? base[field] : other[field],
        ]),
      );
    return { base, ours: mix(a, 0), theirs: mix(b, count) };
  });

const merge = (base: Fields, ours: Fields, theirs: Fields) =>
  mergeEntity('rest', base, ours, theirs, decideNothing);

describe('a merge of two versions', () => {
  it('takes a field that one side changed, and leaves the other fields unchanged', () => {
    fc.assert(
      fc.property(versions, ({ base, ours, theirs }) => {
        expect(merge(base, ours, base)).toMatchObject({ ours, theirs: ours, conflicts: [] });
        expect(merge(base, base, theirs)).toMatchObject({ ours: theirs, theirs, conflicts: [] });
        expect(merge({}, ours, ours)).toMatchObject({ ours, theirs: ours, base: ours, conflicts: [] });
      }),
      { numRuns: 300 },
    );
  });

  it('has the same result when it is repeated', () => {
    fc.assert(
      fc.property(versions, ({ base, ours, theirs }) => {
        const once = merge(base, ours, theirs);
        const { common: _, ...sides } = once;
        expect(merge(once.base, once.ours, once.theirs)).toMatchObject(sides);
      }),
      { numRuns: 300 },
    );
  });

  it('has the same result from the common ancestor before the database is updated', () => {
    fc.assert(
      fc.property(versions, ({ base, ours, theirs }) => {
        const once = merge(base, ours, theirs);
        const { conflicts, ...again } = merge(once.common, ours, once.theirs);
        expect(again).toMatchObject({ ours: once.ours, theirs: once.theirs });
        expect(conflicts.map(({ field }) => field)).toEqual(once.conflicts.map(({ field }) => field));
      }),
      { numRuns: 300 },
    );
  });

  it('has the same values for both sides, except in conflicts', () => {
    fc.assert(
      fc.property(versions, ({ base, ours, theirs }) => {
        const { conflicts, ...merged } = merge(base, ours, theirs);
        const sides: Readonly<Record<keyof typeof merged, Fields>> = merged;
        const conflicted = new Set(conflicts.map(({ field }) => field.split(/[[.]/)[0]));
        for (const field of Object.keys(restDocument.merged)) {
          if (conflicted.has(field)) continue;
          expect(sides.theirs[field]).toEqual(sides.ours[field]);
          expect(sides.base[field]).toEqual(sides.ours[field]);
        }
        for (const one of conflicts) expect(one.ours).not.toEqual(one.theirs);
      }),
      { numRuns: 300 },
    );
  });

  it('has the same result if it starts again after the files were written', () => {
    fc.assert(
      fc.property(versions, ({ base, ours, theirs }) => {
        const merged = merge(base, ours, theirs);
        if (merged.conflicts.length > 0) return;
        expect(merge(base, ours, merged.theirs)).toEqual(merged);
      }),
      { numRuns: 300 },
    );
  });
});
