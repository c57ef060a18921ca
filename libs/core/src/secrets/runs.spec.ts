import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.js';

const value = 'Zk4-qT9x_Lm2vR8wB6nC1yD5';
const hide = (text: string, secret = value) => createRedactor([{ name: 'TOKEN', value: secret }]).text(text);
const mark = '‹secret:TOKEN›';

describe('a piece of a secret value', { tags: 'secrets:forms' }, () => {
  it('is redacted if it is twelve consecutive characters of the value', () => {
    for (let from = 0; from + 12 <= value.length; from += 1)
      for (const before of ['', 'a', 'ab', 'abc ', 'abcd ']) {
        const text = `${before}${value.slice(from, from + 12)} rest`;
        expect(hide(text)).toBe(`${before}${mark} rest`);
      }
  });

  it('is not redacted if it is short, uninformative or common to many values', () => {
    expect(hide(value.slice(3, 14))).toBe(value.slice(3, 14));
    const lined = `secret ${'-'.repeat(20)} words`;
    expect(hide('-'.repeat(18), lined)).toBe('-'.repeat(18));
    const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG\n-----END PRIVATE KEY-----';
    expect(hide('-----BEGIN PRIVATE KEY-----', key)).toBe('-----BEGIN PRIVATE KEY-----');
    expect(hide('x QIBADANBgkqh', key)).toBe(`x ${mark}`);
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    expect(hide('eyJhbGciOiJIUzI1NiJ9.other', token)).toBe('eyJhbGciOiJIUzI1NiJ9.other');
    expect(hide('https://api.example.com/other', 'https://api.example.com/v1/hooks/abcdef')).toBe(
      'https://api.example.com/other',
    );
  });

  it('is redacted if it is split over adjacent JSON strings, in a list or in fields', () => {
    const parts = value.match(/.{1,5}/g) ?? [];
    expect(hide(JSON.stringify(['x', ...parts, 'y']))).toBe(
      JSON.stringify(['x', ...parts.map(() => mark), 'y']),
    );
    const fields = { a: value.slice(0, 11), b: value.slice(11), c: 'rest' };
    expect(hide(JSON.stringify(fields, null, 2))).toBe(
      JSON.stringify({ a: mark, b: mark, c: 'rest' }, null, 2),
    );
    expect(hide(JSON.stringify([...Array.from('short-by'), 'x']), 'short-by')).not.toContain('"s","h"');
  });

  it('is redacted if it is split over adjacent strings that are quoted in other texts', () => {
    const parts = value.match(/.{1,5}/g) ?? [];
    const listed = JSON.stringify(parts);
    const fields = { a: value.slice(0, 11), b: value.slice(11) };
    for (const text of [
      `expected [ ${parts.map((part) => `'${part}'`).join(', ')} ] to be 1`,
      `it isn't [\n  '${parts.join("',\n  '")}'\n]`,
      `expected { a: '${fields.a}', b: '${fields.b}' } to equal {}`,
      `expected ${JSON.stringify(listed)} to be ""`,
      JSON.stringify({ message: `got ${JSON.stringify(JSON.stringify(fields, null, 2))}` }),
    ]) {
      const shown = hide(text);
      expect([text, shown]).toEqual([text, expect.stringContaining(mark)]);
      for (const part of [...parts, fields.a, fields.b]) expect(shown).not.toContain(part);
    }
  });

  it('is redacted if it is split over the strings or numbers of a JSON value', () => {
    const parts = value.match(/.{1,5}/g) ?? [];
    const bytes = [...Buffer.from(value)];
    const { json } = createRedactor([{ name: 'TOKEN', value }]);
    expect(json({ list: ['x', ...parts], deep: { bytes: [1, ...bytes, 2] }, rest: 'rest' })).toEqual({
      list: ['x', ...parts.map(() => mark)],
      deep: { bytes: [1, ...bytes.map(() => mark), 2] },
      rest: 'rest',
    });
    const byPlace = (ones: readonly unknown[]) => Object.fromEntries(ones.entries());
    expect(json(byPlace(bytes))).toEqual(byPlace(bytes.map(() => mark)));
    const plain = { list: ['a', 'b', null, true], numbers: [1, 2, 3], 'a "key"': undefined };
    expect(json(plain)).toEqual(plain);
  });

  it('is found quickly even in text that repeats one or two characters', { tags: 'cpu' }, () => {
    const { text } = createRedactor([{ name: 'TOKEN', value: `${'%2'.repeat(8_000)}kX9q` }]);
    const dull = '%2'.repeat(100_000);
    expect(text(`${dull}2%kX9q`)).toContain(mark);
  });

  it('is searched for in a long text at little cost', { tags: 'cpu' }, () => {
    const secrets = Array.from({ length: 200 }, (_, at) => ({
      name: `S${at}`,
      value: `value-${at}-${(at * 7_919).toString(36)}-of-many`,
    }));
    const { text } = createRedactor(secrets);
    for (const body of [
      JSON.stringify(
        Array.from({ length: 10_000 }, (_, id) => ({ id, text: `some value-${id}`, more: 'of' })),
      ),
      'value-value-'.repeat(80_000),
      '"'.repeat(1_000_000),
      `["${'\\\\'.repeat(500_000)}`,
      `x ${"', '".repeat(250_000)}`,
      `x '${','.repeat(1_000_000)}`,
      `x ${' '.repeat(500_000)}${'\\'.repeat(500_000)}`,
    ]) {
      const began = process.cpuUsage().user;
      text(body);
      expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(10_000);
    }
  });
});
