import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseLenientJson, toStrictJson } from './lenient-json.js';

describe('the reader for JSON with comments', () => {
  it.each([
    ['{"a": 1}', '{"a": 1}'],
    ['// one\n{"a": 1}', '      \n{"a": 1}'],
    ['{"a": "x // y", "b": "/* z */"} // end', '{"a": "x // y", "b": "/* z */"}       '],
    ['{"a": 1, /* two\nlines */ "b": 2}', '{"a": 1,                 "b": 2}'],
    ['{"a": "\\"", // "\r\n"b": 2}', '{"a": "\\"",     \r\n"b": 2}'],
    ['[1, 2,]', '[1, 2 ]'],
    ['{"a": [1, /* last */ ], }', '{"a": [1             ]  }'],
    ['{"a": ",]"}', '{"a": ",]"}'],
    ['[1.10, 12345678901234567890,]', '[1.10, 12345678901234567890 ]'],
  ])(
    'replaces comments with blanks, so that every other character keeps its position: %j',
    (text, expected) => {
      expect(toStrictJson(text)).toBe(expected);
      expect(() => parseLenientJson(text)).not.toThrow();
    },
  );

  it.each(['{"a": /* }', '{"a": "x', '["a\\', ',', '[1,,]', '[,]/', '// only', '/*'])(
    'rejects JSON that is invalid even without its comments: %j',
    (text) => {
      expect(() => parseLenientJson(text)).toThrow(SyntaxError);
    },
  );

  it('does not change JSON without comments', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(toStrictJson(json)).toBe(json);
      }),
    );
  });

  it('removes comments in linear time', () => {
    const long = 400_000;
    for (const text of ['/*'.repeat(long), '"'.repeat(long), '\\"'.repeat(long), `"${'\\'.repeat(long)}`])
      expect(toStrictJson(text).length).toBeLessThanOrEqual(text.length);
    expect(toStrictJson(`[${'1, /**/'.repeat(long)}]`).length).toBeGreaterThan(long);
  });
});
