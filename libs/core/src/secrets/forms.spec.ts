import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.js';
import { createSecretSearch } from './search.js';

const hide = (value: string) => createRedactor([{ name: 'TOKEN', value }]);
const units = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
const hex = (code: number, width = 2) => code.toString(16).padStart(width, '0');
const bytes = (text: string) => [...Buffer.from(text)];
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex8 = (text: string) => Buffer.from(text).toString('hex');
const breakIntoLines = (text: string, columns: number, end: string) =>
  text.replaceAll(new RegExp(`.{${columns}}`, 'g'), (line) => line + end);
const swapCase = (text: string) =>
  text.replaceAll(/[a-zA-Z]/g, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));
const encodeQuotedPrintable = (text: string, most: number) =>
  bytes(text)
    .map((byte) =>
      byte > 32 && byte < 127 && byte !== 61 ? String.fromCharCode(byte) : `=${hex(byte).toUpperCase()}`,
    )
    .map((one, at) => (at % most === most - 1 ? `${one}=\r\n` : one))
    .join('');

/** Forms in which a server may return a value, encoded independently of the code that finds them. */
const forms: Readonly<Record<string, (value: string) => string>> = {
  'with named entities': (value) => value.replaceAll(/[&"]/g, (one) => (one === '&' ? '&amp;' : '&quot;')),
  'with named entities of entities': (value) =>
    value.replaceAll(/[&"]/g, (one) => (one === '&' ? '&amp;amp;' : '&amp;quot;')),
  'as decimal entities': (value) => Array.from(value, (one) => `&#${one.codePointAt(0)};`).join(''),
  'as decimal entities with zeros': (value) =>
    Array.from(value, (one) => `&#${String(one.codePointAt(0)).padStart(7, '0')};`).join(''),
  'as hexadecimal entities': (value) =>
    Array.from(value, (one) => `&#X${(one.codePointAt(0) ?? 0).toString(16).toUpperCase()};`).join(''),
  'as entities of entities': (value) => Array.from(value, (one) => `&amp;#${one.codePointAt(0)};`).join(''),
  'as \\uXXXX': (value) =>
    units(value)
      .map((unit) => `\\u${hex(unit, 4)}`)
      .join(''),
  'as \\u{X}': (value) =>
    Array.from(value, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`).join(''),
  'as \\u{X} with zeros': (value) =>
    Array.from(value, (one) => `\\u{${hex(one.codePointAt(0) ?? 0, 6)}}`).join(''),
  'as \\xNN': (value) =>
    bytes(value)
      .map((byte) => `\\x${hex(byte)}`)
      .join(''),
  'in percent escapes throughout': (value) =>
    bytes(value)
      .map((byte) => `%${hex(byte)}`)
      .join(''),
  'in hex': (value) =>
    bytes(value)
      .map((byte) => hex(byte))
      .join(''),
  'in capital hex': (value) => Buffer.from(value).toString('hex').toUpperCase(),
  'in hex with spaces': (value) =>
    bytes(value)
      .map((byte) => hex(byte))
      .join(' '),
  'in hex with colons': (value) =>
    bytes(value)
      .map((byte) => hex(byte))
      .join(':'),
  'in hex with hyphens': (value) =>
    bytes(value)
      .map((byte) => hex(byte).toUpperCase())
      .join('-'),
  'in hex with 0x': (value) =>
    bytes(value)
      .map((byte) => `0x${hex(byte)}`)
      .join(', '),
  'in hex with capital 0X': (value) =>
    bytes(value)
      .map((byte) => `0X${hex(byte).toUpperCase()}`)
      .join(', '),
  'in lines of hex': (value) => breakIntoLines(Buffer.from(value).toString('hex'), 8, '\n'),
  'in lower case': (value) => value.toLowerCase(),
  'in upper case': (value) => value.toUpperCase(),
  'in the other case': swapCase,
  reversed: (value) => Array.from(value).reverse().join(''),
  'in base64 over base64': (value) => base64(base64(value)),
  'in base64 over base64url': (value) => base64(Buffer.from(value).toString('base64url')),
  'in base64 over base64 after one byte more': (value) => base64(base64(`:${value}`)),
  'in base64 over base64 within more': (value) => base64(`x ${base64(`u:${value}`)} y`),
  'in base64 in lines of 76': (value) => breakIntoLines(base64(`${'x'.repeat(70)}${value}`), 76, '\r\n'),
  'in base64 in lines of 64': (value) => breakIntoLines(base64(`${'x'.repeat(41)}${value}`), 64, '\n'),
  'in base64 in a URL': (value) => encodeURIComponent(base64(value)),
  'in base64 with escaped slashes': (value) => base64(value).replaceAll('/', '\\/'),
  'in base64 in lines in a URL': (value) => encodeURIComponent(breakIntoLines(base64(value), 8, '\r\n')),
  'in base64 in lines with LF in a URL': (value) =>
    encodeURIComponent(breakIntoLines(base64(value), 8, '\n')),
  'in base64 in short lines': (value) => breakIntoLines(base64(value), 4, '\n'),
  'in base64 of a URL': (value) => base64(`c:${encodeURIComponent(value)}`),
  'in base64 of a form': (value) => base64(`c:${new URLSearchParams({ a: value }).toString().slice(2)}`),
  'in base64 of escapes of all signs, as the credentials of OAuth 2.0': (value) =>
    base64(
      `c:${encodeURIComponent(value)
        .replaceAll(/[-_.!~*'()]/g, (one) => `%${hex(one.charCodeAt(0)).toUpperCase()}`)
        .replaceAll('%20', '+')}`,
    ),
  'in quoted-printable': (value) => encodeQuotedPrintable(value, 7),
  'as a list of bytes': (value) => JSON.stringify(bytes(value)),
  'as an indented list of bytes': (value) =>
    JSON.stringify({ data: { type: 'Buffer', data: bytes(value) } }, null, 4),
  'as a typed array in JSON': (value) => JSON.stringify(new TextEncoder().encode(value)),
  'as an object of bytes with wide colons': (value) =>
    JSON.stringify(new TextEncoder().encode(value)).replaceAll(':', ' : '),
};

/**
 * Sample values: one with every character that gets escaped, one without such characters, one with `+` and `/` in its base64, and one
 * with characters beyond the BMP.
 */
const samples = ['Tok-é&"9/x=Zq\\7 %2f', 'PlainSecret42andMore', 'a>>?b~~?c>>>d', 'Key-😀-ü€-1234'];

/** Creates values that no other test uses. Results are cached by value, so a value that another test used would not be searched again. */
const createOwnValues = (test: number | string): readonly string[] => samples.map((one) => `${one}${test}z`);

/** CPU time in milliseconds. Unlike elapsed time, it does not depend on other processes. */
const cpuMs = () => process.cpuUsage().user / 1_000;

describe('a secret value of eight or more characters', { tags: 'secrets:forms' }, () => {
  it.each(Object.entries(forms).map((one, at) => [...one, at] as const))('is redacted %s', (_, write, at) => {
    for (const value of createOwnValues(at))
      for (const text of [
        write(value),
        JSON.stringify(write(value)),
        JSON.stringify({ a: JSON.stringify(write(value)) }),
      ]) {
        const shown = hide(value).text(text);
        expect([text, shown]).toEqual([text, expect.stringContaining('‹secret:TOKEN›')]);
        const { first } = createSecretSearch([{ name: 'TOKEN', value }], { minLength: 4, pieces: false });
        expect([text, first(text)]).toEqual([text, 'TOKEN']);
        // Only the surrounding text remains, with up to one digit on either side.
        expect(shown.replaceAll('‹secret:TOKEN›', '').length).toBeLessThan(text.length - value.length / 2);
      }
  });

  it.each([
    'C:\\users\\',
    '\\u00',
    '\\u{',
    '\\u{d800}',
    '\\u{110000}',
    '\\xq',
    '%zz',
    '%',
    '&#;',
    '&#x',
    '&none',
    '=\r\n',
    '=q',
    '"',
    '',
  ])('is redacted between two of %j, which may begin an escape', (around) => {
    for (const value of createOwnValues(around))
      for (const write of [(one: string) => one, base64, encodeURIComponent]) {
        const shown = hide(value).text(`${around}${write(value)}${around}`);
        expect([value, shown]).toEqual([value, expect.stringContaining('‹secret:TOKEN›')]);
      }
  });

  it.each(['104.5', '1040', '0104'])('is not found in a list of numbers that ends with %s', (last) => {
    const list = `97,98,99,100,101,102,103,${last}`;
    expect(hide('abcdefgh').text(list)).toBe(list);
    expect(hide('abcdefgh').text('97,98,99,100,101,102,103,104')).toBe('‹secret:TOKEN›');
  });

  it.each<[value: string, like: string]>([
    ['??>>??>>??', base64('??>>??>>??').replaceAll('/', '\\q')],
    ['??>>??>>??', base64('??>>??>>??').replaceAll('/', '%2A')],
    ['AAAAAAAA', base64('AAAAAAAA').replace('B', '%zz')],
    ['AAAAAAAA', base64('AAAAAAAA').replace('B', '%')],
    ['abcdefgh', hex8('abcdefgh').replaceAll(/..(?!$)/g, '$&,9x')],
    ['yyyyyyyy', '7@'.repeat(8)],
    ['pppppppp', '6g'.repeat(8)],
    ['abcdefgh', 'abc=r\ndefgh'],
    ['abcdefgh', 'abc=nr\ndefgh'],
    ['abcdefgh', 'abc=ndefgh'],
    ['pass-é-word', 'pass-%C3%A8-word'],
    ['pass-é-word', 'pass-\\xc3xa9-word'],
    ['pass-é-word', 'pass-\\xc3\\u00a9-word'],
    ['pass-é-word', 'pass-\\xe8-word'],
    ['pass-😀-word', 'pass-\\ud83c\\ude00-word'],
    ['pass-😀-word', 'pass-\\ud83d\\ude01-word'],
    ['pass-😀-word', 'pass-\\ud83d\\x-word'],
    ['pass-é-word', 'pass-\\u{ea}-word'],
    ['pass-é-word', 'pass-\\u{}-word'],
    ['pass-é-word', 'pass-\\u{00000000000e9}-word'],
    ['pass-é-word', 'pass-\\u00e-word'],
    ['pass-é-word', 'pass-&#234;-word'],
    ['pass-é-word', 'pass-&#;-word'],
    ['pass-é-word', 'pass-&#e9;-word'],
    ['pass-é-word', 'pass-&#xe9-word'],
    ['pass-"-word', 'pass-&quote-word'],
    ['pass-"-word', 'pass-&amp;amp;amp;quot;-word'],
    ['pass-é-word', 'pass-=C3A9-word'],
    ['pass\n1-word', 'pass\\r1-word'],
    ['pass[1-word', 'pass{1-word'],
    ['pass\u0001word', 'pass&#zz;word'],
    ['pass"word', 'pass&abc;quot;word'],
    ['________', '6g'.repeat(8)],
    ['pass__word', 'pass%6g_word'],
    ['<=>+[]!#', '#!][+>=<'],
  ])('is not found in a lookalike: %s in %s', (value, like) => {
    const written = [value, hex8(value), base64(value)].join(' ');
    const marks = hide(value).text(written);
    expect(marks).not.toContain(value);
    expect(hide(value).text(`${like} ${written}`)).toBe(`${like} ${marks}`);
  });

  it('is redacted after up to eight backslashes', () => {
    const escape = (count: number) => `${'\\'.repeat(count)}u0041bcdefgh9`;
    for (const count of [1, 2, 7, 8]) expect(hide('Abcdefgh9').text(escape(count))).toBe('‹secret:TOKEN›');
    expect(hide('Abcdefgh9').text(escape(9))).toBe('\\‹secret:TOKEN›');
  });

  it('with an emoji is redacted in escaped text only if both surrogates of the emoji are correct', () => {
    const [value, escapes] = ['ab😀cd😀e', '\\ud83d\\ude00'];
    const write = (second: string) => `ab${escapes}cd${second}e`;
    expect(hide(value).text(write(escapes))).toBe('‹secret:TOKEN›');
    for (const other of ['\\ud83e\\ude00', '\\ud83d\\ude01', '\\ud83d\\xde00', '\\ud83dude0', '\\ud83d'])
      expect(hide(value).text(write(other))).toBe(write(other));
  });

  it('is redacted backwards if it contains digits', () => {
    expect(hide('12345678').text('87654321')).toBe('‹secret:TOKEN›');
  });

  it('is redacted in base64, but not the line break before it', () => {
    expect(hide('PlainSecret42').text(`\\n${base64('PlainSecret42')}`)).toBe('\\n‹secret:TOKEN›==');
    expect(hide('PlainSecret42').text(`%0A${base64('PlainSecret42')}`)).toBe('%0A‹secret:TOKEN›==');
  });

  it('with control characters is redacted in the base64 of a URL that contains it', () => {
    const value = 'ab\ncd\ref\tgh';
    expect(hide(value).text(base64(`c:${encodeURIComponent(value)}`))).toBe('Yz‹secret:TOKEN›==');
  });

  it('is redacted if its base64 begins with an escaped character', () => {
    const value = '😀-secret-of-mine';
    expect(base64(`c${value}`)).toMatch(/^Y\//);
    for (const text of [encodeURIComponent(base64(`c${value}`)), base64(`c${value}`).replaceAll('/', '\\/')])
      expect(hide(value).text(text)).toMatch(/^Y‹secret:TOKEN›.{0,3}$/);
  });

  it('is found in any form at any position', () => {
    const value = fc
      .string({
        minLength: 8,
        maxLength: 60,
        unit: fc.constantFrom(...Array.from('abcXYZ0189é€😀%\\&=+;#"\'/ \n-_:@')),
      })
      .filter((one) => one.trim() === one && new Set(one).size > 3 && /[a-zA-Z0-9]/.test(one));
    const around = fc.oneof(
      fc.string(),
      fc.constantFrom('%', '%4', '=', '\\', '\\u00', '&#', '0x', '&amp;', '=\r\n'),
    );
    fc.assert(
      fc.property(
        value,
        fc.constantFrom(...Object.keys(forms)),
        around,
        around,
        (secret, name, before, after) => {
          const written = forms[name]?.(secret) ?? '';
          const { first: find } = createSecretSearch([{ name: 'N', value: secret }], {
            minLength: 4,
            pieces: false,
          });
          for (const text of [
            `"${written}"`,
            `${before} ${written} ${after}`,
            JSON.stringify([before, written, after]),
          ])
            expect([text, find(text)]).toEqual([text, 'N']);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is found raw, escaped and in base64 right after an incomplete escape', () => {
    const value = fc.string({ minLength: 8, unit: fc.constantFrom(...Array.from('abcdef0189&"%=\\')) });
    const before = fc.constantFrom(
      '%',
      '%2',
      '%25',
      '=',
      '\\',
      '\\u',
      '\\u00',
      '\\x',
      '&',
      '&#',
      '&#x',
      '0',
      '0x',
      '',
    );
    fc.assert(
      fc.property(value, before, before, (secret, start, end) => {
        const { first: find } = createSecretSearch([{ name: 'N', value: secret }], {
          minLength: 4,
          pieces: false,
        });
        for (const text of [
          start + secret + end,
          `${start}${encodeURIComponent(secret)}`,
          start + base64(secret),
        ])
          expect([text, find(text)]).toEqual([text, 'N']);
      }),
      { numRuns: 400 },
    );
  });

  it('is found across the chunks of a long text', { tags: 'long' }, () => {
    for (const at of [32_760, 32_768, 30_720, 100_000])
      for (const [name, write] of Object.entries(forms)) {
        const text = `${'.'.repeat(at)}${write('Tok-Zq9/x7Abcdefg')}${'.'.repeat(50_000)}`;
        expect([name, hide('Tok-Zq9/x7Abcdefg').text(text).includes('‹secret')]).toEqual([name, true]);
      }
  });
});

describe('a short secret value', () => {
  it('is redacted in fewer forms, because its other forms are common in ordinary text', () => {
    const { text } = hide('abcd');
    expect(text('abcd %61bcd')).toBe('‹secret:TOKEN› ‹secret:TOKEN›');
    for (const other of ['ABCD dcba 61626364 97,98,99,100', breakIntoLines(base64('abcd'), 4, '\n')])
      expect(text(other)).toBe(other);
  });
});

describe('the search for secrets', () => {
  it.each([
    '=',
    '&',
    '&#',
    '&amp;',
    '\\u00',
    '\\x',
    '104, ',
    '68 ',
    '0x',
    'aGFz\n',
    '"1":104,',
    'Tok-Tok-Tok',
  ])('takes linear time in a text with many %j', { tags: 'cpu' }, (part) => {
    const { text } = hide('Tok-Tok-Tok-Tok-Tok-Tok-has-9');
    const began = cpuMs();
    text(part.repeat(1_000_000 / part.length));
    expect(cpuMs() - began).toBeLessThan(15_000);
  });

  it('takes little longer for many secrets than for one', { tags: 'cpu' }, () => {
    const secrets = Array.from({ length: 200 }, (_, index) => ({
      name: `S${index}`,
      value: `value-${index}-${(index * 7_919).toString(36)}-of-many`,
    }));
    const { text } = createRedactor(secrets);
    const body = JSON.stringify(
      Array.from({ length: 10_000 }, (_, id) => ({ id, text: `some "words" & value-${id}` })),
    );
    const began = cpuMs();
    expect(text(body)).toBe(body);
    expect(cpuMs() - began).toBeLessThan(10_000);
    expect(text(`${body}${secrets[150]?.value ?? ''}`)).toBe(`${body}‹secret:S150›`);
  });
});
