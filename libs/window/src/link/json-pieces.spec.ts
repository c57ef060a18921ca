import { parseJson, stringifyJson } from '@tandem/core/codec';
import { describe, expect, it } from 'vitest';

import { createJsonBlob, createTextBlob, isShortJson, writeJsonPieces } from './json-pieces.js';

const long = `${'x"\n'.repeat(200_000)}${'\u{1f600}'.repeat(300_000)}`;

const value = {
  name: 'a "name"',
  missing: undefined,
  edits: { body: { type: 'json', content: long }, empty: {}, none: [] },
  list: [long, null, parseJson('[1.10,12345678901234567890]'), undefined],
};

describe('JSON in pieces', () => {
  it('joins to the JSON of the same value and keeps every digit', () => {
    const pieces = [...writeJsonPieces(value)];
    const joined = pieces.join('');
    expect(JSON.parse(joined)).toEqual(JSON.parse(stringifyJson(value)));
    expect(joined).toContain('[1.10,12345678901234567890]');
  });

  it('has no long piece', () => {
    const longest = Math.max(...[...writeJsonPieces(value)].map(({ length }) => length));
    expect(longest).toBeLessThan(long.length);
  });

  it('is one piece if it is short', () => {
    const short = { a: [1, { b: 'x' }], c: null };
    expect(isShortJson(short)).toBe(true);
    expect(isShortJson(value)).toBe(false);
    expect([...writeJsonPieces(short)]).toEqual([JSON.stringify(short)]);
  });

  it('is the same as a blob', async () => {
    const blob = await createJsonBlob(value);
    expect(JSON.parse(await blob.text())).toEqual(JSON.parse(stringifyJson(value)));
  });
});

it('a long text in a blob keeps its surrogate pairs', async () => {
  for (const text of [long, `x${long}`])
    expect((await (await createTextBlob(text)).text()) === text).toBe(true);
});
