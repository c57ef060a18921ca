import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitJson } from './code-mirror-viewer.js';

describe('the tokens of a JSON text', () => {
  it('distinguish keys from strings, and numbers from keywords', () => {
    const kinds = splitJson('{"a": "b: {1}", "c\\"": [-1.5e3, true, null]}')
      .filter(({ kind }) => kind !== 'other')
      .map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds).toEqual([
      'key "a"',
      'string "b: {1}"',
      'key "c\\""',
      'number -1.5e3',
      'word true',
      'word null',
    ]);
  });

  it('make up the original text', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const text = JSON.stringify(JSON.parse(json), null, 2);
        expect(
          splitJson(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('are not split in a long text', () => {
    const text = JSON.stringify('x'.repeat(200_000));
    expect(splitJson(text)).toEqual([{ kind: 'other', text }]);
  });
});
