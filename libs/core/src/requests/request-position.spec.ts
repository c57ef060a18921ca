import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { getAppendedSeq, insertRequest, type RequestPosition } from './request-position.js';

const createOrder = (...seqs: readonly (number | null)[]): readonly RequestPosition[] =>
  seqs.map((seq, index) => ({ id: `r${index}`, folder: '', seq }));

const movedRequest: RequestPosition = { id: 'moved', folder: '', seq: null };

const insertMoved = (order: readonly RequestPosition[], index: number) =>
  insertRequest(order, movedRequest, index).map(({ id, seq }) => [id, seq]);

describe('a request at the end of its folder', () => {
  it.each([
    [null, 1_000],
    [1_000, 2_000],
    [1_500, 2_000],
    [3, 1_000],
    [-7, 1_000],
  ])('gets the position after the highest position: %j is followed by %j', (highest, seq) => {
    expect(getAppendedSeq({ highest, hasUnplaced: false })).toBe(seq);
  });

  it('gets no position if another request has none, because requests with a position are listed first', () => {
    expect(getAppendedSeq({ highest: 1_000, hasUnplaced: true })).toBeNull();
  });
});

describe('a moved request', () => {
  it.each([
    ['between two', createOrder(1_000, 2_000), 1, [['moved', 1_500]]],
    ['before the first', createOrder(1_000, 2_000), 0, [['moved', 500]]],
    ['after the last', createOrder(1_000, 2_000), 2, [['moved', 3_000]]],
    ['into an empty folder', createOrder(), 0, [['moved', 1_000]]],
    ['between fractions', createOrder(1.5, 2.5), 1, [['moved', 2]]],
    ['before a request without a position', createOrder(1_000, null), 1, [['moved', 2_000]]],
  ])('changes only its own position: %s', (_, order, index, expected) => {
    expect(insertMoved(order, index)).toEqual(expected);
  });

  it.each([
    ['Bruno counts in ones', createOrder(1, 2, 3), 1, [1_000, 3_000, 4_000, 2_000]],
    ['two requests have the same position', createOrder(5, 5), 1, [1_000, 3_000, 2_000]],
    ['the first request has position 1', createOrder(1, 9), 0, [2_000, 3_000, 1_000]],
    ['the positions of the others are below 1', createOrder(-9, -5), 1, [1_000, 3_000, 2_000]],
  ])('renumbers the folder if %s', (_, order, index, expected) => {
    const seqs = new Map(insertRequest(order, movedRequest, index).map(({ id, seq }) => [id, seq]));
    expect([...order, movedRequest].map(({ id }) => seqs.get(id))).toEqual(expected);
  });

  it('can be placed after a request without a position, which gets a position too', () => {
    expect(insertMoved(createOrder(1_000, null, null), 2)).toEqual([
      ['r1', 2_000],
      ['moved', 3_000],
    ]);
  });

  it('is placed at the requested index without changing the order of the other requests', () => {
    const seqs = fc.array(fc.option(fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(1.5, 1_000))), {
      maxLength: 8,
    });
    const key = ({ seq }: RequestPosition) => seq ?? Infinity;
    fc.assert(
      fc.property(seqs, fc.nat(), (some, at) => {
        const sorted = some.toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity) || 0);
        const order = createOrder(...sorted);
        const index = at % (order.length + 1);
        const changed = new Map(insertRequest(order, movedRequest, index).map((one) => [one.id, one]));
        const now = [...order, movedRequest].map((one) => changed.get(one.id) ?? one);
        // Requests with equal positions are ordered by creation, so the moved request may come before or after them.
        const ids = now.toSorted((a, b) => (key(a) === key(b) ? 0 : key(a) - key(b))).map(({ id }) => id);
        expect(ids).toEqual(order.map(({ id }) => id).toSpliced(index, 0, 'moved'));
        expect(now.filter(({ seq }) => seq === changed.get('moved')?.seq)).toHaveLength(1);
      }),
    );
  });
});
