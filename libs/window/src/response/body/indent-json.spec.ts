import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { indentJson } from './indent-json.js';

it('indents like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t\r\n'), (value, space) => {
      expect(indentJson(JSON.stringify(value, null, space))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it.each([
  ['{"id":12345678901234567890,"e":1.50e+3}', '{\n  "id": 12345678901234567890,\n  "e": 1.50e+3\n}'],
  ['{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}'],
  ['{"2":0,"1":[ ],"__proto__":{ }}', '{\n  "2": 0,\n  "1": [],\n  "__proto__": {}\n}'],
  [String.raw`["\u00e9\/\"\\","\ud800\u0007"]`, '[\n  "é/\\"\\\\",\n  "\\ud800\\u0007"\n]'],
  [' -0 ', '-0'],
])('keeps what parsing and serializing would lose: %s', (json, indented) => {
  expect(indentJson(json)).toBe(indented);
});

it('indents deeply nested brackets', () => {
  const deep = 20_000;
  expect(indentJson('['.repeat(deep) + ']'.repeat(deep)).length).toBeLessThan(deep * 1_000);
});
