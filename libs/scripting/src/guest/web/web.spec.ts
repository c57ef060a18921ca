import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { GuestHeaders } from './headers.js';
import { structuredClone as clone } from './structured-clone.js';
import { atob, btoa, decodeUtf8, encodeUtf8, fromBase64, toBase64 } from './web.js';

describe('text and bytes', () => {
  it('are encoded as the platform encodes them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(encodeUtf8(text)).toEqual(new TextEncoder().encode(text));
      }),
    );
  });

  it('are unchanged after a round trip through UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeUtf8(encodeUtf8(text), true)).toBe(text);
      }),
    );
  });

  it('are rejected as invalid UTF-8 if the platform rejects them', () => {
    const refuses = (decode: () => unknown): boolean => {
      try {
        decode();
        return false;
      } catch {
        return true;
      }
    };
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const theirs = refuses(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
        expect(refuses(() => decodeUtf8(bytes, true))).toBe(theirs);
      }),
    );
  });

  it('are converted to base64 as the platform converts them', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
        const latin1 = Buffer.from(bytes).toString('latin1');
        expect(atob(btoa(latin1))).toBe(latin1);
      }),
    );
  });
});

type Change = readonly ['append' | 'set' | 'delete', string, string];

const nameArbitrary = fc.constantFrom(
  'a',
  'A',
  'b',
  'X-One',
  'x-one',
  'Set-Cookie',
  'set-cookie',
  'bad name',
  '',
);
const valueArbitrary = fc.constantFrom('1', ' 2 ', '', 'a, b', 'x\ty', 'bad\nvalue', 'é', '€');

const apply = (headers: Headers, [kind, name, value]: Change): string => {
  try {
    if (kind === 'delete') headers.delete(name);
    else headers[kind](name, value);
    return 'done';
  } catch {
    return 'refused';
  }
};

describe('Headers', () => {
  it("behave like the platform's", () => {
    const changes = fc.array(
      fc.tuple(
        fc.constantFrom('append' as const, 'set' as const, 'delete' as const),
        nameArbitrary,
        valueArbitrary,
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(changes, (list) => {
        const ours = new GuestHeaders() as unknown as Headers;
        const theirs = new Headers();
        for (const change of list) expect(apply(ours, change)).toBe(apply(theirs, change));
        expect([...ours]).toEqual([...theirs]);
        expect(ours.getSetCookie()).toEqual(theirs.getSetCookie());
        expect(ours.get('x-one')).toBe(theirs.get('x-one'));
        expect(ours.has('B')).toBe(theirs.has('B'));
      }),
    );
  });
});

describe('a structured clone', () => {
  it("equals the platform's", () => {
    const anything = fc.anything({
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        expect(clone(value)).toEqual(structuredClone(value));
      }),
    );
  });

  it('preserves cycles', () => {
    const value: Record<string, unknown> = { list: [] };
    value.self = value;
    const made = clone(value) as typeof value;
    expect(made.self).toBe(made);
    expect(made).not.toBe(value);
  });

  it.each([[() => 1], [Symbol('s')], [{ deep: [() => 1] }], [new WeakMap()]])(
    'is refused for %s',
    (value) => {
      expect(() => clone(value)).toThrow(/cannot be cloned/);
    },
  );
});
