import type { FolderId } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import type { RequestId, Summary } from '../../requests/saved-request.js';
import { getLineKey, listTreeLines } from './tree.js';
import {
  reorderRequests,
  type DeletedRequest,
  findDropPosition,
  findFolderDropPosition,
  findShownNeighbor,
  addDeletedRequest,
  listMoveTargets,
  describeNoTarget,
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

describe('the order of requests', () => {
  it('changes only for the requests that are reordered', () => {
    expect(namesOf(reorderRequests(all, ids('c', 'a', 'b')))).toEqual(['c', 'in', 'a', 'b']);
  });

  it('contains all existing requests and ignores unknown ids', () => {
    expect(namesOf(reorderRequests(all, ids('b', 'gone', 'a')))).toEqual(['b', 'in', 'a', 'c']);
    expect(reorderRequests(all, [])).toEqual(all);
  });
});

describe('a drop', () => {
  it('on a folder puts a request into that folder, and on a request puts it next to that request', () => {
    const [folder, inside, top] = listTreeLines({ folders: [], requests: all }, new Set(), '');
    expect(findDropPosition(folder!, 'into', () => undefined)).toEqual({ folder: 'f' });
    expect(findDropPosition(inside!, 'before', () => undefined)).toEqual({ folder: 'f', before: 'rest_in' });
    expect(findDropPosition(top!, 'after', () => undefined)).toEqual({ folder: '', after: 'rest_a' });
  });

  it('in a mixed folder can put a folder or a request next to the other kind', () => {
    const mixed = new Map([['', ['rest_a', 'folder f', 'rest_b']]]);
    const lines = listTreeLines({ folders: ['f'], requests: all, mixed }, new Set(['f']), '');
    expect(lines.map(getLineKey)).toEqual(['rest_a', 'folder f', 'rest_b', 'rest_c']);
    const [a, f, b] = lines;
    const id = 'fold_f' as FolderId;
    expect(findDropPosition(f!, 'before', () => id)).toEqual({ folder: '', before: id });
    expect(findDropPosition(f!, 'into', () => id)).toEqual({ folder: 'f' });
    expect(findFolderDropPosition('f', a!, 'before')).toEqual({ before: 'rest_a' });
    expect(findFolderDropPosition('f', b!, 'after')).toEqual({ after: 'rest_b' });
    expect(findShownNeighbor(lines, f!, -1)).toBe(a);
    expect(findShownNeighbor(lines, a!, -1)).toBeUndefined();
  });
});

describe('a deleted request', () => {
  const siblings = [request('a'), request('in', 'f'), request('b'), request('c'), request('d')];

  /** Deletes the requests in `gone` one by one, and restores those in `back` one by one. Returns the resulting order. */
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

  it('returns to its position, in whatever order requests are deleted and restored', () => {
    const orders = ['abc', 'acb', 'bac', 'bca', 'cab', 'cba', 'bcd', 'dcb', 'cdb'];
    for (const gone of orders)
      for (const back of orders.filter((one) => one.split('').every((name) => gone.includes(name))))
        expect([gone, back, afterUndo(gone, back)]).toEqual([gone, back, 'abcd']);
  });

  it('has no known position if it was not listed', () => {
    expect(addDeletedRequest([], all, ids('gone')[0]!)).toEqual([]);
  });
});

describe('move targets of a request', () => {
  const folders = ['pets', 'pets/cats', 'shop'];

  it('include every other folder and the top level', () => {
    expect(listMoveTargets(folders, { present: 'shop' }, '').map(({ folder }) => folder)).toEqual([
      '',
      'pets',
      'pets/cats',
    ]);
    expect(listMoveTargets(folders, { present: '' }, '').map(({ folder }) => folder)).toEqual([
      'pets',
      'pets/cats',
      'shop',
    ]);
  });

  it('include folders that match the typed text, and a new folder with that name', () => {
    expect(listMoveTargets(folders, { present: '' }, 'CAT')).toEqual([
      { folder: 'pets/cats', isNew: false },
      { folder: 'CAT', isNew: true },
    ]);
    expect(listMoveTargets(folders, { present: '' }, ' pets // dogs /')).toEqual([
      { folder: 'pets/dogs', isNew: true },
    ]);
  });

  it('begin with the folder whose name equals the typed text', () => {
    const alike = ['a zed', 'ZED', 'zed'];
    expect(listMoveTargets(alike, { present: '' }, 'zed').map(({ folder }) => folder)).toEqual([
      'zed',
      'ZED',
      'a zed',
    ]);
    expect(listMoveTargets(alike, { present: 'zed' }, 'Zed')[0]).toEqual({ folder: 'ZED', isNew: false });
  });

  it('include no new folder if the name is taken', () => {
    expect(listMoveTargets(folders, { present: '' }, 'shop')).toEqual([{ folder: 'shop', isNew: false }]);
    expect(listMoveTargets(folders, { present: 'shop' }, 'shop')).toEqual([]);
  });

  it.each(['../../x', '.', 'shop/..', 'a\u0007b'])('do not include an invalid folder name: %j', (typed) => {
    expect(listMoveTargets(folders, { present: '' }, typed)).toEqual([]);
    expect(describeNoTarget({ present: '' }, typed)).toBe(
      'A folder name cannot be . or .. and cannot contain control characters.',
    );
  });

  it('of a folder do not include the folder itself', () => {
    const pets = { present: '', folder: 'pets' };
    expect(listMoveTargets(folders, pets, '').map(({ folder }) => folder)).toEqual(['shop']);
    expect(listMoveTargets(folders, pets, 'pets/dogs')).toEqual([]);
    expect(describeNoTarget(pets, 'pets/dogs')).toBe('A folder cannot be moved into itself.');
  });

  it('do not include the current location', () => {
    expect(describeNoTarget({ present: 'shop' }, 'shop')).toBe('It is already in this folder.');
  });
});
