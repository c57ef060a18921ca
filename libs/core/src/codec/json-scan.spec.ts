import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { scanJson } from './json-scan.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the JSON scanner', () => {
  it('accepts JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (json, indent) => {
        expect(scanJson(json)).toBeUndefined();
        expect(scanJson(JSON.stringify(JSON.parse(json), null, indent))).toBeUndefined();
      }),
    );
  });

  it('rejects exactly what JSON.parse rejects', () => {
    const part = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '\\',
        '\\n',
        '\\u00',
        '\\u00e9',
        ' ',
        '\n',
        '\t',
        '\ufeff',
      ],
      ...['0', '-', '1', '.5', 'e', 'E+2', 'true', 'nul', 'null', 'x', '\u0001', '\u00a0', '\ud800'],
    );
    const text = fc.oneof(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.tuple(fc.json(), fc.nat(), part).map(([json, at, one]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + one + json.slice(place + 1);
      }),
    );
    fc.assert(
      fc.property(text, (one) => {
        expect(scanJson(one) === undefined).toBe(isJson(one));
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts JSON nested to any depth', () => {
    const deep = 200_000;
    expect(scanJson('['.repeat(deep) + ']'.repeat(deep))).toBeUndefined();
    expect(scanJson('['.repeat(deep))).toEqual({ at: deep, expected: 'value-or-end-of-list' });
  });
});
