import { describe, expect, it } from 'vitest';

import { mapText, getOwnValue, struct, t } from './index.js';

const inheritedNames = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

describe('the inherited name', () => {
  it.each(inheritedNames)('"%s" is not a value of a record', (name) => {
    expect(getOwnValue({ a: 1 }, name)).toBeUndefined();
    expect(getOwnValue(JSON.parse(`{"${name}":1}`) as Record<string, number>, name)).toBe(1);
  });

  it.each(inheritedNames)('"%s" is not a field of a codec', (name) => {
    const codec = struct('a thing', { a: t.string });
    const value = JSON.parse(`{"a":"x","${name}":{"b":"y"}}`) as unknown;
    const upper = mapText(codec, { text: (text) => text.toUpperCase(), json: () => 'hidden' })(value);
    expect(upper).toMatchObject({ a: 'X' });
    expect(Object.hasOwn(upper as object, name)).toBe(true);
  });
});
