import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { lostIn } from './lost-in-json.js';

describe('what a JSON text loses once it is read', () => {
  it.each([
    ['{"id": 12345678901234567890}', 'the number 12345678901234567890 has too many digits', 7],
    ['{"id": [-9007199254740993]}', 'the number -9007199254740993 has too many digits', 8],
    ['{"a": 0.1234567890123456789}', 'the number 0.1234567890123456789 has too many digits', 6],
    ['{"a": 1e400}', 'the number 1e400 is out of range', 6],
    ['{"a": 1e-400}', 'the number 1e-400 is out of range', 6],
    ['{"a": 1, "a": 2}', 'the name "a" appears twice', 9],
    ['{"a": 1, "\\u0061": 2}', 'the name "a" appears twice', 9],
    ['[{"a": {"b": 1, "b": 1}}]', 'the name "b" appears twice', 16],
  ])('%s: %s', (json, what, at) => {
    expect(lostIn(json)).toEqual({ what, at });
  });

  it('is reported for the first of many places', () => {
    expect(lostIn('{"a": {"b": 1, "b": 2}, "a": 12345678901234567890}')?.at).toBe(15);
  });

  it.each([
    '{"a": 1.0, "b": 1.50, "c": 100e-2, "d": -0, "e": 0e5, "f": 0.000, "g": 9007199254740992, "h": 1E+21}',
    '{"a": {"b": 1}, "b": {"a": 1}, "__proto__": 1, "A": 2}',
    '[{"a": 1}, {"a": 1}]',
  ])('is nothing in %s', (json) => {
    expect(lostIn(json)).toBeUndefined();
  });

  it('is nothing in what was written from a value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.double({ noNaN: true, noDefaultInfinity: true })), (value) => {
        expect(lostIn(JSON.stringify(value))).toBeUndefined();
      }),
    );
  });
});
