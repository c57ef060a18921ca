import { describe, expect, it } from 'vitest';

import { type Decide, mergeEntity, mergePairs } from './entity.js';

const decideNothing: Decide = () => undefined;

type Fields = Parameters<typeof mergeEntity>[1];

const merge = (base: Fields, ours: Fields, theirs: Fields, decide = decideNothing) => {
  const { conflicts, ...sides } = mergeEntity('rest', base, ours, theirs, decide);
  return { ...sides, conflicts: conflicts.map(({ field }) => field) };
};

describe('a merge of an entity', () => {
  it('merges each field by its shape', () => {
    const header = (name: string, value: string) => ({ name, value, enabled: true });
    const base = {
      name: 'N',
      url: 'u',
      description: 'a\nb\nc',
      headers: [header('a', '1'), header('b', '1')],
      settings: { timeoutMs: 1, followRedirects: true },
    };
    const ours = {
      ...base,
      name: 'Ours',
      description: 'A\nb\nc',
      headers: [header('a', '2'), header('b', '1')],
      settings: { timeoutMs: 2, followRedirects: true },
    };
    const theirs = {
      ...base,
      url: 'theirs',
      description: 'a\nb\nC',
      headers: [header('a', '1'), header('b', '2')],
      settings: { timeoutMs: 1, followRedirects: false },
    };
    const merged = {
      name: 'Ours',
      url: 'theirs',
      description: 'A\nb\nC',
      headers: [header('a', '2'), header('b', '2')],
      settings: { timeoutMs: 2, followRedirects: false },
    };
    expect(merge(base, ours, theirs)).toEqual({
      base: merged,
      ours: merged,
      theirs: merged,
      common: ours,
      conflicts: [],
    });
  });

  it('reports the key of a setting that both sides changed, and keeps both values', () => {
    const [base, ours, theirs] = [1, 2, 3].map((timeoutMs) => ({ settings: { timeoutMs } }));
    expect(merge(base!, ours!, theirs!)).toEqual({
      base,
      ours,
      theirs,
      common: base,
      conflicts: ['settings.timeoutMs'],
    });
  });

  it('uses the value that a person chose', () => {
    const decide: Decide = ({ field, ours }) => (field === 'url' ? { value: `${String(ours)}!` } : undefined);
    const decided = { url: 'b!' };
    expect(merge({ url: 'a' }, { url: 'b' }, { url: 'c' }, decide)).toEqual({
      base: decided,
      ours: decided,
      theirs: decided,
      common: { url: 'b' },
      conflicts: [],
    });
  });

  it('merges bodies of the same type line by line', () => {
    const body = (content: string, type = 'json') => ({ body: { type, content } });
    expect(merge(body('a\nb\nc'), body('A\nb\nc'), body('a\nb\nC'))).toMatchObject({
      ours: body('A\nb\nC'),
      conflicts: [],
    });
    expect(merge(body('a\nb'), body('A\nb'), body('a\nb', 'xml'))).toMatchObject({
      ours: body('A\nb'),
      theirs: body('a\nb', 'xml'),
      conflicts: ['body'],
    });
    expect(merge({}, body('a'), body('b'))).toMatchObject({ conflicts: ['body'] });
  });

  it('merges GraphQL variables by name, or line by line if one side has them as text', () => {
    const mergeVariables = (...sides: readonly unknown[]) => {
      const [base, ours, theirs] = sides.map((variables) => ({ variables }));
      const merged = mergeEntity('graphql', base!, ours!, theirs!, decideNothing);
      return { ...merged, conflicts: merged.conflicts.map(({ field }) => field) };
    };
    expect(mergeVariables({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 })).toMatchObject({
      ours: { variables: { a: 2, b: 2 } },
      conflicts: [],
    });
    const text = (a: string, b: string) => `{\n  "a": ${a},\n\n  "b": ${b}\n}`;
    expect(mergeVariables(text('1', '{{b}}'), text('2', '{{b}}'), text('1', '{{c}}'))).toEqual(
      Object.fromEntries([
        ...['base', 'ours', 'theirs'].map((side) => [side, { variables: text('2', '{{c}}') }]),
        ['common', { variables: text('2', '{{b}}') }],
        ['conflicts', []],
      ]),
    );
    const plain = { a: 1, b: 1 };
    const written = '{\n  "a": 1,\n  "b": {{b}}\n}';
    expect(mergeVariables(plain, { a: 2, b: 1 }, written)).toMatchObject({
      base: { variables: plain },
      ours: { variables: { a: 2, b: 1 } },
      theirs: { variables: written },
      conflicts: ['variables'],
    });
    expect(mergeVariables(undefined, plain, written)).toMatchObject({
      base: {},
      ours: { variables: plain },
      theirs: { variables: written },
      conflicts: ['variables'],
    });
  });

  it('merges the pairs of a form by name', () => {
    const field = (name: string, value: string) => ({ name, value, enabled: true });
    const form = (a: string, b: string, key: 'fields' | 'parts') => ({
      body: { type: 'form', [key]: [field('a', a), field('b', b)] },
    });
    for (const key of ['fields', 'parts'] as const)
      expect(merge(form('1', '1', key), form('2', '1', key), form('1', '2', key))).toMatchObject({
        ours: form('2', '2', key),
        theirs: form('2', '2', key),
        conflicts: [],
      });
  });

  it('removes a field that one side removed', () => {
    expect(merge({ url: 'a', name: 'N' }, { name: 'N' }, { url: 'a', name: 'N' })).toEqual({
      base: { name: 'N' },
      ours: { name: 'N' },
      theirs: { name: 'N' },
      common: { name: 'N' },
      conflicts: [],
    });
  });

  it('does not treat inherited properties of objects as fields', () => {
    const odd = JSON.parse('{"toString": "a"}') as Fields;
    expect(merge({}, odd, {})).toMatchObject({ ours: odd, theirs: odd, conflicts: [] });
  });
});

