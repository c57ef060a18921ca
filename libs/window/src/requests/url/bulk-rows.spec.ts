import fc from 'fast-check';
import { expect, it } from 'vitest';

import { formatRows, parseRows, toHeaderRows } from './bulk-rows.js';

const row = (name: string, value: string, enabled = true) => ({ name, value, enabled });

it('the rows of a table are written one per line, and disabled rows as comments', () => {
  const rows = [row('Accept', 'a: b'), row('X-Off', '1', false), row('a:b', ''), row('x', ' two\nlines')];
  const text = 'Accept: a: b\n// X-Off: 1\n"a:b": \nx: " two\\nlines"';
  expect(formatRows(rows)).toBe(text);
  expect(parseRows(text)).toEqual(rows);
});

it("the lines of a table's text are parsed leniently", () => {
  expect(parseRows('\n  Accept:application/json\r\n//X:1\nflag\n{{a:b}}: 1\n"odd: 2')).toEqual([
    row('Accept', 'application/json'),
    row('X', '1', false),
    row('flag', ''),
    row('{{a:b}}', '1'),
    row('"odd', '2'),
  ]);
});

it('the rows of a table are the same after conversion to text and back', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.array(fc.record({ name: text, value: text, enabled: fc.boolean() })), (rows) => {
      expect(parseRows(formatRows(rows))).toEqual(rows);
    }),
  );
});

it('a header that occurs several times has a row for each occurrence', () => {
  const rows = toHeaderRows({ etag: '1', 'set-cookie': 'a=1; Path=/\nb=2', 'x-empty': '' });
  expect(rows.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'etag: 1',
    'set-cookie: a=1; Path=/',
    'set-cookie: b=2',
    'x-empty: ',
  ]);
});
