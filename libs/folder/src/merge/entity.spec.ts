import { describe, expect, it } from 'vitest';

import { mergeEntity } from './entity.js';
import type { Decide } from './sides.js';

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

  it('reports the key of a setting that both changed, and keeps both values', () => {
    const [base, ours, theirs] = [1, 2, 3].map((timeoutMs) => ({ settings: { timeoutMs } }));
    expect(merge(base!, ours!, theirs!)).toEqual({
      base,
      ours,
      theirs,
      common: base,
      conflicts: ['settings.timeoutMs'],
    });
  });

  it('uses the chosen value', () => {
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

  it('merges the content of bodies of one type by line', () => {
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

  it('removes a field that one side removes', () => {
    expect(merge({ url: 'a', name: 'N' }, { name: 'N' }, { url: 'a', name: 'N' })).toEqual({
      base: { name: 'N' },
      ours: { name: 'N' },
      theirs: { name: 'N' },
      common: { name: 'N' },
      conflicts: [],
    });
  });

  it('does not treat inherited object properties as fields', () => {
    const odd = JSON.parse('{"toString": "a"}') as Fields;
    expect(merge({}, odd, {})).toMatchObject({ ours: odd, theirs: odd, conflicts: [] });
  });
});
