import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { struct, t } from '../codec/index.js';
import {
  createCallSecrets,
  createRedactor,
  formatSecretMarker,
  prepareRedactor,
  replaceMarkersByVariables,
} from './redactor.js';

const hide = (value: string, name = 'TOKEN') => createRedactor([{ name, value }]);

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** CPU time in milliseconds. Unlike elapsed time, it does not depend on other processes. */
const cpuMs = () => process.cpuUsage().user / 1_000;

describe('a secret value', () => {
  const value = 'p"a s/s\\wörd+&\n1';
  const json = JSON.stringify(value).slice(1, -1);
  const inner = JSON.stringify({ v: value });
  it.each([
    ['without any encoding', value],
    ['as a component of a URL', encodeURIComponent(value)],
    ['as a form field that was decoded twice', value.replaceAll('+', ' ')],
    ['as a form field', new URLSearchParams({ v: value }).toString()],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(value))],
    ['with lowercase percent escapes', encodeURIComponent(value).toLowerCase()],
    ['JSON-escaped', json],
    ['in JSON within JSON', JSON.stringify({ text: inner })],
    ['in JSON within JSON within JSON', JSON.stringify(JSON.stringify({ text: inner }))],
    ['with escapes of code units', json.replace('ö', '\\u00F6')],
    ['in base64', base64(value)],
    ['in base64 after one more byte', base64(`:${value}:`)],
    ['in base64 after two more bytes', base64(`u:${value}`)],
    ['in base64url', Buffer.from(value).toString('base64url')],
    ['in base64 of Latin-1', Buffer.from(value, 'latin1').toString('base64')],
    ['in base64 in a URL', encodeURIComponent(base64(`user:${value}`))],
    ['in Basic credentials', `Basic ${base64(`${value}:x`)}`],
  ])('is redacted %s', (_, text) => {
    const shown = hide(value).text(`<${text}>`);
    expect(shown).toContain('‹secret:TOKEN›');
    expect(shown.length).toBeLessThan(60);
  });

  it('that was sent unencoded in a query is redacted in each piece into which a server splits it', () => {
    const sent = new URL('http://h/?k=hunter-2&pass=word;s3cret#after');
    const echoed = JSON.stringify({ args: Object.fromEntries(sent.searchParams), fragment: sent.hash });
    expect(echoed).toContain('"k":"hunter-2"');
    expect(hide('hunter-2&pass=word;s3cret#after').text(echoed)).toBe(
      '{"args":{"k":"‹secret:TOKEN›","pass":"‹secret:TOKEN›"},"fragment":"‹secret:TOKEN›"}',
    );
  });

  it('with percent escapes is redacted as a server decodes it', () => {
    expect(hide('p%41ss%C3%B6w').text('k: pAssöw')).toBe('k: ‹secret:TOKEN›');
    expect(hide('100%&50%zz+x').text('{"k":"100%","50%zz x":""}')).toBe('{"k":"100%","‹secret:TOKEN›":""}');
  });

  it('that is a whole URL is redacted in its path and its credentials, as they are sent', () => {
    const { text } = hide('https://robot:p%40ssw0rd@h.test/hooks/T0kenT0ken?v=1');
    expect(text('GET /hooks/T0kenT0ken?v=1')).toBe('GET ‹secret:TOKEN›');
    expect(text(`Basic ${btoa('robot:p@ssw0rd')}`)).toBe('Basic ‹secret:TOKEN›=');
    expect(text('h.test robot p@ssw0rd')).toBe('h.test robot ‹secret:TOKEN›');
  });

  it('is redacted in lowercase, as in a host or header name', () => {
    expect(hide('Tok-Secret-9').text('The host of tok-secret-9 was not found.')).toBe(
      'The host of ‹secret:TOKEN› was not found.',
    );
  });

  it('used unencoded as the user or host of a URL is redacted in messages about the host', () => {
    const { text } = hide('wJalrXUtnFEMI/K7MDENG:bPxRfiCYEXAMPLEKEY');
    expect(text('"http://u:wJalrXUtnFEMI" is not a valid host')).toBe(
      '"http://u:‹secret:TOKEN›" is not a valid host',
    );
    expect(text('The host of wjalrxutnfemi was not found.')).toBe(
      'The host of ‹secret:TOKEN› was not found.',
    );
    expect(text('bPxRfiCYEXAMPLEKEY')).toBe('‹secret:TOKEN›');
  });

  it('is not redacted in pieces of fewer than six characters', () => {
    expect(hide('a=1&mode=fast').text('fast mode')).toBe('fast mode');
  });

  it('is redacted separately from an adjacent secret value', () => {
    const both = createRedactor([
      { name: 'A', value: 'abcd-efgh' },
      { name: 'B', value: 'ijkl-mnop' },
    ]);
    expect(both.text('abcd-efghijkl-mnop')).toBe('‹secret:A›‹secret:B›');
  });

  it('is redacted under the name of the longer value if two values overlap', () => {
    const both = createRedactor([
      { name: 'SHORT', value: 'abcdefgh' },
      { name: 'LONG', value: 'efghijklm' },
    ]);
    expect(both.text('<abcdefghijklm>')).toBe('<‹secret:LONG›>');
    expect(both.text('<efghijklm abcdefgh>')).toBe('<‹secret:LONG› ‹secret:SHORT›>');
  });

  it('is redacted in parts if it contains a URL, or a field with an = in its value', () => {
    expect(hide('pass=abc=def').text('abc=def')).toBe('‹secret:TOKEN›');
    expect(hide('my-key-1:https://h.example/abcdefgh').text('abcdefgh')).toBe('‹secret:TOKEN›');
    expect(hide('HTTPS://h.example.com/abcdefgh').text('h.example.com')).toBe('h.example.com');
  });

  it('is redacted in lowercase only if it has at least six characters', () => {
    expect(hide('Tok-42').text('The host of tok-42 was not found.')).toBe(
      'The host of ‹secret:TOKEN› was not found.',
    );
    expect(hide('Tok4').text('tok4')).toBe('tok4');
  });

  it('is replaced with a cookie marker if it belongs to a cookie', () => {
    const { text } = createRedactor([
      { name: 'cookie:sid', value: 'value-of-sid' },
      { name: 'my-cookie:', value: 'value-of-mine' },
    ]);
    expect(text('value-of-sid value-of-mine')).toBe('‹cookie:sid› ‹secret:my-cookie:›');
  });

  it('is replaced with the provided marker, whatever its name', () => {
    expect(createRedactor([{ name: 'A', value: 'abcd-efgh' }], '…').text('x abcd-efgh')).toBe('x …');
  });

  it('is redacted in parts, without the white space around the parts', () => {
    expect(hide('abcdef & ghijkl').text('a:abcdef, b:ghijkl')).toBe('a:‹secret:TOKEN›, b:‹secret:TOKEN›');
  });

  it.each([
    'sid=abc123; theme=dark',
    'session=Kq82hd71bb; preference=darkmode; language=english; theme=dark',
  ])(
    'is redacted in the values of its fields, but not in field names or ordinary words: %s',
    { tags: 'secrets:fields' },
    (value) => {
      const { text, json } = hide(value);
      const words = '{"theme":"dark","preference":"darkmode","language": "english","session":"theme = dark"}';
      expect(text(words)).toBe(words);
      expect(json(JSON.parse(words))).toEqual(JSON.parse(words));
      expect(text('Cookie: other=1; preference=darkmode; language=english; theme=dark')).not.toContain('‹');
      expect(text(`Cookie: ${value}`)).toBe('Cookie: ‹secret:TOKEN›');
      const [token = ''] = /abc123|Kq82hd71bb/.exec(value) ?? [];
      expect(text(`{"sid":"${token}"}`)).toBe('{"sid":"‹secret:TOKEN›"}');
    },
  );

  it(
    "is redacted as a whole field if the field's value is too short to be redacted alone",
    { tags: 'secrets:fields' },
    () => {
      const { text } = hide('sid=ab12c; theme=dark');
      expect(text('sid=ab12c')).toBe('‹secret:TOKEN›');
      expect(text('ab12c')).toBe('ab12c');
    },
  );

  it('is searched for only as far as the requested beginning of a text requires', () => {
    const value = 'hunter2-hunter2-hunter2';
    const text = `${'x'.repeat(6_000)}${value}${'y'.repeat(20_000)}`;
    expect(hide(value).beginning(text, 100)).toBe('x'.repeat(100));
    expect(hide(value).beginning(text, 6_000)).toBe('x'.repeat(6_000));
    expect(hide(value).beginning(text, 6_001)).toBe(`${'x'.repeat(6_000)}‹secret:TOKEN›`);
  });

  it('is redacted even if the requested beginning of a text ends within its longest encoding', () => {
    const value = Array.from({ length: 60 }, (_, at) => 'abcdefghij'[(at * 7) % 10]).join('');
    const list = [...Buffer.from(value)].join(`${' '.repeat(39)},`);
    const keyed = Array.from(Buffer.from(value), (byte, at) => `"${at}":${' '.repeat(40)}${byte}`).join(
      `,${' '.repeat(39)}`,
    );
    for (const wide of [list, keyed]) {
      const text = `${'x'.repeat(99)} ${wide}${'y'.repeat(30_000)}`;
      expect(hide(value).beginning(text, 150)).toMatch(/^x{99} ("0":\s*)?‹secret:TOKEN›y*$/);
    }
  });

  it('is not redacted if it has fewer than four characters', () => {
    expect(hide('abc').text('abc')).toBe('abc');
  });

  it('is redacted completely if another value is its prefix', () => {
    const both = createRedactor([
      { name: 'SHORT', value: 'abcd' },
      { name: 'LONG', value: 'abcdefgh' },
    ]);
    expect(both.text('abcdefgh abcd')).toBe('‹secret:LONG› ‹secret:SHORT›');
  });

  it('is redacted even in a marker with its own name', () => {
    expect(hide('hunter2', 'hunter2!').text('hunter2')).toBe('‹secret›');
  });

  it('is redacted without its surrounding white space, because headers are trimmed', () => {
    expect(hide('abcd1234\n').text('x-key: abcd1234')).toBe('x-key: ‹secret:TOKEN›');
  });

  it('is redacted in the keys and numbers of JSON', () => {
    expect(hide('12345').json({ a12345: [12345, true, null, 123, { b: 'x12345', c: 'y' }] })).toEqual({
      'a‹secret:TOKEN›': ['‹secret:TOKEN›', true, null, 123, { b: 'x‹secret:TOKEN›', c: 'y' }],
    });
  });

  it.each([100, 1_000, 4_000])(
    'of %i characters is redacted to its end, or to where it was truncated',
    (length) => {
      const value = Array.from({ length }, (_, at) => 'ab+/"\\ü9 '[(at * 7) % 9]).join('') + '.';
      for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
        expect(hide(value).text(`<${form}>`)).toBe('<‹secret:TOKEN›>');
      for (const before of ['', 'a', 'bc']) {
        const text = hide(value).text(`<${base64(before + value)}>`);
        expect(text.length).toBeLessThan(30);
      }
      expect(hide(value).text(`<${value.slice(0, length - 3)}…`)).toBe('<‹secret:TOKEN›…');
    },
  );

  it('is not redacted inside ids', () => {
    const id = 'rest_0000000000000001';
    expect(hide('rest').json(id)).toBe(id);
    expect(hide('rest').json(`${id}0`)).toBe('‹secret:TOKEN›_00000000000000010');
    expect(hide(id).json(id)).toBe('‹secret:TOKEN›');
  });

  it('is redacted whatever surrounds it', () => {
    const value = fc.string({ minLength: 4, unit: 'grapheme' }).filter((one) => one.trim().length >= 4);
    fc.assert(
      fc.property(value, fc.string(), fc.string(), (secret, before, after) => {
        const { text } = hide(secret, 'N');
        for (const written of [
          before + secret + after,
          encodeURIComponent(secret),
          JSON.stringify({ [before]: secret + after }),
          base64(before + secret + after),
        ])
          expect(text(written)).toContain('‹secret');
      }),
      { numRuns: 500 },
    );
  });

  it('is redacted in a decoded query, except for short pieces', () => {
    const part = fc.string({ minLength: 6, maxLength: 12, unit: 'binary-ascii' }).map((one) => `Q${one}7`);
    const secret = fc
      .tuple(part, fc.constantFrom('&', '=', ';', '#', '?'), part)
      .map((all) => all.join(''))
      .filter((one) => one.trim() === one);
    fc.assert(
      fc.property(secret, (value) => {
        const { text } = hide(value, 'N');
        const shown = text(JSON.stringify([...new URLSearchParams(`k=${value}&x=y`)]));
        for (const piece of [...new URLSearchParams(value)].flat())
          if (piece.length >= 6) expect(shown).not.toContain(JSON.stringify(piece).slice(1, -1));
      }),
      { numRuns: 500 },
    );
  });

  it('is redacted field by field if it is a form with many fields', () => {
    const fields = Array.from({ length: 30 }, (_, index) => `f${index}=value-of-${index}-"ö"`);
    const { text } = hide(fields.join('&'));
    for (const index of [0, 9, 29])
      for (const write of [(one: string) => one, encodeURIComponent, JSON.stringify])
        expect(text(`<${write(`value-of-${index}-"ö"`)}>`)).toMatch(/^<"?‹secret:TOKEN›"?>$/);
  });

  it('is redacted in pieces without blocking if it is a long form', { tags: 'cpu' }, () => {
    const fields = Array.from({ length: 2_000 }, (_, index) => `field-${index}=value-of-${index}-"ö"`);
    const form = fields.join('&');
    const began = cpuMs();
    for (let round = 0; round < 20; round++) hide(form).text('lorem ipsum '.repeat(3_000));
    expect(cpuMs() - began).toBeLessThan(10_000);
    const echoed = JSON.stringify({ one: 'value-of-77-"ö"', other: encodeURIComponent('value-of-1999-"ö"') });
    expect(hide(form).text(echoed)).toBe('{"one":"‹secret:TOKEN›","other":"‹secret:TOKEN›"}');
  });

  it('is redacted completely if the requested beginning of a text ends within it', () => {
    const value = 'hunter2-hunter2-hunter2';
    const text = `${'x'.repeat(90)}${value}${'y'.repeat(9_000)}`;
    expect(hide(value).beginning(text, 100)).toBe(`${'x'.repeat(90)}‹secret:TOKEN›`);
    expect(hide(' abcd\n').text('x-key: abcd')).toBe('x-key: ‹secret:TOKEN›');
  });

  it('is redacted in the beginning of a text exactly as in the whole text', () => {
    const value = 'hunter2-hunter2-hunter2';
    const { text, beginning } = hide(value);
    const forms = [value, encodeURIComponent(value), base64(value), 'x'.repeat(700), `"${value}"`];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...forms), { maxLength: 60 }),
        fc.integer({ min: 1, max: 3_000 }),
        (parts, most) => {
          const whole = text(parts.join(' '));
          const shown = beginning(parts.join(' '), most);
          expect(whole.startsWith(shown)).toBe(true);
          expect(shown.length).toBeGreaterThanOrEqual(Math.min(most, whole.length));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is searched for in linear time', { tags: 'cpu' }, () => {
    const { text } = hide('\\\\\\\\"\\\n%%%%  ++');
    const began = cpuMs();
    for (const part of ['\\', '%', '25', '%25', ' ', '+']) text(part.repeat(200_000));
    expect(cpuMs() - began).toBeLessThan(4_000);
  });
});

