import { describe, expect, it } from 'vitest';

import type { RequestId, Summary } from '../../requests/saved-request.js';
import {
  describeLines,
  extendSelection,
  listRequestIds,
  listSelectedLines,
  noSelection,
  selectAllLines,
  toggleLine,
} from './selection.js';
import { formatFolderKey, getLineKey, listTreeLines } from './tree.js';

const request = (name: string, folder = ''): Summary => ({
  ...{ id: `rest_${name}` as RequestId, name, folder, method: 'GET', url: '' },
});
const requests = [request('login', 'Users'), request('logout', 'Users'), request('ping'), request('pong')];
const lines = listTreeLines({ folders: ['Users'], requests }, new Set(), '');
const users = formatFolderKey('Users');
const keysOf = (selection: typeof noSelection) => [...selection.keys];

describe('the selection in the tree', { tags: 'tree:select' }, () => {
  it('includes the current line when the first line is added to it', () => {
    expect(keysOf(toggleLine(noSelection, 'rest_pong', 'rest_ping'))).toEqual(['rest_ping', 'rest_pong']);
    expect(keysOf(toggleLine(noSelection, 'rest_pong', undefined))).toEqual(['rest_pong']);
  });

  it('loses a line that is selected again', () => {
    const both = toggleLine(noSelection, 'rest_pong', 'rest_ping');
    expect(keysOf(toggleLine(both, 'rest_ping', undefined))).toEqual(['rest_pong']);
  });

  it('extends in both directions from the line that was selected first', () => {
    const down = extendSelection(noSelection, lines, 'rest_login', 'rest_ping');
    expect(keysOf(down)).toEqual(['rest_login', 'rest_logout', 'rest_ping']);
    expect(keysOf(extendSelection(down, lines, 'rest_ping', users))).toEqual([users, 'rest_login']);
  });

  it('does not list the contents of a selected folder separately', () => {
    const all = listSelectedLines(lines, selectAllLines(lines));
    expect(all.map(getLineKey)).toEqual([users, 'rest_ping', 'rest_pong']);
    expect(describeLines(all)).toBe('1 folder and 2 requests');
    expect(listRequestIds(all, requests)).toEqual(requests.map(({ id }) => id));
  });

  it('omits lines at any depth of a selected folder, but not those of a folder whose name begins the same', () => {
    const nested = [request('deep', 'Users/old/x'), request('other', 'Users 2')];
    const all = listTreeLines({ folders: [], requests: nested }, new Set(), '');
    const keys = new Set([users, formatFolderKey('Users/old'), 'rest_deep', 'rest_other']);
    expect(listSelectedLines(all, { keys, anchor: users }).map(getLineKey)).toEqual([users, 'rest_other']);
  });

  it('does not include lines that a search or a closed folder hides', () => {
    const selection = selectAllLines(lines);
    const found = listTreeLines({ folders: ['Users'], requests }, new Set(), 'ping');
    expect(listSelectedLines(found, selection).map(getLineKey)).toEqual(['rest_ping']);
  });
});
