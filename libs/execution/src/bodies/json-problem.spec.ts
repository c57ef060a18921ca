import { describe, expect, it } from 'vitest';

import { E } from '@tandem/core/fp';

import { interpolateGrammar, jsonGrammar } from '../filling/interpolate-grammar.js';
import { findJsonProblem } from './json-problem.js';

const describeProblem = (template: string, values: Readonly<Record<string, string>> = {}) => {
  const filled = interpolateGrammar((name) => values[name], jsonGrammar)(template);
  if (E.isLeft(filled)) throw new Error(filled.left.message);
  return findJsonProblem(filled.right.text, template, filled.right.replaced);
};

describe('invalid JSON', { tags: 'body:json:invalid:place' }, () => {
  it.each([
    ['{"a": 1,}', 'at line 1, column 9: expected a name in double quotes'],
    ['{"a":1,\n  "b": tru, "c": 2}', 'at line 2, column 8: expected a value'],
    ['{"a" 1}', 'at line 1, column 6: expected a colon'],
    ['[1 2]', 'at line 1, column 4: expected a comma or ]'],
    ['{"a": 1 "b": 2}', 'at line 1, column 9: expected a comma or }'],
    ['["a', 'at line 1, column 4: expected the closing quote of a string'],
    ['["a\n"]', /column 4: expected line breaks, tabs/],
    ['["\\x"]', /column 3: expected an escape/],
    ['{} {}', 'at line 1, column 4: expected nothing more'],
    ['[1', 'at line 1, column 3: expected a comma or ]'],
    ['', 'at line 1, column 1: expected a value'],
    ['\ufeff{}', 'at line 1, column 1: it begins with a byte order mark (U+FEFF)'],
    ['{}\ufeff', 'at line 1, column 3: expected nothing more'],
  ])('is reported with its location and with what is expected there: %j', (text, message) => {
    expect(describeProblem(text)?.message).toEqual(
      typeof message === 'string' ? message : (expect.stringMatching(message) as string),
    );
  });

  it.each([
    ['{"a": {{x}}, "b": {{y}}}', { x: '1', y: 'tru' }, 'at line 1, column 19, in the value of {{y}}', 'y'],
    ['{"a": {{x}}, "b": {{y}}}', { x: '', y: '2' }, 'at line 1, column 12, near the value of {{x}}', 'x'],
    [
      '{"a": "{{x}}",\n "b": "\\{{", {{y}} "c" 3}',
      { x: 'long\nlong', y: '' },
      'at line 2, column 24, near the value of {{y}}',
      'y',
    ],
    ['{"a": {{x}}', { x: '[{"b": 1}' }, 'at line 1, column 12, near the value of {{x}}', 'x'],
    ['{"a": \\{{', {}, 'at line 1, column 7', undefined],
  ])(
    'is reported with the location in the template and the nearest variable: %j',
    (template, values, place, variable) => {
      const problem = describeProblem(template, values);
      expect(problem?.message.startsWith(`${place}:`)).toBe(true);
      expect(problem?.variable).toBe(variable);
    },
  );

  const secret = 'hunter2-s3cret-value';
  it.each(['{"a":{{s}}}', '{"a":1,\n "b":{{s}}}', '{{s}}', '{"a" {{s}}}', '["{{s}}', `{"a":${secret}}`])(
    'is reported without revealing any part of a secret: %j',
    (template) => {
      expect(JSON.stringify(describeProblem(template, { s: secret }))).not.toMatch(/unter|s3c|value"\]/);
    },
  );
});
