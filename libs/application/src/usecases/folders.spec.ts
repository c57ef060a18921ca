import { beforeEach, describe, expect, it } from 'vitest';

import type { Change, FolderId } from '@tandem/core';
import { given, refusal } from '@tandem/core/testing';

import { type PlannedApplication, plannedApplication } from '../testing/index.js';

let planned: PlannedApplication;
const folders = () => planned.application.folders;
const paths = async () => (await given(folders().list({}))).folders.map(({ path }) => path);
const make = (path: string) => given(folders().create({ path }));
const folderOf = async (id: string) => (await given(planned.application.rest.get({ id: id }))).folder;

/** Everything that a deletion must not lose. */
const everything = async () => {
  const { store, workspace } = planned;
  return {
    folders: (await given(store.folders.list(workspace.id))).map(({ id, path, description, seq }) => ({
      id,
      path,
      description,
      seq,
    })),
    places: await given(store.requestPlaces.list(workspace.id)),
    rest: (await given(store.restRequests.all(workspace.id))).map(({ revision: _, ...one }) => one),
    graphql: (await given(store.graphqlRequests.all(workspace.id))).map(({ revision: _, ...one }) => one),
  };
};

beforeEach(async () => {
  planned = await plannedApplication();
});

describe('a folder', { tags: 'domain:folder' }, () => {
  it('is created empty, with those around it, and stays', async () => {
    const folder = await given(folders().create({ path: 'A/B/C', description: 'Notes' }));
    expect(folder).toMatchObject({ path: 'A/B/C', description: 'Notes', seq: null, revision: 1 });
    expect(await paths()).toEqual(['A', 'A/B', 'A/B/C']);
    expect(await given(folders().get({ id: 'A/B' }))).toMatchObject({ folders: 1, requests: 0 });
    expect(await given(folders().get({ id: folder.id }))).toMatchObject({ folder });
  });

  it('is there when a request is saved, placed or moved in it, and stays when the request leaves', async () => {
    const id = await planned.createRest({ folder: 'A' });
    await given(planned.application.rest.update({ id, folder: 'B/C' }));
    await given(planned.application.requests.place({ id, folder: 'D' }));
    expect((await given(folders().list({}))).folders).toMatchObject([
      { path: 'A', requests: 0 },
      { path: 'B', requests: 0 },
      { path: 'B/C', requests: 0 },
      { path: 'D', requests: 1 },
    ]);
    expect(await given(planned.application.rest.list({ folder: 'B/C', take: 9 }))).toEqual({ requests: [] });
  });

  it.each([
    ['a//b', 'an empty name'],
    ['../a', 'a way out'],
    ['Users', 'a path that exists'],
    ['users', 'a path that differs from another only in case'],
    ['USERS/x', 'a parent that differs from another folder only in case'],
  ])('is refused as %j: %s', async (path) => {
    await make('Users');
    expect(await refusal(folders().create({ path }))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'path' }],
    });
    expect(await paths()).toEqual(['Users']);
  });

  it('is named by its id or its path, and an unknown path by similar ones', async () => {
    await make('Users/Admin');
    expect(await refusal(folders().get({ id: 'Users/Admim' }))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'id', near: ['Users/Admin'] }],
    });
    const id = `fold_${'0'.repeat(16)}`;
    expect(await refusal(folders().get({ id }))).toEqual({ kind: 'not-found', entity: 'folder', ref: id });
  });
});

describe('renaming a folder', { tags: 'domain:folder:move' }, () => {
  it('renames it for everything in it, at any depth', async () => {
    const [top, inside, beside] = [
      await planned.createRest({ folder: 'A' }),
      await planned.createRest({ folder: 'A/B/C' }),
      await planned.createRest({ folder: 'AB' }),
    ];
    const graphql = await planned.createGraphql({ folder: 'A/B' });
    const before = (await given(folders().get({ id: 'A' }))).folder;
    const renamed = await given(folders().update({ id: 'A', name: 'Z', description: 'd', ifRevision: 1 }));
    expect(renamed).toMatchObject({ id: before.id, path: 'Z', description: 'd', revision: 2 });
    expect(await paths()).toEqual(['AB', 'Z', 'Z/B', 'Z/B/C']);
    expect(await Promise.all([top, inside, beside].map(folderOf))).toEqual(['Z', 'Z/B/C', 'AB']);
    expect(await given(planned.application.graphql.get({ id: graphql }))).toMatchObject({
      folder: 'Z/B',
      revision: 2,
    });
  });

  it('may change only the case of its name', async () => {
    await make('users');
    expect(await given(folders().update({ id: 'users', name: 'Users' }))).toMatchObject({ path: 'Users' });
  });

  it.each([
    [{ name: 'b' }, 'name'],
    [{ name: 'x/y' }, 'name'],
    [{ name: '..' }, 'name'],
  ])('is refused with %j, and nothing changes', async (change, path) => {
    await make('A');
    await make('B');
    expect(await refusal(folders().update({ id: 'A', ...change }))).toMatchObject({ issues: [{ path }] });
    expect(await paths()).toEqual(['A', 'B']);
  });

  it('is refused at another revision', async () => {
    const present = await make('A');
    expect(await refusal(folders().update({ id: 'A', name: 'B', ifRevision: 2 }))).toEqual({
      kind: 'revision-conflict',
      expected: 2,
      present,
    });
  });

  it('is told as one change of each entity, after all of it is stored', async () => {
    const id = await planned.createRest({ folder: 'A/B' });
    const heard: Change[] = [];
    planned.application.changes.subscribe((change) => heard.push(change));
    await given(planned.application.as('window').folders.update({ id: 'A', name: 'Z' }));
    expect(heard.map(({ entity, op, by }) => `${entity} ${op} ${by ?? ''}`)).toEqual([
      'folder updated window',
      'folder updated window',
      'rest updated window',
    ]);
    expect(heard.at(-1)?.id).toBe(id);
  });
});

