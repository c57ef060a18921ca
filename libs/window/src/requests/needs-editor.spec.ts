import { describe, expect, it } from 'vitest';
import { isTag } from '@tandem/core';

import {
  listAddableDependencies,
  listAgeOptions,
  moveDependencyUp,
  toDependencyLines,
  parseTags,
  formatTags,
} from './needs-editor.js';
import type { RequestId, Summary } from './saved-request.js';

const request = (name: string, folder = ''): Summary => ({
  id: `rest_${name}` as RequestId,
  name,
  folder,
  method: 'GET',
  url: '',
});

const [login, setup, users] = [request('login', 'Auth'), request('setup'), request('users')] as const;
const all = [login, setup, users];

describe('the editor for dependencies', { tags: 'needs:window' }, () => {
  it('shows dependencies as requests, and unknown dependencies as ids', () => {
    expect(toDependencyLines([setup.id, 'rest_gone'], all)).toEqual([
      { need: setup.id, request: setup },
      { need: 'rest_gone', request: undefined },
    ]);
  });

  it('finds a dependency by words of its name and folder, and never offers the request itself or a duplicate', () => {
    const ofUsers = { id: users.id, needs: [setup.id] };
    expect(listAddableDependencies(all, ofUsers, '')).toEqual([login]);
    expect(listAddableDependencies(all, { id: users.id, needs: [] }, 'LOG auth')).toEqual([login]);
    expect(listAddableDependencies(all, { id: users.id, needs: [] }, 'users')).toEqual([]);
  });

  it('can move a dependency up', () => {
    expect(moveDependencyUp(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b']);
    expect(moveDependencyUp(['a', 'b'], 0)).toEqual(['a', 'b']);
    expect(moveDependencyUp(['a'], 5)).toEqual(['a']);
  });

  it('offers to execute a dependency every time, or only if its result is too old', () => {
    expect(listAgeOptions('15m').map(({ value }) => value)).toEqual(['', '1m', '15m', '1h', '1d']);
    expect(listAgeOptions('90s').at(-1)).toEqual({ value: '90s', title: 'If older than 90s' });
  });
});

it.each([
  ['', []],
  [' , ', []],
  ['smoke', ['smoke']],
  ['smoke, slow', ['smoke', 'slow']],
  ['smoke slow,smoke', ['smoke', 'slow']],
  ['x'.repeat(101), ['x'.repeat(100)]],
])('%j is parsed as valid tags', { tags: 'tags:checked' }, (text, tags) => {
  expect(parseTags(text)).toEqual(tags);
  expect(parseTags(text).every(isTag)).toBe(true);
  expect(parseTags(formatTags(tags))).toEqual(tags);
});
