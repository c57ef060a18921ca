import { expect, it } from 'vitest';

import { blankRow, type EnvironmentRow } from './environment-rows.js';
import { rowsOfText, textOfRows } from './environment-text.js';

const row = (name: string, value: string, enabled = true): EnvironmentRow => ({
  ...blankRow,
  name,
  value,
  enabled,
});

it('variables as text are read back as they were', () => {
  const rows = [
    row('host', 'http://h/?a=b'),
    row('off', '1', false),
    row('empty', ''),
    row('lines', 'one\ntwo "three"'),
    row('spaces', ' padded '),
    row('quoted', '"as it is"'),
  ];
  expect(textOfRows(rows)).toBe(
    [
      'host=http://h/?a=b',
      '# off=1',
      'empty=',
      'lines="one\\ntwo \\"three\\""',
      'spaces=" padded "',
      'quoted="\\"as it is\\""',
    ].join('\n'),
  );
  expect(rowsOfText(textOfRows(rows))).toEqual(rows);
});

it('secrets are not in the text', () => {
  expect(textOfRows([{ ...row('key', 'typed'), secret: true }, row('a', '1')])).toBe('a=1');
});

it.each([
  ['name', [row('name', '')]],
  [' a = 1 \r\n\r\n//b=2', [row('a', '1'), row('b', '2', false)]],
  ['a="unfinished', [row('a', '"unfinished')]],
  ['=1', []],
])('reads %j', (text, rows) => {
  expect(rowsOfText(text)).toEqual(rows);
});
