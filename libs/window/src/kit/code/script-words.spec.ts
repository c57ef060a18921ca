import { describe, expect, it } from 'vitest';

import { findTypedString } from './script-words.js';

describe('a string in a script', () => {
  it.each([
    ["const a = '{{ec", '{{ec', false],
    ["env.getVariable('tok", 'tok', true],
    ['pm.environment.set( "tok', 'tok', true],
    ['headers.get("acc', 'acc', false],
    ["log('it', 'is", 'is', false],
    ["a = 'it\\'s ", "it\\'s ", false],
    ['a = `x ', 'x ', false],
  ])('is open in %s and contains %s', (line, typed, isName) => {
    expect(findTypedString(line)).toEqual({ typed, isName });
  });

  it.each(["a = 'x'; exp", 'expect(', ''])('is not open in %s', (line) => {
    expect(findTypedString(line)).toBeUndefined();
  });
});
