import { describe, expect, it } from 'vitest';

import { evaluate } from './evaluate.js';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe('an evaluated query', { tags: 'executions:select:limits' }, () => {
  it('gives the selected values as a JSON list, up to the longest one allowed', () => {
    const query = { path: '$[*]', json: bytes([1, 'ä', { a: null }]) };
    const json = '[1,"ä",{"a":null}]';
    const all = { kind: 'selected', json };
    expect(evaluate({ ...query, most: 1_000 })).toEqual(all);
    // The comma after the last value is counted too.
    expect(evaluate({ ...query, most: json.length + 1 })).toEqual(all);
    expect(evaluate({ ...query, most: json.length })).toEqual({ kind: 'too-much' });
    expect(evaluate({ path: '$.nothing', json: bytes({}), most: 2 })).toEqual({
      kind: 'selected',
      json: '[]',
    });
  });

  it('selects at most 10,000 values', () => {
    const list = (length: number) => ({
      path: '$[*]',
      json: bytes(Array.from({ length }, () => 0)),
      most: 1e6,
    });
    expect(evaluate(list(10_000))).toMatchObject({ kind: 'selected' });
    expect(evaluate(list(10_001))).toEqual({
      kind: 'refused',
      why: 'it selects more than 10000 values',
    });
  });

  it('needs JSON, and a query that can be compiled even then', () => {
    const json = new TextEncoder().encode('{"a": 1');
    expect(evaluate({ path: '$', json, most: 99 })).toEqual({ kind: 'not-json' });
    expect(evaluate({ path: '$[', json, most: 99 })).toMatchObject({ kind: 'refused' });
  });

  it('refuses a regular expression that is too long', () => {
    const matching = (length: number) => ({
      path: `$[?match(@, "${'a'.repeat(length)}")]`,
      json: bytes(['a'.repeat(10_000)]),
      most: 99_999,
    });
    expect(evaluate(matching(10_000))).toMatchObject({
      kind: 'selected',
      json: expect.stringContaining('aaa') as string,
    });
    expect(evaluate(matching(10_001))).toEqual({
      kind: 'refused',
      why: 'a regular expression is longer than 10000 characters',
    });
  });
});
