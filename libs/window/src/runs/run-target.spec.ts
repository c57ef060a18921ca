import { describe, expect, it } from 'vitest';

import {
  getInitialSelection,
  listSelectableRequests,
  type RunTarget,
  selectionOf,
  describeSelection,
} from './run-target.js';
import type { RequestId, Summary } from '../requests/saved-request.js';

const request = (id: string, folder: string): Summary => ({
  ...{ id: `rest_${id}` as RequestId, name: id, folder, method: 'GET', url: '' },
});
const content = {
  folders: ['Shop', 'Shop/Cart', 'Shopping'],
  requests: [
    request('top', ''),
    request('list', 'Shop'),
    request('add', 'Shop/Cart'),
    request('x', 'Shopping'),
  ],
};
const workspace: RunTarget = { kind: 'workspace' };
const shop: RunTarget = { kind: 'folder', path: 'Shop' };
const add: RunTarget = { kind: 'request', id: 'rest_add' as RequestId };

describe('what a run is of', { tags: 'runs:dialog' }, () => {
  it('is offered in the order of the tree, from the folder or from all', () => {
    const names = (target: RunTarget) => listSelectableRequests(target, content).map(({ name }) => name);
    expect(names(shop)).toEqual(['add', 'list']);
    expect(names(workspace)).toEqual(['add', 'list', 'x', 'top']);
    expect(names(add)).toEqual(['add', 'list', 'x', 'top']);
  });

  it.each([
    [workspace, { folder: '' }, 'All requests'],
    [shop, { folder: 'Shop' }, 'Shop'],
    [add, { ids: ['rest_add'] }, 'add'],
  ])('is at first all of %o', (target, selection, words) => {
    const offered = listSelectableRequests(target, content);
    const chosen = getInitialSelection(target, offered);
    expect(selectionOf(target, offered, chosen)).toEqual(selection);
    expect(describeSelection(target, offered, chosen)).toBe(words);
  });

  it('is named by ids where something is left out', () => {
    const offered = listSelectableRequests(workspace, content);
    const chosen = new Set(['rest_top', 'rest_add'] as RequestId[]);
    expect(selectionOf(workspace, offered, chosen)).toEqual({ ids: ['rest_add', 'rest_top'] });
    expect(describeSelection(workspace, offered, chosen)).toBe('2 requests');
  });
});
