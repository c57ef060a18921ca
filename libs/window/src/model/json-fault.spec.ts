import { describe, expect, it } from 'vitest';

import { formatJson } from './format-json.js';
import { jsonFault } from './json-fault.js';

describe('a JSON body', () => {
  it.each(['', '  ', '{}', '{"a": {{number}}, "b": "x{{text}}y", "{{name}}": [{{a}},{{b}}]}', '{{whole}}'])(
    '%j has no fault',
    (text) => {
      expect(jsonFault(text)).toBeUndefined();
    },
  );

  it.each([
    ['{"a": }', { at: 6, line: 1, column: 7 }],
    ['{\n  "a": 1,\n}', { at: 12, line: 3, column: 1 }],
    ['{"a": 1', { at: 7, line: 1, column: 8 }],
    ["{'a': 1}", { at: 1, line: 1, column: 2 }],
    ['{"a": {{x}} {{y}}}', { at: 12, line: 1, column: 13 }],
  ])('%j has its fault at %j', (text, fault) => {
    expect(jsonFault(text)).toEqual(fault);
  });

  it('is laid out with its variables and numbers as they are', () => {
    expect(formatJson('{"a":{{x}},"b":["{{ y }}",1.0e5],"c":{}}')).toBe(
      '{\n  "a": {{x}},\n  "b": [\n    "{{ y }}",\n    1.0e5\n  ],\n  "c": {}\n}',
    );
    expect(formatJson('{"a": ')).toBeUndefined();
    expect(formatJson(' ')).toBeUndefined();
  });
});