describe('moving a folder', { tags: 'domain:folder:move' }, () => {
  it('takes along everything in it, into another folder and to the top', async () => {
    const id = await planned.createRest({ folder: 'A/B' });
    await make('X');
    expect(await given(folders().move({ id: 'A', parent: 'X' }))).toMatchObject({ path: 'X/A' });
    expect(await folderOf(id)).toBe('X/A/B');
    await given(folders().move({ id: 'X/A/B', parent: '' }));
    expect(await folderOf(id)).toBe('B');
    expect(await paths()).toEqual(['B', 'X', 'X/A']);
  });

  it('puts it before or after another, in the folder of that one', async () => {
    for (const path of ['A', 'B', 'C', 'X/D']) await make(path);
    await given(folders().move({ id: 'C', before: 'A' }));
    expect(await paths()).toEqual(['C', 'A', 'B', 'X', 'X/D']);
    await given(folders().move({ id: 'C', after: 'A' }));
    expect(await paths()).toEqual(['A', 'C', 'B', 'X', 'X/D']);
    await given(folders().move({ id: 'B', before: 'X/D' }));
    expect(await paths()).toEqual(['A', 'C', 'X', 'X/B', 'X/D']);
    expect((await given(folders().get({ id: 'C' }))).folder.revision).toBe(1);
  });

  it.each([
    ['itself', { id: 'A', parent: 'A' }, 'parent'],
    ['a folder inside it', { id: 'A', parent: 'A/B' }, 'parent'],
    ['an unknown folder', { id: 'A', parent: 'Q' }, 'parent'],
    ['a folder that has one of its name', { id: 'A/B', parent: '' }, 'parent'],
    ['nowhere', { id: 'A' }, 'parent'],
    ['both sides', { id: 'A', before: 'b', after: 'b' }, 'after'],
    ['a sibling in another folder', { id: 'b', parent: '', before: 'A/B' }, 'before'],
    ['before itself', { id: 'A', before: 'A' }, 'before'],
  ])('is refused to %s, and nothing changes', async (_, input, path) => {
    await make('A/B');
    await make('b');
    const before = await everything();
    expect(await refusal(folders().move(input))).toMatchObject({ kind: 'invalid-input', issues: [{ path }] });
    expect(await everything()).toEqual(before);
  });

  it('is refused deeper than folders may be', async () => {
    await make(Array.from({ length: 31 }, () => 'a').join('/'));
    await make('b/c');
    const parent = Array.from({ length: 31 }, () => 'a').join('/');
    expect(await refusal(folders().move({ id: 'b', parent }))).toMatchObject({ kind: 'invalid-input' });
  });
});

describe('deleting a folder', { tags: 'domain:folder:delete' }, () => {
  it('says how much was deleted, and is undone exactly', async () => {
    const first = await planned.createRest({ folder: 'A', name: 'first', script: 'let a;' });
    await planned.createRest({ folder: 'A/B', name: 'second' });
    await planned.createGraphql({ folder: 'A', name: 'third' });
    await planned.createRest({ folder: 'AB' });
    await given(folders().update({ id: 'A/B', description: 'Notes' }));
    await make('A/Empty');
    await given(folders().move({ id: 'A/Empty', before: 'A/B' }));
    await given(planned.application.requests.place({ id: first, folder: 'A' }));
    const before = await everything();
    const { folder } = await given(folders().get({ id: 'A' }));
    const deleted = await given(folders().remove({ id: 'A' }));
    expect(deleted).toEqual({ deleted: folder.id, path: 'A', folders: 2, requests: 3 });
    expect(await paths()).toEqual(['AB']);
    expect(await given(planned.store.requestPlaces.list(planned.workspace.id))).toHaveLength(1);
    expect(await given(folders().restore({ id: folder.id }))).toMatchObject({ id: folder.id, path: 'A' });
    const after = await everything();
    expect(new Set(after.folders)).toEqual(new Set(before.folders));
    expect(after.places).toEqual(before.places);
    expect(new Set(after.rest)).toEqual(new Set(before.rest));
    expect(after.graphql).toEqual(before.graphql);
    expect(await refusal(folders().restore({ id: folder.id }))).toMatchObject({ kind: 'not-found' });
  });

  it('is undone beside what was created meanwhile', async () => {
    const id = await planned.createRest({ folder: 'A/B' });
    const { folder } = await given(folders().get({ id: 'A/B' }));
    await given(folders().remove({ id: folder.id }));
    await given(folders().remove({ id: 'A' }));
    await planned.createRest({ folder: 'A/B', name: 'new' });
    const restored = await given(folders().restore({ id: folder.id }));
    expect(restored.path).toBe('A/B');
    expect(await folderOf(id)).toBe('A/B');
    expect(await paths()).toEqual(['A', 'A/B']);
  });

  it('is refused at another revision, and nothing is deleted', async () => {
    await planned.createRest({ folder: 'A' });
    const before = await everything();
    expect(await refusal(folders().remove({ id: 'A', ifRevision: 2 }))).toMatchObject({
      kind: 'revision-conflict',
    });
    expect(await everything()).toEqual(before);
    const { folder } = await given(folders().get({ id: 'A' }));
    expect(await refusal(folders().restore({ id: folder.id }))).toMatchObject({ kind: 'not-found' });
  });

  it('restores nothing that was never deleted', async () => {
    const id = `fold_${'0'.repeat(16)}` as FolderId;
    expect(await refusal(folders().restore({ id }))).toMatchObject({ kind: 'not-found', entity: 'folder' });
  });
});
