import { describe, expect, it } from 'vitest';

import { cellText, fieldsOfRows, maxRows, readDataRows } from './data-rows.js';

describe('rows of data', { tags: 'data:rows' }, () => {
  it.each([
    ['[{"id": 1, "name": "a"}, {"id": 2}]', [{ id: 1, name: 'a' }, { id: 2 }]],
    ['{"id": 1}\n\n{"id": 2}\n', [{ id: 1 }, { id: 2 }]],
    [
      'id,name\n1,"a, ""b"""\n2,\n',
      [
        { id: '1', name: 'a, "b"' },
        { id: '2', name: '' },
      ],
    ],
    ['\uFEFFid , name\r\n1,"two\nlines"\r\n', [{ id: '1', name: 'two\nlines' }]],
    ['\uFEFF[{"id": 1}]', [{ id: 1 }]],
  ])('are read from %j', async (text, rows) => {
    expect(await readDataRows(text)).toEqual({ rows });
  });

  it.each([
    ['[\n  {"a": "]},["},\n  {"b": [1, {}]},\n  3\n]', 'Line 4: a row must be an object'],
    ['[\n  {"a": 1},\n  {"a" 2}\n]', 'Line 3: this is not JSON'],
    ['{"a": 1}\n[1]', 'Line 2: a row must be an object'],
    ['{"a": 1}\n{"a": \n', 'Line 2: this is not JSON'],
    ['a,b\n1,2\n3,4,5\n', 'Line 3: '],
    ['a,b\n1,"2\n', 'Line '],
    ['a,a\n1,2\n', 'Line 1: the column "a" is there twice'],
    ['a,,c\n1,2,3\n', 'Line 1: a column has no name'],
    ['a,b\n', 'There are no rows'],
    ['[]', 'There are no rows'],
    ['a\n' + '1\n'.repeat(maxRows + 1), `at most ${maxRows}`],
  ])('that cannot be used say why: %j', async (text, problem) => {
    expect(await readDataRows(text)).toEqual({ problem: expect.stringContaining(problem) as string });
  });

  it('are shown by their fields', () => {
    expect(fieldsOfRows([{ b: 1 }, { a: 1, b: 2 }])).toEqual(['b', 'a']);
    expect(['x', undefined, 1, null, { a: 1 }].map(cellText)).toEqual(['x', '', '1', 'null', '{"a":1}']);
  });
});
