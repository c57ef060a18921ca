import { describe, expect, it } from 'vitest';

import { listAnchors } from './finder.js';
import type { Family } from './families.js';
import { runStepsAtOnce } from '../in-slices.js';
import { type Anchor, makeSieve } from './sieve.js';

const createTestSieve = (groups: readonly (readonly Anchor[])[]) => runStepsAtOnce(makeSieve(groups));

const bytes = (text: string): readonly number[] => [...Buffer.from(text)];
const hex = (text: string): string => Buffer.from(text).toString('hex');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Whether the anchors of a value in a family let a text be searched for it. */
const isSearched = (value: string, family: Family, text: string): boolean =>
  createTestSieve([listAnchors(value, family)])(text).size > 0;

describe('anchors of a secret value', () => {
  const value = 'Tok-Zq9/x7Abc';
  const reversed = Array.from(value).reverse().join('');
  const all: Readonly<Record<Family, readonly string[]>> = {
    text: [value, encodeURIComponent(value), value.toUpperCase(), JSON.stringify(`\\u0054${value.slice(1)}`)],
    reversed: [reversed, encodeURIComponent(reversed)],
    base64: [base64(value), base64(`:${value}`), base64(`x:${value}`), base64(value).replace('A', '\r\nA')],
    'base64-twice': ['', ':', 'x:'].map((before) => base64(base64(before + value))),
    hex: [hex(value), hex(value).toUpperCase(), hex(value).replaceAll(/../g, ' 0x$&,')],
    numbers: [
      JSON.stringify(bytes(value)),
      JSON.stringify(bytes(value), null, 4),
      JSON.stringify(Uint8Array.from(bytes(value))),
      JSON.stringify(Uint8Array.from(bytes(value))).replaceAll(':', ' \t: '),
    ],
  };
  const families = Object.keys(all) as Family[];

  it.each(families)(
    'select a text for the search in the family %s only if it may contain a form of the value',
    (family) => {
      for (const text of all[family])
        expect([text, isSearched(value, family, `<${text}>`)]).toEqual([text, true]);
      const others = families.filter((one) => one !== family).flatMap((one) => all[one]);
      for (const text of ['', 'unrelated words & 1, 2, 3', ...others])
        expect([text, isSearched(value, family, text)]).toEqual([text, false]);
    },
  );

  it.each(families)('find a text with the truncated form of a long value, in the family %s', (family) => {
    const long = `T😀k-Zq9/x7Abc${'0123456789abcdefghij'.repeat(5)}😀`;
    expect(isSearched(long, family, 'nothing of it')).toBe(false);
    const text = {
      text: long.slice(0, 60),
      reversed: Array.from(long).reverse().join('').slice(0, 60),
      base64: base64(long).slice(0, 70),
      'base64-twice': base64(base64(long)).slice(0, 90),
      hex: hex(long).slice(0, 100),
      numbers: JSON.stringify(bytes(long)).slice(0, 200),
    }[family];
    expect(isSearched(long, family, text)).toBe(true);
  });

  it('contain the last bytes of the value, because preceding text cannot change these', () => {
    expect(isSearched('abcdefgh', 'text', '%abcdefgh \\uabcdefgh')).toBe(true);
    expect(isSearched('abcdefé1', 'text', '\\uabcde%66%c3%a91')).toBe(true);
    expect(isSearched('ab%cdefghijkl', 'text', 'ab%25cdefghijkl')).toBe(true);
    expect(isSearched('abcdefghijklmnop+qrstuvwxyz', 'text', 'abcdefghijklmnop qrstuvwxyz')).toBe(true);
    expect(isSearched('abcdefgh+ijklmnop', 'text', 'abcdefgh ijklmnop')).toBe(true);
    expect(isSearched('abcdefgh+ijklmnop', 'text', 'abcdefgh ijklxxxx')).toBe(false);
    expect(isSearched('ééééabcdé', 'text', 'none')).toBe(false);
    expect(isSearched('abcdefghijkl=41mnop', 'text', 'abcdefghijklAmnop')).toBe(true);
  });

  it('do not exist for a value whose every byte may be encoded, so that every text is searched for it', () => {
    for (const short of ['a%b+c', 'éàü€', '\\u0041'])
      expect([short, isSearched(short, 'text', 'none')]).toEqual([short, true]);
    expect(isSearched('????', 'base64', 'none')).toBe(true);
  });
});

