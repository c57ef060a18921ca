import { describe, expect, it } from 'vitest';

import { readCsv } from './csv.js';

describe('CSV', { tags: 'data:rows' }, () => {
  it.each([
    [
      'id,name\n1,"a, ""b"""\n2,\n',
      [
        { id: 1, name: 'a, "b"' },
        { id: 2, name: '' },
      ],
    ],
    ['\uFEFFid , name\r\n\r\n1,"two\nlines"\r\n', [{ id: 1, name: 'two\nlines' }]],
    ['id\n', []],
    ['id,name,city\n1,Ada\n', [{ id: 1, name: 'Ada' }]],
    [
      'id, name\n1, "a" \n2,say "b" c\n',
      [
        { id: 1, name: 'a' },
        { id: 2, name: 'say "b" c' },
      ],
    ],
  ])('is read from %j', async (text, rows) => {
    expect(await readCsv(text)).toEqual({ rows });
  });

  it.each(['0', '-7', '2.5', '90071992'])('is read with a number for an unquoted %s', async (text) => {
    expect(await readCsv(`a,b\n${text},"${text}"\n`)).toEqual({ rows: [{ a: Number(text), b: text }] });
  });

  it.each(['007', '1.50', '+1', '-0', '1e3', '0x10', '12345678901234567890', 'NaN', 'Infinity', ''])(
    'is read with text for %j, because the number would be written differently',
    async (text) => {
      expect(await readCsv(`a,b\n${text},x\n`)).toEqual({ rows: [{ a: text, b: 'x' }] });
    },
  );

  it.each([
    ['a,b\n1,2\n3,4,5\n', 'Line 3: '],
    ['a,b\n1,"2\n', 'Line '],
    ['a,a\n1,2\n', 'Line 1: the column "a" is there twice'],
    ['id;name\n1;Ada\n', 'Line 1: the only column is "id;name". Columns are separated by commas'],
    ['id\tname\n1\tAda\n', 'here by tabs; save the file with commas'],
    ['a,,c\n1,2,3\n', 'Line 1: a column has no name'],
  ])('is refused with the reason: %j', async (text, problem) => {
    expect(await readCsv(text)).toEqual({ problem: expect.stringContaining(problem) as string });
  });
});
