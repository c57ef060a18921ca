import { describe, expect, it } from 'vitest';

import { isForm, parseFormParameters } from './form-parameters.js';

const type = 'application/x-www-form-urlencoded';

describe('a form', () => {
  it.each([
    ['content-type', type],
    ['Content-Type', ` ${type.toUpperCase()} ; charset=utf-8`],
    ['a', 'b', 'content-type', `${type};`],
  ])('is indicated by the fields %s: %s', (...headers) => {
    expect(isForm(headers)).toBe(true);
  });

  it.each([
    [],
    ['content-type'],
    ['x-type', type],
    ['content-type', `${type}2`],
    ['content-type', `text/plain; ${type}`],
    ['a', 'content-type', type, 'b'],
    ['content-type', 'text/plain', 'b', type],
  ])('is not indicated by other fields: %s, %s', (...headers) => {
    expect(isForm(headers)).toBe(false);
  });

  it.each([
    ['', []],
    ['&&', []],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=b', [['', 'b']]],
    [
      'a=b=c&a=d',
      [
        ['a', 'b=c'],
        ['a', 'd'],
      ],
    ],
    ['a+b=%2B+%C3%BC', [['a b', '+ ü']]],
    ['%zz=%', [['%zz', '%']]],
    ['a=%FCx%41+', [['a', '\ufffdxA ']]],
  ])('%j has the parameters %j', (encoded, parameters) => {
    expect(parseFormParameters(encoded)).toEqual(parameters);
  });
});