describe('the sieve', () => {
  const anchor = (view: 'text' | 'base64' | 'hex' | 'numbers', text: string) =>
    [{ view, bytes: Buffer.from(text) }] as const;

  it('compares all bytes of an anchor, ignoring case, and reports which groups match', () => {
    const sieve = createTestSieve([anchor('text', 'abcdefgh'), anchor('text', 'xxxxEFGH'), []]);
    expect([...sieve('..XXXXefgh..').keys()].sort()).toEqual([1, 2]);
    expect([...sieve('abcdefgh xxxxefgh').keys()].sort()).toEqual([0, 1, 2]);
    expect([...sieve('xbcdefgh efgh').keys()]).toEqual([2]);
  });

  it('finds an anchor that contains an escape only in text that contains the same escape', () => {
    const sieve = createTestSieve([anchor('text', 'a%41bcdef')]);
    expect(sieve('a%41bcdef').size).toBe(1);
    expect(sieve('%61%2541bcdef').size).toBe(0);
  });

  it('skips irrelevant bytes in a view', () => {
    expect(createTestSieve([anchor('base64', 'abcdEFGH')])('ab-cd+/_EF\r\nGH=').size).toBe(1);
    expect(createTestSieve([anchor('base64', 'abcdEFGH')])('abcd1EFGH').size).toBe(0);
    expect(createTestSieve([anchor('hex', '0a0b0c0d')])('0x0a:0X0b, 0c-0d').size).toBe(1);
    expect(createTestSieve([anchor('hex', '0a0b0c0d')])('0a0b00c0d').size).toBe(0);
    expect(createTestSieve([anchor('hex', '000102')])('0x00,0x01,0x02').size).toBe(1);
  });

  it('reads numbers below 256, but not keys', () => {
    const sieve = createTestSieve([anchor('numbers', 'abcd')]);
    for (const text of [
      '97,98,99,100',
      '[97 098 99\n100]',
      '97x98x99x100',
      '97 : 98 : 99 : 100',
      '{"0":97,"1":98,"2":99,"3":100}',
      '{"0" :97,"1"\t\n:98,"2"\r:99,"300":100}',
      '97,256,98,99,100',
    ])
      expect([text, sieve(text).size]).toEqual([text, 1]);
    for (const text of [
      '97,98,99',
      '97,1,98,99,100',
      '97,"98":99,100',
      '97989,9100',
      '97,98,99,1000',
      '97"   :98,99,100',
    ])
      expect([text, sieve(text).size]).toEqual([text, text.includes('"   :') ? 1 : 0]);
  });

  it('reports the ranges of a long text that may contain an anchor', () => {
    const sieve = createTestSieve([anchor('text', 'abcdefgh'), []]);
    const text = `${'.'.repeat(40_000)}abcdefgh${'.'.repeat(60_000)}`;
    expect(sieve(text).get(0)).toEqual([{ from: 28_672, to: 63_488 }]);
    expect(sieve(text).get(1)).toEqual([{ from: 0, to: text.length }]);
    const twice = `abcdefgh${'.'.repeat(50_000)}abcdefgh`;
    expect(sieve(twice).get(0)).toEqual([{ from: 0, to: twice.length }]);
    const far = `abcdefgh${'.'.repeat(80_000)}abcdefgh`;
    expect(sieve(far).get(0)).toEqual([
      { from: 0, to: 32_768 },
      { from: 59_392, to: far.length },
    ]);
  });
});
