import { E } from '../fp.js';
import { describe, expect, it } from 'vitest';

import { checkJsonText } from './json-problem.js';

describe('a text that is no JSON', () => {
  const secret = 'hunter2-s3cret-value';
  it.each([
    `{"a":${secret}}`,
    `{"a":1,\n "b":${secret}}`,
    secret,
    `{"a":"${'x'.repeat(40)}",\n  "b": ${secret}, "c": "${'y'.repeat(40)}"}`,
    `{"a" ${secret}}`,
    `["${secret}`,
  ])('is told about without a piece of it: %j', (text) => {
    const problem = checkJsonText(text);
    expect(E.isLeft(problem) && problem.left).toMatch(/^[A-Z]/);
    expect(E.isLeft(problem) && problem.left).not.toContain('unter');
  });

  it.each([
    ['{"a":1,\n  "b": tru, "c": "0123456789"}', 'at line 2, column '],
    [`{"a":"${'x'.repeat(40)}",\n  "b": x, "c": "${'y'.repeat(40)}"}`, 'at line 2, column 8'],
  ])('has the place where that is known: %j', (text, place) => {
    expect(checkJsonText(text)).toMatchObject({ left: expect.stringContaining(place) as string });
  });
});