describe('thousands of secrets', { tags: 'secrets:forms' }, () => {
  const secrets = Array.from({ length: 4_000 }, (_, at) => ({
    name: `T${at}`,
    value: `Zq${at}xKw7-${at * 7}pLm`,
  }));

  it('are prepared in slices, which let other work run', async () => {
    const told: string[] = [];
    setTimeout(() => told.push('another'), 0);
    await Promise.all([prepareRedactor(secrets), prepareRedactor(secrets)]);
    expect(told).toEqual(['another']);
  });

  it('are all redacted, in text and in base64', async () => {
    await prepareRedactor(secrets);
    const { text } = createRedactor(secrets);
    const value = secrets[3_999]?.value ?? '';
    expect(text(`a ${value} ${base64(`u:${value}`)} b`)).toMatch(
      /^a ‹secret:T3999› \S{0,4}‹secret:T3999›\S{0,4} b$/,
    );
  });
});

describe('secrets in a long list', { tags: 'secrets:forms' }, () => {
  it('are redacted in slices, which let other work run, with the same result', async () => {
    const codec = struct('a list', { entries: t.readonlyArray(t.string), id: t.literal('S3cretS3cret') });
    const value = {
      entries: Array.from({ length: 50_000 }, (_, at) => `${at} S3cretS3cret`),
      id: 'S3cretS3cret',
    };
    const { as, asInSlices } = hide('S3cretS3cret');
    const told: string[] = [];
    setTimeout(() => told.push('another'), 0);
    const hidden = await asInSlices(codec)(value);
    expect(told).toEqual(['another']);
    expect(hidden).toEqual(as(codec)(value));
    expect(JSON.stringify(hidden)).toMatch(/"49999 ‹secret:TOKEN›"\],"id":"S3cretS3cret"\}$/);
  });
});

