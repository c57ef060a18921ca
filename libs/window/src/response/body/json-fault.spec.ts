import { describe, expect, it } from 'vitest';

import { formatBody, formatJson } from '../../requests/body/format-body.js';
import { findResponseFault, findJsonFault } from './json-fault.js';

describe('a JSON body', () => {
  it.each(['{"a": 1} // one', '{/* {{x}} */ "a": "// no", // two\n "b": {{n}}}'])(
    'may contain comments: %j',
    { tags: 'body:json:comments' },
    (text) => {
      expect(findJsonFault(text)).toBeUndefined();
    },
  );

  it.each([
    '',
    '  ',
    '{}',
    '"\\{{literal}}"',
    '{"a": {{number}}, "b": "x{{text}}y", "{{name}}": [{{a}},{{b}}]}',
    '{{whole}}',
  ])('is valid: %j', (text) => {
    expect(findJsonFault(text)).toBeUndefined();
  });

  it.each([
    ['{"a": }', { at: 6, line: 1, column: 7 }],
    ['{\n  "a": 1,\n}', { at: 12, line: 3, column: 1 }],
    ['{"a": 1', { at: 7, line: 1, column: 8 }],
    ["{'a': 1}", { at: 1, line: 1, column: 2 }],
    ['{"a": {{x}} {{y}}}', { at: 12, line: 1, column: 13 }],
  ])('is invalid: %j at %j', (text, fault) => {
    expect(findJsonFault(text)).toEqual(fault);
  });

  it('is valid if a variable stands for several values', () => {
    const valueOf = (token: string) => (token === '{{fields}}' ? '"a": 1, "b": 2' : undefined);
    expect(findJsonFault('{ {{fields}}, "c": {{other}} }', valueOf)).toBeUndefined();
    expect(findJsonFault('{ {{other}} }', valueOf)).toEqual({ at: 2, line: 1, column: 3 });
  });

  it('keeps its escapes when it is formatted', () => {
    expect(formatJson('{"a":"\\u00e9 \\"{{b}}\\" \\{{c}}"}')).toBe(
      '{\n  "a": "\\u00e9 \\"{{b}}\\" \\{{c}}"\n}',
    );
  });

  it('keeps its variables and numbers when it is formatted', () => {
    expect(formatJson('{"a":{{x}},"b":["{{ y }}",1.0e5],"c":{}}')).toBe(
      '{\n  "a": {{x}},\n  "b": [\n    "{{ y }}",\n    1.0e5\n  ],\n  "c": {}\n}',
    );
    expect(formatJson('{"a": ')).toBeUndefined();
    expect(formatJson(' ')).toBeUndefined();
  });
});

it('an XML body keeps its variables when it is formatted', async () => {
  expect(await formatBody('<a><b x="{{y}}">{{z}}</b></a>', 'xml')).toBe(
    '<a>\n  <b x="{{y}}">{{z}}</b>\n</a>',
  );
  expect(await formatBody('a  b', 'text')).toBeUndefined();
});

describe('a response body', () => {
  it.each([
    ['{"a":1,\n"b"}', 'application/json', 'line 2, column 4'],
    ['oops', 'application/problem+json', 'line 1, column 1'],
    ['{"a":1}', 'application/json', 'valid'],
    ['', 'application/json', 'valid'],
    ['{"a":1}\n{"a":2}', 'application/x-ndjson', 'valid'],
    ['{"a"', 'text/plain', 'valid'],
  ])('is JSON up to an error: %j of the type %s up to %s', (text, type, expected) => {
    const fault = findResponseFault(text, type);
    expect(fault ? `line ${fault.line}, column ${fault.column}` : 'valid').toBe(expected);
  });
});
