import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';

import { prettyPrint, indentJson, findFoldEnds } from './pretty-print.js';

describe('a formatted body', () => {
  it.each([
    ['json', '{"a":[1,2]}', '{\n  "a": [\n    1,\n    2\n  ]\n}'],
    ['css', 'a{color:red}b{c:d}', 'a {\n  color: red\n}\n\nb {\n  c: d\n}'],
    ['javascript', 'function a(b){return b}', 'function a(b) {\n  return b\n}'],
    ['html', '<div><p>a <b>c</b></p></div>', '<div>\n  <p>a <b>c</b></p>\n</div>'],
    ['xml', '<r><link>http://a</link><i x="1"/></r>', '<r>\n  <link>http://a</link>\n  <i x="1" />\n</r>'],
    ['text', 'a  b', 'a  b'],
  ] as const)('is indented: %s', async (format, text, expected) => {
    expect(await prettyPrint(text, format)).toBe(expected);
  });

  it.each([
    ['json', '{"a":'],
    ['json', ''],
    ['text', '<a><b>'],
  ] as const)('stays unchanged if it is invalid: %s in %j', async (format, text) => {
    expect(await prettyPrint(text, format)).toBe(text);
  });
});

it('JSON is indented like the output of JSON.stringify', () => {
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
])('indented JSON keeps what parsing and serializing would lose: %s', (json, indented) => {
  expect(indentJson(json)).toBe(indented);
});

it('deeply nested brackets are indented', () => {
  const deep = 20_000;
  expect(indentJson('['.repeat(deep) + ']'.repeat(deep)).length).toBeLessThan(deep * 1_000);
});

describe('lines that can be folded', () => {
  it('fold up to the last line below them that is indented more', () => {
    const text = ['{', '  "a": [', '    1,', '', '    2', '  ],', '  "b": 3', '}'].join('\n');
    expect([...findFoldEnds(text)]).toEqual([6, 4, 0, 0, 0, 0, 0, 0]);
  });

  it.each(['\n', '\r', '\r\n'])('are counted with the line end %j', (end) => {
    expect([...findFoldEnds(['a', '  b', 'c', '  d', '  e'].join(end))]).toEqual([1, 0, 4, 0, 0]);
  });

  it('do not exist in an empty text', () => {
    expect([...findFoldEnds('')]).toEqual([0]);
    expect(findFoldEnds('a\n\nb\n')).toHaveLength(4);
  });
});
