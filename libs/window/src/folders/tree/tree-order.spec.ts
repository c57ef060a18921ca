import { describe, expect, it } from 'vitest';

import type { RequestId, Summary } from '../../requests/saved-request.js';
import { listTreeLines } from './tree.js';
import {
  reorderRequests,
  type DeletedRequest,
  findStepPosition,
  findDropPosition,
  addDeletedRequest,
} from './tree-order.js';

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
  it('reordered requests swap places and leave the others where they are', () => {
    expect(namesOf(reorderRequests(all, ids('c', 'a', 'b')))).toEqual(['c', 'in', 'a', 'b']);
  });

  it('an order with unknown ids still lists the existing requests', () => {
    expect(namesOf(reorderRequests(all, ids('b', 'gone', 'a')))).toEqual(['b', 'in', 'a', 'c']);
    expect(reorderRequests(all, [])).toEqual(all);
  });
});

describe('a drop', () => {
  it('a drop on a folder goes into it, and a drop on a request goes beside it', () => {
    const [folder, inside, top] = listTreeLines({ folders: [], requests: all }, new Set(), '');
    expect(findDropPosition(folder!, 'into')).toEqual({ folder: 'f' });
    expect(findDropPosition(inside!, 'before')).toEqual({ folder: 'f', before: 'rest_in' });
    expect(findDropPosition(top!, 'after')).toEqual({ folder: '', after: 'rest_a' });
  });
});

describe('deleted requests', () => {
  const siblings = [request('a'), request('in', 'f'), request('b'), request('c'), request('d')];

  /** Deletes `gone` one by one, restores `back` one by one to their places, and returns the order. */
  const afterUndo = (gone: string, back: string): string => {
    let left: readonly DeletedRequest[] = [];
    let present: readonly Summary[] = siblings;
    for (const id of ids(...gone.split(''))) {
      left = addDeletedRequest(left, present, id);
      present = present.filter((one) => one.id !== id);
    }
    for (const name of back.split('')) {
      const { nexts = [] } = left.find(({ id }) => id === `rest_${name}`) ?? {};
      const next = nexts.find((id) => present.some((one) => one.id === id));
      const at = next === undefined ? present.length : present.findIndex(({ id }) => id === next);
      present = [...present.slice(0, at), request(name), ...present.slice(at)];
    }
    return namesOf(present.filter(({ folder }) => folder === '')).join('');
  };

  it('deleted requests return to their places, in whatever order they are deleted and restored', () => {
    const orders = ['abc', 'acb', 'bac', 'bca', 'cab', 'cba', 'bcd', 'dcb', 'cdb'];
    for (const gone of orders)
      for (const back of orders.filter((one) => one.split('').every((name) => gone.includes(name))))
        expect([gone, back, afterUndo(gone, back)]).toEqual([gone, back, 'abcd']);
  });

  it('a deleted request that was not listed has no place', () => {
    expect(addDeletedRequest([], all, ids('gone')[0]!)).toEqual([]);
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
    expect(findStepPosition(all, ids(name)[0]!, step)).toEqual(place);
  });
});
