import { describe, expect, it } from 'vitest';
import type { ExecutionResult } from '@tandem/core';

import type { Summary } from '../../requests/saved-request.js';
import {
  getLineKey,
  createRequestMatcher,
  findNeighbour,
  listFolderPaths,
  listFolders,
  type TreeContent,
  type TreeLine,
  listTreeLines,
  findTypedLine,
  findLastRun,
  keepEqualLines,
} from './tree.js';
import type { Run } from '../../requests/sending/runs.js';

const request = (name: string, folder = '', method = 'GET'): Summary => ({
  id: `rest_${name}` as Summary['id'],
  name,
  folder,
  method,
  url: `https://example.test/${name}`,
});

const all = [request('top'), request('b1', 'b'), request('deep', 'a/x'), request('a1', 'a')];

const toTreeContent = (requests: readonly Summary[]): TreeContent => ({ folders: [], requests });

describe('the tree', () => {
  it('lists folders by name before requests on every level', () => {
    expect(
      listTreeLines(toTreeContent(all), new Set(), '').map((line) => `${line.level} ${getLineKey(line)}`),
    ).toEqual([
      '1 folder a',
      '2 folder a/x',
      '3 rest_deep',
      '2 rest_a1',
      '1 folder b',
      '2 rest_b1',
      '1 rest_top',
    ]);
  });

  it('includes empty folders, in the order that a person set', () => {
    const content = { folders: ['z', 'z/empty', 'a'], requests: all };
    expect(listFolderPaths(content)).toEqual(['z', 'z/empty', 'a', 'a/x', 'b']);
    expect(listTreeLines(content, new Set(), 'empty').map(getLineKey)).toEqual([
      'folder z',
      'folder z/empty',
    ]);
    expect(listTreeLines(content, new Set(), 'deep').map(getLineKey)).toEqual([
      'folder a',
      'folder a/x',
      'rest_deep',
    ]);
  });

  it('hides the contents of a closed folder, except during a search', () => {
    expect(listTreeLines(toTreeContent(all), new Set(['a']), '').map(getLineKey)).not.toContain('rest_deep');
    expect(listTreeLines(toTreeContent(all), new Set(['a']), 'deep').map(getLineKey)).toContain('rest_deep');
  });

  it('knows the position of each line among its siblings', () => {
    expect(listTreeLines(toTreeContent(all), new Set(), '').filter(({ level }) => level === 1)).toMatchObject(
      [
        { position: 1, siblings: 3 },
        { position: 2, siblings: 3 },
        { position: 3, siblings: 3 },
      ],
    );
  });

  it.each([
    ['TOP', true],
    ['get top', true],
    ['post top', false],
    ['example.test', true],
  ])('finds with the search %s: %s', (search, found) => {
    expect(createRequestMatcher(search)(request('top'))).toBe(found);
  });
});

describe('the lines of a changed tree', () => {
  const content = toTreeContent(all);
  const before = listTreeLines(content, new Set(), '');
  const listKept = (lines: readonly TreeLine[]): readonly string[] =>
    keepEqualLines(before, lines)
      .filter((line) => before.includes(line))
      .map(getLineKey);

  it('are the same objects as before if they show the same', () => {
    const lines = listTreeLines(content, new Set(), '');
    expect(keepEqualLines(before, lines)).toEqual(lines);
    expect(listKept(lines)).toEqual(before.map(getLineKey));
  });

  it('are new if their request, their folder or their position has changed', () => {
    const renamed = all.map((one) => (one.name === 'deep' ? { ...one, name: 'renamed' } : one));
    const lines = listTreeLines(toTreeContent([...renamed, request('b2', 'b')]), new Set(['b']), '');
    expect(listKept(lines)).toEqual(['folder a', 'folder a/x', 'rest_a1', 'rest_top']);
    expect(keepEqualLines(before, lines)).toEqual(lines);
    expect(listKept(listTreeLines(toTreeContent([...all, request('b2', 'b')]), new Set(), ''))).toEqual(
      before.map(getLineKey).filter((key) => key !== 'rest_b1'),
    );
  });
});

describe('a letter typed in the tree', () => {
  const lines = listTreeLines(
    { folders: ['alpha', 'beta'], requests: [request('all'), request('bet')] },
    new Set(),
    '',
  );

  it.each([
    [0, 'a', 2],
    [2, 'a', 0],
    [0, 'AL', 0],
    [0, 'all', 2],
    [0, 'b', 1],
    [1, 'b', 3],
    [1, 'beta', 1],
    [0, 'x', undefined],
  ])('selects a line: from line %d, %j selects line %s', (at, typed, to) => {
    expect(findTypedLine(lines, at, typed)).toBe(to);
  });
});

describe('the neighbor of a removed line', () => {
  it.each([
    ['deep', 'folder a'],
    ['a1', 'rest_deep'],
    ['top', 'rest_b1'],
  ])('is found: the neighbor of %s is %s', (name, neighbour) => {
    const lines = listTreeLines(toTreeContent(all), new Set(), '');
    const rest = listTreeLines(toTreeContent(all.filter((one) => one.name !== name)), new Set(), '');
    const at = lines.findIndex((line) => getLineKey(line) === `rest_${name}`);
    expect(findNeighbour(lines, at, rest)).toBe(neighbour);
  });

  it('is the line below it in the same folder', () => {
    const [b, c, top] = [request('b', 'f'), request('c', 'f'), request('z')] as const;
    const lines = listTreeLines(toTreeContent([b, c, top]), new Set(), '');
    expect(findNeighbour(lines, 1, listTreeLines(toTreeContent([c, top]), new Set(), ''))).toBe('rest_c');
  });

  it('does not exist for the only line', () => {
    expect(findNeighbour(listTreeLines(toTreeContent([request('only', 'f')]), new Set(), ''), 1, [])).toBe(
      undefined,
    );
  });
});

const storedRun = { id: 'exec_1', outcome: 'failed', startedAt: new Date(2_000).toISOString() } as const;
const createFinishedRun = (executionId: string, startedAt?: number): Run => ({
  kind: 'done',
  result: { executionId } as ExecutionResult,
  steps: [],
  at: 0,
  ...(startedAt === undefined ? {} : { startedAt }),
});

it('the last run after a reload is the stored run', () => {
  expect(findLastRun(undefined, storedRun)).toEqual({ kind: 'stored', outcome: 'failed' });
  expect(findLastRun(undefined, undefined)).toBeUndefined();
});

it("the last run is the page's own, unless a stored run began later", () => {
  const [own, earlier, later] = [
    createFinishedRun('exec_1', 1_000),
    createFinishedRun('exec_0', 1_000),
    createFinishedRun('exec_2', 3_000),
  ];
  expect(findLastRun(own, storedRun)).toBe(own);
  expect(findLastRun(later, storedRun)).toBe(later);
  expect(findLastRun(earlier, storedRun)).toEqual({ kind: 'stored', outcome: 'failed' });
  const running: Run = { kind: 'running', step: undefined, steps: [], since: 0, began: 0 };
  expect(findLastRun(running, storedRun)).toBe(running);
});

describe('the folders of requests', () => {
  it('are listed once, with their parents, by name', () => {
    const requests = ['pets/cats', '', 'pets/cats', 'an'].map((folder) => request('x', folder));
    expect(listFolders(requests)).toEqual(['an', 'pets', 'pets/cats']);
  });
});
