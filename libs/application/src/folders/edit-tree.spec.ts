import type { FolderId, RestRequestId } from '@tandem/core';
import { unwrapRefusal, unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import type { UseCases } from '../application.js';
import { createPlannedApplication, type PlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
let person: UseCases;

beforeEach(async () => {
  fixture = await createPlannedApplication();
  person = fixture.application.as({ by: 'window', kind: 'window', session: 'w' });
});

const createRequest = async (name: string, folder = '', fields: object = {}): Promise<RestRequestId> =>
  (await unwrapResult(person.rest.create({ name, folder, url: 'http://h', ...fields }))).id;

const createFolder = async (path: string): Promise<FolderId> =>
  (await unwrapResult(person.folders.create({ path }))).id;

type Edit = Parameters<UseCases['tree']['edit']>[0];
const edit = (input: Edit) => unwrapResult(person.tree.edit(input));

/** The folders and requests in tree order, as paths. */
const readTree = async (): Promise<readonly string[]> => {
  const { folders } = await unwrapResult(person.folders.list({}));
  const { requests } = await unwrapResult(person.rest.list({ take: 99 }));
  return [
    ...folders.map(({ path }) => `${path}/`),
    ...requests.map(({ folder, name }) => (folder === '' ? name : `${folder}/${name}`)),
  ];
};

describe('an edit of several requests and folders', { tags: 'tree:edit' }, () => {
  it('moves them in their current order, and creates the folder to which they are moved', async () => {
    const [a, b, c] = [await createRequest('A'), await createRequest('B'), await createRequest('C')];
    const sub = await createFolder('Sub');
    await edit({ ids: [a, sub, c], action: 'move', parent: 'New' });
    expect(await readTree()).toEqual(['New/', 'New/Sub/', 'New/A', 'New/C', 'B']);
    await edit({ ids: [a, c], action: 'move', parent: '', after: b });
    expect(await readTree()).toEqual(['New/', 'New/Sub/', 'B', 'A', 'C']);
    await edit({ ids: [a, c], action: 'move', parent: '', before: b });
    expect(await readTree()).toEqual(['New/', 'New/Sub/', 'A', 'C', 'B']);
  });

  it('copies a folder next to the original, with its settings, its contents and their order', async () => {
    const folder = await createFolder('Users');
    await unwrapResult(
      person.folders.update({ id: folder, headers: [{ name: 'X', value: '1', enabled: true }] }),
    );
    const login = await createRequest('Login', 'Users');
    await createRequest('Admin', 'Users/Deep', { needs: [login] });
    await createRequest('Beside');
    const { ids } = await edit({ ids: [folder], action: 'copy' });
    expect(await readTree()).toEqual([
      'Users/',
      'Users/Deep/',
      'Users copy/',
      'Users copy/Deep/',
      'Users/Deep/Admin',
      'Users/Login',
      'Users copy/Deep/Admin',
      'Users copy/Login',
      'Beside',
    ]);
    const copy = (await unwrapResult(person.folders.get({ id: ids[0] ?? '' }))).folder;
    expect(copy.headers).toMatchObject([{ name: 'X', value: '1' }]);
    const { requests } = await unwrapResult(person.rest.list({ folder: 'Users copy', take: 9 }));
    const [admin, copied] = requests;
    expect((await unwrapResult(person.rest.get({ id: admin?.id ?? '' }))).needs).toEqual([copied?.id]);
  });

  it('adds and removes tags, also of requests in a folder', async () => {
    const folder = await createFolder('Users');
    const inside = await createRequest('Inside', 'Users', { tags: ['old'] });
    const beside = await createRequest('Beside');
    await edit({ ids: [folder, beside], action: 'tag', addTags: ['smoke'], removeTags: ['old'] });
    for (const id of [inside, beside])
      expect((await unwrapResult(person.rest.get({ id }))).tags).toEqual(['smoke']);
  });

  it('ignores selected requests and folders inside a selected folder, because they move with that folder', async () => {
    const folder = await createFolder('Users');
    const inside = await createRequest('Inside', 'Users');
    const { ids } = await edit({ ids: [inside, folder], action: 'delete' });
    expect(ids).toEqual([folder]);
    expect(await readTree()).toEqual([]);
  });

  it.each(['delete', 'copy', 'move'] as const)('is undone as one change: %s', async (action) => {
    const folder = await createFolder('Users');
    await createRequest('Inside', 'Users');
    await createRequest('Deep', 'Users/More');
    const beside = await createRequest('Beside');
    const before = await readTree();
    const { group } = await edit({ ids: [folder, beside], action, parent: 'Elsewhere' });
    expect(await readTree()).not.toEqual(before);
    const { stays } = await unwrapResult(person.activity.undo({ group }));
    expect(stays).toEqual([]);
    expect(await readTree()).toEqual(before);
  });

  it('undoes a move together with the folders that it created', async () => {
    const id = await createRequest('a');
    const { group } = await edit({ ids: [id], action: 'move', parent: 'Fresh/Inside' });
    const undone = await unwrapResult(person.activity.undo({ group }));
    expect(undone).toMatchObject({ isUndone: true, stays: [] });
    const { folders } = await unwrapResult(person.folders.list({}));
    expect(folders.map(({ path }) => path)).not.toContain('Fresh');
  });

  it('changes nothing if one request or folder cannot be changed', async () => {
    const folder = await createFolder('Users');
    const beside = await createRequest('Beside');
    const before = await readTree();
    await unwrapRefusal(person.tree.edit({ ids: [beside, folder], action: 'move', parent: 'Users/Inside' }));
    expect(await readTree()).toEqual(before);
  });
});
