import { describe, expect, it } from 'vitest';

import {
  filterRows,
  findTables,
  formatCsv,
  maxCellLength,
  measureColumns,
  sortRows,
  toCell,
} from './json-table.js';

const findOne = (json: string) => {
  const [table] = findTables(json);
  if (table === undefined) throw new Error('There is no table.');
  return table;
};

describe('tables of a JSON body', { tags: 'viewer:table' }, () => {
  it('are its arrays of objects, the longest first', () => {
    const json = JSON.stringify({
      total: 3,
      users: [
        { id: 1, name: 'Ada' },
        { id: 2, mail: 'b@c' },
      ],
      'by day': { logs: [{ at: 1 }, { at: 2 }, { at: 3 }] },
      numbers: [1, 2],
      mixed: [{ a: 1 }, 2],
      none: [],
    });
    expect(findTables(json).map(({ path, columns }) => [path, columns])).toEqual([
      ['$["by day"].logs', ['at']],
      ['$.users', ['id', 'name', 'mail']],
    ]);
    expect(findTables('[{"a":1}]').map(({ path }) => path)).toEqual(['$']);
  });

  it.each(['{}', '[1]', '{', ''])('do not exist in %j', (json) => {
    expect(findTables(json)).toEqual([]);
  });

  it('show missing values, null, lists, exact numbers and the beginning of long values', () => {
    const { rows } = findOne(
      `[{"a":null,"b":[1,{"c":2}],"n":12345678901234567890,"t":"${'x'.repeat(maxCellLength + 1)}"}]`,
    );
    const [row = {}] = rows;
    expect(toCell(row, 'a')).toEqual({ text: 'null', kind: 'none' });
    expect(toCell(row, 'constructor')).toEqual({ text: '', kind: 'none' });
    expect(toCell(row, 'b')).toEqual({ text: '[1,{"c":2}]', kind: 'text' });
    expect(toCell(row, 'n')).toEqual({ text: '12345678901234567890', kind: 'number' });
    expect(toCell(row, 't').text).toBe(`${'x'.repeat(maxCellLength)}…`);
  });

  it('have columns as wide as their values, within limits', () => {
    expect(measureColumns(findOne(`[{"a":1,"b":"${'x'.repeat(20)}","c":"${'x'.repeat(99)}"}]`))).toEqual([
      6, 20, 40,
    ]);
  });

  it('are sorted by value, with missing values last in both directions', () => {
    const { rows } = findOne('[{"v":"a10"},{"v":10},{"x":0},{"v":"a9"},{"v":9},{"v":null}]');
    const sort = (isDescending: boolean) =>
      sortRows(rows, { column: 'v', isDescending }).map(({ v, x }) => v ?? x ?? null);
    expect(sort(false)).toEqual([9, 10, 'a9', 'a10', 0, null]);
    expect(sort(true)).toEqual(['a10', 'a9', 10, 9, 0, null]);
  });

  it('are filtered by the text of any value', () => {
    const { rows } = findOne('[{"a":"Ada"},{"a":"Bob","b":["adage"]},{"a":"Cid"}]');
    expect(filterRows(rows, ' ADA ').map(({ a }) => a)).toEqual(['Ada', 'Bob']);
    expect(filterRows(rows, '')).toBe(rows);
  });
});

describe('the CSV of a table', { tags: 'viewer:table' }, () => {
  it('has a header, quotes what has to be quoted, and leaves missing values empty', () => {
    const { columns, rows } = findOne(
      JSON.stringify([{ id: 1, text: 'a, "b"\nc', on: true }, { id: 2, list: [1] }, { text: ' x' }]),
    );
    expect(formatCsv(columns, rows)).toBe(
      'id,text,on,list\r\n1,"a, ""b""\nc",true,\r\n2,,,[1]\r\n," x",,\r\n',
    );
  });

  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ['a=1', 'a=1'],
  ])('escapes the text %j, which a spreadsheet would take for a formula', (text, field) => {
    expect(formatCsv(['a'], [{ a: text }])).toBe(`a\r\n${field}\r\n`);
  });

  it('writes negative numbers as numbers, and escapes a column name that looks like a formula', () => {
    expect(formatCsv(['=a'], [{ '=a': -2 }])).toBe("'=a\r\n-2\r\n");
  });
});
