import { describe, expect, it } from 'vitest';

import { evaluate, match, search } from './evaluate.js';

/** The grammar and semantics of RFC 9485. */
describe('the function match in a query', { tags: 'executions:select:regexp' }, () => {
  it.each([
    ['', ''],
    ['a|', ''],
    ['a|bc', 'bc'],
    ['(ab)+c?', 'abab'],
    ['a{2}', 'aa'],
    ['a{2,}', 'aaaa'],
    ['a{1,3}b{0}', 'aaa'],
    ['.', '\u2028'],
    ['.', '😀'],
    ['[^a-c]', '😀'],
    ['[-a]+', 'a-'],
    ['[a-]+', '-a'],
    ['[a-a]', 'a'],
    ['[a\\-z]+', 'z-a'],
    ['[\\p{Lu}0-9_]+', 'Ä9_'],
    ['[^\\P{L}]', 'é'],
    ['\\p{L}\\P{L}', 'é1'],
    ['\\p{Cn}', '\u0378'],
    ['[\\p{C}x]+', 'x\u0000'],
    ['\\P{Cn}', 'a'],
    ['\\(\\)\\*\\+\\-\\.\\?\\[\\\\\\]\\^\\{\\|\\}', '()*+-.?[\\]^{|}'],
    ['\\n\\r\\t', '\n\r\t'],
    ['[.*+?()|{}$,/ ]+', '.*+?()|{}$,/ '],
    ['a-b,c/d#e&&f~', 'a-b,c/d#e&&f~'],
    ['^ab$', 'ab'],
    ['ü😀+', 'ü😀😀'],
  ])('accepts %j for the whole of %j', (pattern, text) => {
    expect(match.call(text, pattern)).toBe(true);
    expect(match.call(`${text}\n-`, pattern)).toBe(false);
    expect(search.call(text, pattern)).toBe(true);
  });

  it.each([
    ['.', '\n'],
    ['.', '\r'],
    ['.', 'ab'],
    ['a', 'A'],
    ['[a-c]', 'd'],
    ['\\p{Lu}', 'a'],
  ])('does not accept %j for %j', (pattern, text) => {
    expect(match.call(text, pattern)).toBe(false);
  });

  it.each([
    '(',
    ')',
    'a)',
    '(a',
    '[',
    '[]',
    '[^]',
    'a]',
    '{',
    '}',
    'a{2',
    'a{,2}',
    'a{3,2}',
    '*a',
    '+',
    'a**',
    'a+?',
    'a??',
    '(?:a)',
    '(?i)a',
    '\\d',
    '\\w',
    '\\b',
    '\\1',
    '\\$',
    '\\u0061',
    '\\',
    '\\p{Greek}',
    '\\p{Lx}',
    '\\pL',
    '[[:alpha:]]',
    '[a-\\p{L}]',
    '[z-a]',
    '[a--]',
    '[a-z-[aeiou]]',
    '\ud800',
    `${'('.repeat(200)}${')'.repeat(200)}`,
  ])('is false for %j because it is not an I-Regexp', (pattern) => {
    for (const text of ['', 'a', pattern, 'aa']) {
      expect(match.call(text, pattern)).toBe(false);
      expect(search.call(text, pattern)).toBe(false);
    }
  });

  it.each([
    [1, '1'],
    ['1', 1],
    [undefined, 'a'],
    [null, 'null'],
  ])('is false for %j and %j because they are not both strings', (text, pattern) => {
    expect(match.call(text, pattern)).toBe(false);
    expect(search.call(text, pattern)).toBe(false);
  });
});

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe('an evaluated query', { tags: 'executions:select:limits' }, () => {
  it('returns the selected values as a JSON list, up to the maximum length', () => {
    const query = { path: '$[*]', json: bytes([1, 'ä', { a: null }]) };
    const json = '[1,"ä",{"a":null}]';
    const all = { kind: 'selected', json };
    expect(evaluate({ ...query, maxCharacters: 1_000 })).toEqual(all);
    // The comma after the last value also counts.
    expect(evaluate({ ...query, maxCharacters: json.length + 1 })).toEqual(all);
    expect(evaluate({ ...query, maxCharacters: json.length })).toEqual({ kind: 'too-much' });
    expect(evaluate({ path: '$.nothing', json: bytes({}), maxCharacters: 2 })).toEqual({
      kind: 'selected',
      json: '[]',
    });
  });

  it('selects at most 10,000 values', () => {
    const list = (length: number) => ({
      path: '$[*]',
      json: bytes(Array.from({ length }, () => 0)),
      maxCharacters: 1e6,
    });
    expect(evaluate(list(10_000))).toMatchObject({ kind: 'selected' });
    expect(evaluate(list(10_001))).toEqual({
      kind: 'refused',
      why: 'it selects more than 10000 values',
    });
  });

  it('reports a body that is not JSON, unless the query is invalid too', () => {
    const json = new TextEncoder().encode('{"a": 1');
    expect(evaluate({ path: '$', json, maxCharacters: 99 })).toEqual({ kind: 'not-json' });
    expect(evaluate({ path: '$[', json, maxCharacters: 99 })).toMatchObject({ kind: 'refused' });
  });

  it('refuses a regular expression that is too long', () => {
    const matching = (length: number) => ({
      path: `$[?match(@, "${'a'.repeat(length)}")]`,
      json: bytes(['a'.repeat(10_000)]),
      maxCharacters: 99_999,
    });
    expect(evaluate(matching(10_000))).toMatchObject({
      kind: 'selected',
      json: expect.stringContaining('aaa') as string,
    });
    expect(evaluate(matching(10_001))).toEqual({
      kind: 'refused',
      why: 'a regular expression is longer than 10000 characters',
    });
  });
});
