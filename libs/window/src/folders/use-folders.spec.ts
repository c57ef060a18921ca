import { type Folder, folderDefaults } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { listInheritedHeaders, noOwnValues } from './use-folders.js';

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });

const folder = (path: string, given: Partial<Folder>): Folder => ({
  ...folderDefaults,
  id: `fold_${path}` as Folder['id'],
  workspaceId: 'ws_1' as Folder['workspaceId'],
  path,
  seq: null,
  revision: 1,
  createdAt: '',
  updatedAt: '',
  ...given,
});

const listHeaders = (around: readonly Folder[], own = noOwnValues) =>
  listInheritedHeaders(around, 'users', own).map(({ name, from, isOverridden }) => [
    name,
    from,
    isOverridden,
  ]);

describe('an inherited header', () => {
  const workspace = folder('', { headers: [pair('accept', 'a'), pair('x-off', 'b', false)] });
  const users = folder('users', { headers: [pair('Accept', 'c'), pair('x-users', 'd')] });

  it('comes from the workspace or a folder, and its origin is shown', () => {
    expect(listHeaders([workspace, folder('users', { headers: [pair('x-users', 'd')] })])).toEqual([
      ['accept', '', false],
      ['x-users', 'users', false],
    ]);
  });

  it('is overridden by an inner folder, by the request, or by a disabled header', () => {
    expect(
      listHeaders([workspace, users], { ...noOwnValues, headers: [pair('X-Users', '', false)] }),
    ).toEqual([
      ['accept', '', true],
      ['Accept', 'users', false],
      ['x-users', 'users', true],
    ]);
  });

  it('is overridden by an inner auth that sets the same header', () => {
    const outer = folder('', { headers: [pair('authorization', 'old')] });
    const inner = folder('users', { auth: { type: 'bearer', token: 't' } });
    expect(listHeaders([outer, inner])).toEqual([['authorization', '', true]]);
  });
});