/** Pairs from text such as `a=1 b=2`. */
const pairs = (text: string) =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [name = '', value = ''] = word.split('=');
      return { name, value };
    });

const text = (value: unknown) =>
  (value as readonly { name: string; value: string }[])
    .map(({ name, value: is }) => `${name}=${is}`)
    .join(' ');

const mergePairLists = (base: string | undefined, ours: string, theirs: string, decide = decideNothing) => {
  const sides = {
    base: base === undefined ? undefined : pairs(base),
    ours: pairs(ours),
    theirs: pairs(theirs),
  };
  const merged = mergePairs('headers', sides, decide);
  return {
    ours: text(merged.ours),
    theirs: text(merged.theirs),
    base: merged.base === undefined ? undefined : text(merged.base),
    common: merged.common === undefined ? undefined : text(merged.common),
    conflicts: merged.conflicts.map(({ field }) => field),
  };
};

/** Merges values, and returns the value that both sides get if nothing conflicts. */
const mergeWithoutConflicts = (base: string | undefined, ours: string, theirs: string) => {
  const { conflicts, ...merged } = mergePairLists(base, ours, theirs);
  expect(conflicts).toEqual([]);
  expect(merged.theirs).toBe(merged.ours);
  expect(merged.base).toBe(merged.ours);
  return merged.ours;
};

