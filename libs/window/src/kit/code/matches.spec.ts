import { SearchQuery } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';

import { collectMatches, findStep } from './matches.js';

const collect = (doc: string, query: ConstructorParameters<typeof SearchQuery>[0], max = 10_000) =>
  collectMatches(EditorState.create({ doc }), new SearchQuery(query), max, () => true);

describe('matches of a search', { tags: 'viewer:find' }, () => {
  it.each([
    ['aba ABA', { search: 'aba' }, [0, 4]],
    ['aba ABA', { search: 'aba', caseSensitive: true }, [0]],
    ['aaaa', { search: 'aa' }, [0, 2]],
    ['a1 b22', { search: '\\d+', regexp: true }, [1, 4]],
    ['cat category', { search: 'cat', wholeWord: true }, [0]],
    ['a\tb', { search: 'a\\tb' }, [0]],
    ['naïve café', { search: 'é' }, [9]],
    ['(', { search: '(', regexp: true }, []],
  ])('in %j for %j begin at %j', async (doc, query, expected) => {
    expect((await collect(doc, query))?.map(({ from }) => from)).toEqual(expected);
  });

  it.each([['x'], ['é']])('are all found in a long text of one line with %s between them', async (fill) => {
    const doc = `needle${fill.repeat(49_991)}needle${fill.repeat(49_994)}needle${fill.repeat(60_000)}`;
    expect((await collect(doc, { search: 'needle' }))?.map(({ from }) => from)).toEqual([0, 49_997, 99_997]);
  });

  it('are collected up to one more than the maximum, or until they are no longer wanted', async () => {
    expect(await collect('a'.repeat(100), { search: 'a' }, 5)).toHaveLength(6);
    const state = EditorState.create({ doc: 'é'.repeat(3_000_000) });
    const query = new SearchQuery({ search: 'needle' });
    expect(await collectMatches(state, query, 5, () => false)).toBeUndefined();
  });

  it('are visited forwards and backwards, continuing at the other end of the text', () => {
    const matches = [2, 4, 8].map((from) => ({ from, to: from + 2 }));
    const step = (from: number, to: number, by: 1 | -1) => findStep(matches, { from, to }, by)?.from;
    expect([step(0, 0, 1), step(2, 4, 1), step(8, 10, 1)]).toEqual([2, 4, 2]);
    expect([step(0, 0, -1), step(8, 10, -1), step(9, 9, -1)]).toEqual([8, 4, 4]);
    expect(findStep([], { from: 0, to: 0 }, 1)).toBeUndefined();
  });
});