describe('the marker of a redacted secret', () => {
  it.each([
    [`a ${formatSecretMarker('TOKEN')}b${formatSecretMarker('other one')}`, 'a {{TOKEN}}b{{other one}}'],
    ['‹secret› and ‹cookie:id› and ‹secret:›', '‹secret› and ‹cookie:id› and ‹secret:›'],
    ['', ''],
  ])('is replaced with a reference to its variable in %j', { tags: 'export:secrets' }, (text, shown) => {
    expect(replaceMarkersByVariables(text)).toBe(shown);
  });
});

const key = { name: 'KEY', value: 'hunter-22' };
const other = { name: 'OTHER', value: 'swordfish' };

describe('the secrets of a call', () => {
  it('are listed once each, in the order in which they were added', () => {
    const secrets = createCallSecrets();
    secrets.add([other, key]);
    secrets.add([key, { ...key, value: 'hunter-23' }]);
    expect(secrets.all()).toEqual([other, key, { name: 'KEY', value: 'hunter-23' }]);
  });

  it('are redacted as soon as they are added', async () => {
    const secrets = createCallSecrets();
    expect(secrets.redactor().text('hunter-22')).toBe('hunter-22');
    secrets.add([key]);
    expect(secrets.redactor().text('hunter-22')).toBe('‹secret:KEY›');
    secrets.add([other]);
    const redactor = await secrets.prepareRedactor();
    expect(redactor.text('hunter-22, swordfish')).toBe('‹secret:KEY›, ‹secret:OTHER›');
  });

  it('become known to the parent call, whose secrets do not become known to the inner call', () => {
    const outer = createCallSecrets();
    outer.add([other]);
    const inner = createCallSecrets(outer);
    inner.add([key]);
    expect(outer.all()).toEqual([other, key]);
    expect(inner.all()).toEqual([key]);
  });
});