describe('a merge of pairs', () => {
  it.each([
    ['changes of two pairs', 'a=1 b=2', 'a=9 b=2', 'a=1 b=8', 'a=9 b=8'],
    ['a pair that each side adds', 'a=1', 'a=1 b=2', 'a=1 c=3', 'a=1 b=2 c=3'],
    ['a pair added at the beginning', 'a=1 b=1', 'x=0 a=1 b=1', 'a=1 b=9', 'x=0 a=1 b=9'],
    ['several pairs added at one position', 'a=1 z=1', 'a=1 z=9', 'a=1 b=1 c=1 z=1', 'a=1 b=1 c=1 z=9'],
    ['a pair that one side removes', 'a=1 b=2 c=3', 'a=1 c=3', 'a=9 b=2 c=3', 'a=9 c=3'],
    ['an order that one side changes', 'a=1 b=2', 'b=2 a=1', 'a=1 b=9', 'b=9 a=1'],
    ['an order that the other side changes', 'a=1 b=2', 'a=9 b=2', 'b=2 a=1', 'b=2 a=9'],
    [
      'an order that both sides change in the same way',
      'a=1 b=2 c=3',
      'c=3 b=2 a=1',
      'c=3 b=2 a=9',
      'c=3 b=2 a=9',
    ],
    ['a removal next to a changed order', 'a=1 b=2 c=3', 'a=1 b=2', 'b=2 a=1 c=3', 'b=2 a=1'],
    ['a changed order next to a removal', 'a=1 b=2 c=3', 'b=2 a=1 c=3', 'a=1 b=2', 'b=2 a=1'],
    ['a repeated name', 'a=1 a=2', 'a=1 a=9', 'a=8 a=2', 'a=8 a=9'],
    ['the same pair on both sides', 'a=1', 'a=1 b=2', 'a=1 b=2', 'a=1 b=2'],
  ])('succeeds for %s', (_, base, ours, theirs, merged) => {
    expect(mergeWithoutConflicts(base, ours, theirs)).toBe(merged);
  });

  it('keeps the pairs of both sides if there is no common ancestor', () => {
    expect(mergeWithoutConflicts(undefined, 'a=1 b=2', 'b=2 c=3')).toBe('a=1 b=2 c=3');
  });

  it('reports the pair in conflict and merges the other pairs', () => {
    expect(mergePairLists('a=1 b=2 c=3', 'a=8 b=2 c=9', 'a=9 b=7 c=3')).toEqual({
      ours: 'a=8 b=7 c=9',
      theirs: 'a=9 b=7 c=9',
      base: 'a=1 b=7 c=9',
      common: 'a=1 b=2 c=9',
      conflicts: ['headers[a]'],
    });
  });

  it('uses the value that a person chose for a pair', () => {
    const decide: Decide = ({ field }) =>
      field === 'headers[a]' ? { value: { name: 'a', value: 'third' } } : undefined;
    expect(mergePairLists('a=1 b=2', 'a=8 b=2', 'a=9 b=2', decide)).toMatchObject({
      ours: 'a=third b=2',
      theirs: 'a=third b=2',
      conflicts: [],
    });
    const removal: Decide = () => ({ value: null });
    expect(mergePairLists('a=1 b=2', 'a=8 b=2', 'a=9 b=2', removal)).toMatchObject({
      ours: 'b=2',
      theirs: 'b=2',
    });
  });

  it.each([
    ['orders that both change', 'a=1 b=2 c=3', 'b=2 a=1 c=3', 'a=1 c=3 b=2'],
    ['a conflict in a repeated name', 'a=1 a=2', 'a=8 a=2', 'a=9 a=2'],
    ['one of several pairs with the same name that is removed', 'a=1 a=2 b=3', 'a=2 b=3', 'a=1 a=2 b=9'],
  ])('is one conflict for %s', (_, base, ours, theirs) => {
    expect(mergePairLists(base, ours, theirs)).toEqual({
      base,
      ours,
      theirs,
      common: base,
      conflicts: ['headers'],
    });
  });

  it('identifies a pair in conflict by its name and by its index among the pairs with that name', () => {
    const asked: string[] = [];
    const decide: Decide = ({ field }) => {
      asked.push(field);
      return undefined;
    };
    mergePairLists('a=1 a=2 b=3', 'a=8 a=8 b=8', 'a=9 a=9 b=9', decide);
    expect(asked.slice(0, 3)).toEqual(['headers[a]', 'headers[a][1]', 'headers[b]']);
  });

  it('keeps the order of the database in the base until the database is updated', () => {
    expect(mergePairLists('a=1 b=2', 'a=9 b=2', 'b=2 a=1')).toMatchObject({
      ours: 'b=2 a=9',
      common: 'a=9 b=2',
    });
  });
});
