import { describe, expect, it } from 'vitest';

import type { RequestId, Summary } from './saved-request.js';
import { treeLines } from './tree.js';
import { inOrder, nextOf, placeBeside, placeOn } from './tree-order.js';

const request = (name: string, folder = ''): Summary => ({
  id: `rest_${name}` as RequestId,
  name,
  folder,
  method: 'GET',
  url: '',
});

const all = [request('a'), request('in', 'f'), request('b'), request('c')];

const ids = (...names: readonly string[]) => names.map((name) => `rest_${name}` as RequestId);

const namesOf = (requests: readonly Summary[]) => requests.map(({ name }) => name);

describe('requests in order', () => {
  it('change places among themselves and leave the others where they are', () => {
    expect(namesOf(inOrder(all, ids('c', 'a', 'b')))).toEqual(['c', 'in', 'a', 'b']);
  });

  it('are those that are there, whatever else is named', () => {
    expect(namesOf(inOrder(all, ids('b', 'gone', 'a')))).toEqual(['b', 'in', 'a', 'c']);
    expect(inOrder(all, [])).toEqual(all);
  });
});

describe('a drop', () => {
  it('on a folder goes into it, and on a request beside that', () => {
    const [folder, inside, top] = treeLines(all, new Set(), '');
    expect(placeOn(folder!, 'into')).toEqual({ folder: 'f' });
    expect(placeOn(inside!, 'before')).toEqual({ folder: 'f', before: 'rest_in' });
    expect(placeOn(top!, 'after')).toEqual({ folder: '', after: 'rest_a' });
  });
});

describe('the next request', () => {
  it.each([
    ['a', 'rest_b'],
    ['c', undefined],
    ['in', undefined],
    ['gone', undefined],
  ] as const)('after %s is of its folder', (name, next) => {
    expect(nextOf(all, ids(name)[0]!)).toBe(next);
  });
});

describe('a step up or down', () => {
  it.each([
    ['b', -1, { folder: '', before: 'rest_a' }],
    ['b', 1, { folder: '', after: 'rest_c' }],
    ['a', -1, undefined],
    ['c', 1, undefined],
    ['in', 1, undefined],
    ['gone', 1, undefined],
  ] as const)('from %s by %d stays in its folder', (name, step, place) => {
    expect(placeBeside(all, ids(name)[0]!, step)).toEqual(place);
  });
});
