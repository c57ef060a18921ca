import { describe, expect, it } from 'vitest';

import { match, search } from './patterns.js';

/** The grammar and semantics of RFC 9485. */
describe('match', { tags: 'executions:select:regexp' }, () => {
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
  ])('matches the I-Regexp %j against all of %j', (pattern, text) => {
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
  ])('does not match %j against %j', (pattern, text) => {
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
  ])('is false for %j, which is not an I-Regexp', (pattern) => {
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
  ])('is false for %j and %j, which are not both texts', (text, pattern) => {
    expect(match.call(text, pattern)).toBe(false);
    expect(search.call(text, pattern)).toBe(false);
  });
});
