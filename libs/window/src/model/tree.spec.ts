import { describe, expect, it } from 'vitest';

import type { Summary } from './saved-request.js';
import { keyOf, matches, neighbourOf, treeLines } from './tree.js';

const request = (name: string, folder = '', method = 'GET'): Summary => ({
  id: `rest_${name}` as Summary['id'],
  name,
  folder,
  method,
  url: `https://example.test/${name}`,
});

const all = [request('top'), request('b1', 'b'), request('deep', 'a/x'), request('a1', 'a')];

describe('the tree', () => {
  it('has folders by name before requests, inside and outside', () => {
    expect(treeLines(all, new Set(), '').map((line) => `${line.level} ${keyOf(line)}`)).toEqual([
      '1 folder a',
      '2 folder a/x',
      '3 rest_deep',
      '2 rest_a1',
      '1 folder b',
      '2 rest_b1',
      '1 rest_top',
    ]);
  });

  it('hides what is in a closed folder, unless it is searched for', () => {
    expect(treeLines(all, new Set(['a']), '').map(keyOf)).not.toContain('rest_deep');
    expect(treeLines(all, new Set(['a']), 'deep').map(keyOf)).toContain('rest_deep');
  });

  it('counts each line among its siblings', () => {
    expect(treeLines(all, new Set(), '').filter(({ level }) => level === 1)).toMatchObject([
      { position: 1, siblings: 3 },
      { position: 2, siblings: 3 },
      { position: 3, siblings: 3 },
    ]);
  });

  it.each([
    ['TOP', true],
    ['get top', true],
    ['post top', false],
    ['example.test', true],
  ])('finds by %s: %s', (search, found) => {
    expect(matches(request('top'), search)).toBe(found);
  });
});

describe('the neighbour of a line that goes', () => {
  it.each([
    ['deep', 'folder a'],
    ['a1', 'rest_deep'],
    ['top', 'rest_b1'],
  ])('of %s is %s', (name, neighbour) => {
    const lines = treeLines(all, new Set(), '');
    const rest = treeLines(
      all.filter((one) => one.name !== name),
      new Set(),
      '',
    );
    const at = lines.findIndex((line) => keyOf(line) === `rest_${name}`);
    expect(neighbourOf(lines, at, rest)).toBe(neighbour);
  });

  it('is the one below in its folder, if there is one', () => {
    const [b, c, top] = [request('b', 'f'), request('c', 'f'), request('z')] as const;
    const lines = treeLines([b, c, top], new Set(), '');
    expect(neighbourOf(lines, 1, treeLines([c, top], new Set(), ''))).toBe('rest_c');
  });

  it('is none where nothing is left', () => {
    expect(neighbourOf(treeLines([request('only', 'f')], new Set(), ''), 1, [])).toBe(undefined);
  });
});
