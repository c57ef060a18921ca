import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { compareJson, compareTexts } from './differences.js';
import { createJsonPath } from './json-path.js';

const jsonPath = createJsonPath({ timeMs: 60_000 });
const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const compare = (before: unknown, after: unknown, ignore: readonly string[] = []) =>
  jsonPath.compare(bytes(before), bytes(after), ignore)();
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('the differences of two JSON values', { tags: 'executions:compare' }, () => {
  it.each<[string, unknown, unknown, unknown[]]>([
    ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['the order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    ['a value', { a: { b: 1 } }, { a: { b: '1' } }, [{ path: '$.a.b', before: 1, after: '1' }]],
    ['the whole value', [], {}, [{ path: '$', before: [], after: {} }]],
    ['null, but not a missing value', { a: null }, {}, [{ path: '$.a', before: null }]],
    ['a new field', {}, { 'a b': 1 }, [{ path: "$['a b']", after: 1 }]],
    [
      'a field with an inherited name',
      {},
      JSON.parse('{"__proto__": 1}'),
      [{ path: '$.__proto__', after: 1 }],
    ],
    ['an inserted entry', ['b', 'c'], ['a', 'b', 'c'], [{ path: '$[0]', after: 'a' }]],
    ['a removed entry', [1, 2, 3], [1, 3], [{ path: '$[1]', before: 2 }]],
    ['an entry', [1, 2, 3], [1, 4, 3], [{ path: '$[1]', before: 2, after: 4 }]],
    [
      'an entry with an id, wherever the entry is',
      { users: [{ id: 1, name: 'Ada' }, { id: 2 }] },
      { users: [{ id: 3 }, { id: 1, name: 'Eve' }] },
      [
        { path: '$.users[?@.id==1].name', before: 'Ada', after: 'Eve' },
        { path: '$.users[?@.id==2]', before: { id: 2 } },
        { path: '$.users[?@.id==3]', after: { id: 3 } },
      ],
    ],
    [
      'the order of entries with ids',
      [{ id: 'a' }, { id: 'b' }],
      [{ id: 'b' }, { id: 'a' }],
      [{ path: '$[*].id', before: ['a', 'b'], after: ['b', 'a'] }],
    ],
    ['ids that are not unique', [{ id: 1 }, { id: 1 }], [{ id: 1 }], [{ path: '$[1]', before: { id: 1 } }]],
  ])('list %s', (_what, before, after, expected) => {
    expect(compareJson(before, after).differences).toEqual(expected);
  });

  it('have JSONPaths that select the changed value', async () => {
    const [before, after] = [[{ id: 'a "b"', 'x y': 1 }], [{ id: 'a "b"', 'x y': 2 }]];
    const [{ path } = { path: '' }] = compareJson(before, after).differences;
    expect(await jsonPath.select(path, bytes(after), 100)()).toEqual(E.right([2]));
  });

  it('are limited for bodies of any size, with the number of further differences', () => {
    const { differences, more, size } = compareJson(
      { list: numbers(9_000) },
      { list: numbers(9_000).reverse() },
    );
    expect(differences.length).toBe(100);
    expect(more).toBe(8_900);
    expect(size).toBe(9_000);
    const wide = Object.fromEntries(numbers(2_000).map((at) => [`k${at}`, 'x'.repeat(900)]));
    const long = compareJson({}, wide);
    expect(JSON.stringify(long).length).toBeLessThan(26_000);
    expect(long.differences.length + (long.more ?? 0)).toBe(2_000);
    expect(JSON.stringify(compareJson({}, { a: wide })).length).toBeLessThan(400);
  });

  it('can be continued from an offset', { tags: 'mcp:cut' }, () => {
    const [before, after] = [numbers(250), numbers(250).map((at) => at + 1_000)];
    const all = [0, 100, 200].flatMap((offset) => compareJson(before, after, offset).differences);
    expect(all.map(({ path }) => path)).toEqual(numbers(250).map((at) => `$[${at}]`));
    expect(compareJson(before, after, 200)).not.toHaveProperty('more');
    expect(compareTexts('a\nsame\nb\n', 'A\nsame\nB\n', 1)).toEqual({
      differences: [{ path: 'line 3', before: 'b', after: 'B' }],
      size: 2,
    });
  });

  it('show long texts from their first difference', () => {
    const text = (end: string) => `${'x'.repeat(5_000)}${end}${'y'.repeat(5_000)}`;
    const [one] = compareJson(text('A'), text('B')).differences;
    expect(one?.before).toMatch(/^…x{40}Ay{259}…$/);
    expect(one?.after).toMatch(/^…x{40}By{259}…$/);
    expect(one).toMatchObject({ truncated: true, size: 10_001 });
  });
});

describe('the comparison of two bodies', { tags: 'executions:compare' }, () => {
  it('omits values that are ignored in either body', async () => {
    const before = { at: 1, items: [{ id: 1, at: 1, a: 1 }] };
    const after = { at: 2, items: [{ id: 1, at: 2, a: 2 }, { id: 2 }] };
    expect(await compare(before, after, ['$..at', '$.items[?@.id==2]'])).toEqual(
      E.right({ differences: [{ path: '$.items[?@.id==1].a', before: 1, after: 2 }] }),
    );
    expect(await compare(before, after, ['$'])).toEqual(E.right({ differences: [] }));
    expect(await compare(before, [], ['$', '$.at'])).toEqual(E.right({ differences: [] }));
  });

  it('compares bodies other than JSON line by line', async () => {
    expect(await compare('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual(
      E.right({
        differences: [
          { path: 'line 2', before: 'b', after: 'B' },
          { path: 'line 4', after: 'd' },
        ],
      }),
    );
    expect(await compare('{"a": 1}', '{"a": ')).toMatchObject({
      right: { differences: [{ path: 'line 1' }] },
    });
    expect(compareTexts('same', 'same')).toEqual({ differences: [] });
  });

  it('refuses an ignored path that is not a JSONPath', async () => {
    expect(await compare({}, {}, ['at'])).toMatchObject({
      left: { issues: [{ path: 'ignore', message: expect.stringContaining('JSONPaths') as string }] },
    });
  });

  it('handles deeply nested bodies', async () => {
    const deep = (leaf: string) => `${'['.repeat(50_000)}${leaf}${']'.repeat(50_000)}`;
    const outcome = await compare(deep('1'), deep('2'));
    expect(JSON.stringify(outcome).length).toBeLessThan(2_000);
  });
});
