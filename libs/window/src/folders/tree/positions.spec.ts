import type { FolderId } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import type { Link } from '../../link/link.js';
import type { RequestId } from '../../requests/saved-request.js';
import { listPositions, restorePositions, type Step, stepEntry } from './positions.js';

/** The ids of the entries: folders have capital letters, requests have digits. */
const getId = (name: string): string =>
  `${/[A-Z]/.test(name) ? 'fold' : 'rest'}_${name.toLowerCase().repeat(16)}`;
const getName = (id: string): string => {
  const letter = id.slice(-1);
  return id.startsWith('fold') ? letter.toUpperCase() : letter;
};
const folders = ['A', 'B'].map((path) => ({ id: getId(path) as FolderId, path }));

interface Beside {
  readonly id: string;
  readonly before?: string;
  readonly after?: string;
}

/** Creates a server with the folders A and B and requests at the top level, in one order if `isMixed`. */
const createServer = (isMixed: boolean) => {
  let order = ['A', 'B', '1', '2', '3'].map(getId);
  const place = ({ id, before, after }: Beside) => {
    const others = order.filter((one) => one !== id);
    const at = others.indexOf(before ?? after ?? '');
    expect(at).toBeGreaterThanOrEqual(0);
    order = others.toSpliced(before === undefined ? at + 1 : at, 0, id);
  };
  const answers = {
    requests_order: () => {
      const entries = order.map((id) =>
        id.startsWith('fold_') ? { kind: 'folder', path: getName(id) } : { kind: 'request', id },
      );
      const ids = order.filter((id) => id.startsWith('rest_'));
      return { ids, ...(isMixed ? { mixed: [{ path: '', entries }] } : {}) };
    },
    folders_list: () => ({
      folders: order.flatMap((id) => folders.filter((one) => one.id === id)),
      mixed: isMixed ? [''] : [],
    }),
    requests_place: place,
    folders_move: place,
  };
  const link = {
    call: (method: keyof typeof answers, params: Beside) => Promise.resolve(answers[method](params)),
  } as unknown as Pick<Link, 'call'>;
  return { link, order: () => order.map(getName).join('') };
};

const step = (name: string, by: Step['by'], isShown: Step['isShown'] = () => true): Step => ({
  id: getId(name),
  parent: '',
  by,
  isShown,
});

describe('a step up or down', () => {
  it('passes one request or folder each time in a folder that mixes requests and folders', async () => {
    const { link, order } = createServer(true);
    await stepEntry(link, step('1', -1));
    await stepEntry(link, step('1', -1));
    expect(order()).toBe('1AB23');
    expect(await stepEntry(link, step('1', -1))).toBeUndefined();
    await stepEntry(link, step('A', 1));
    await stepEntry(link, step('A', 1));
    expect(order()).toBe('1B2A3');
  });

  it('passes only entries of the same kind in a folder that does not mix them', async () => {
    const { link, order } = createServer(false);
    expect(await stepEntry(link, step('1', -1))).toBeUndefined();
    expect(await stepEntry(link, step('B', 1))).toBeUndefined();
    expect(await stepEntry(link, step('9', 1))).toBeUndefined();
    await stepEntry(link, step('B', -1));
    await stepEntry(link, step('1', 1));
    expect(order()).toBe('BA213');
  });

  it('passes over entries that a search hides', async () => {
    const { link, order } = createServer(false);
    await stepEntry(
      link,
      step('3', -1, (id) => id !== getId('2')),
    );
    expect(order()).toBe('AB312');
  });

  it.each([
    [true, '1', -1],
    [true, 'B', 1],
    [true, 'A', 1],
    [false, '3', -1],
    [false, 'B', -1],
  ] as const)('can be undone (mixed %s, %s by %d)', async (isMixed, name, by) => {
    const { link, order } = createServer(isMixed);
    const before = order();
    const previous = await stepEntry(link, step(name, by));
    expect(order()).not.toBe(before);
    await restorePositions(link, [previous!]);
    expect(order()).toBe(before);
  });
});

it('an entry is next to a request or a folder in a folder that mixes requests and folders', () => {
  const requests = ['1', '2'].map((name) => ({ id: getId(name) as RequestId, folder: '' }));
  const mixed = new Map([['', [getId('1'), 'folder A', getId('2'), 'folder B']]]);
  expect(listPositions([getId('2'), getId('A')], { requests, folders, mixed })).toEqual([
    { id: getId('2'), parent: '', beside: { after: getId('A') } },
    { id: getId('A'), parent: '', beside: { after: getId('1') } },
  ]);
});
