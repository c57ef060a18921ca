import { beforeEach, describe, expect, it } from 'vitest';

import type { Change, FolderId } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
const folders = () => fixture.application.folders;
const paths = async () => (await unwrapResult(folders().list({}))).folders.map(({ path }) => path);
const make = (path: string) => unwrapResult(folders().create({ path }));
const folderOf = async (id: string) => (await unwrapResult(fixture.application.rest.get({ id: id }))).folder;

/** All data that must be the same once a deletion is undone. */
const everything = async () => {
  const { store, workspace } = fixture;
  return {
    folders: (await unwrapResult(store.folders.list(workspace.id))).map(({ id, path, description, seq }) => ({
      id,
      path,
      description,
      seq,
    })),
    places: await unwrapResult(store.requestPositions.list(workspace.id)),
    rest: (await unwrapResult(store.restRequests.all(workspace.id))).map(({ revision: _, ...one }) => one),
    graphql: (await unwrapResult(store.graphqlRequests.all(workspace.id))).map(
      ({ revision: _, ...one }) => one,
    ),
  };
};

beforeEach(async () => {
  fixture = await createPlannedApplication();
});

describe('a folder', { tags: 'domain:folder' }, () => {
  it('is created empty, along with its missing parents', async () => {
    const folder = await unwrapResult(folders().create({ path: 'A/B/C', description: 'Notes' }));
    expect(folder).toMatchObject({ path: 'A/B/C', description: 'Notes', seq: null, revision: 1 });
    expect(await paths()).toEqual(['A', 'A/B', 'A/B/C']);
    expect(await unwrapResult(folders().get({ id: 'A/B' }))).toMatchObject({ folders: 1, requests: 0 });
    expect(await unwrapResult(folders().get({ id: folder.id }))).toMatchObject({ folder });
  });

  it('is created when a request is created in it or moved to it, and stays when the request leaves', async () => {
    const id = await fixture.createRest({ folder: 'A' });
    await unwrapResult(fixture.application.rest.update({ id, folder: 'B/C' }));
    await unwrapResult(fixture.application.requests.place({ id, folder: 'D' }));
    expect((await unwrapResult(folders().list({}))).folders).toMatchObject([
      { path: 'A', requests: 0 },
      { path: 'B', requests: 0 },
      { path: 'B/C', requests: 0 },
      { path: 'D', requests: 1 },
    ]);
    expect(await unwrapResult(fixture.application.rest.list({ folder: 'B/C', take: 9 }))).toEqual({
      requests: [],
    });
  });

  it.each([
    ['a//b', 'an empty name'],
    ['../a', 'a path that leads outside'],
    ['Users', 'a path that exists'],
    ['users', 'a path that differs from another only in case'],
    ['USERS/x', 'a parent that differs from another folder only in case'],
  ])('is refused as %j: %s', async (path) => {
    await make('Users');
    expect(await unwrapRefusal(folders().create({ path }))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'path' }],
    });
    expect(await paths()).toEqual(['Users']);
  });

  it('is found by its id or path, and the error for an unknown path suggests similar paths', async () => {
    await make('Users/Admin');
    expect(await unwrapRefusal(folders().get({ id: 'Users/Admim' }))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'id', near: ['Users/Admin'] }],
    });
    const id = `fold_${'0'.repeat(16)}`;
    expect(await unwrapRefusal(folders().get({ id }))).toEqual({
      kind: 'not-found',
      entity: 'folder',
      ref: id,
    });
  });
});

describe('renaming a folder', { tags: 'domain:folder:move' }, () => {
  it('changes the path of its contents at any depth', async () => {
    const [top, inside, beside] = [
      await fixture.createRest({ folder: 'A' }),
      await fixture.createRest({ folder: 'A/B/C' }),
      await fixture.createRest({ folder: 'AB' }),
    ];
    const graphql = await fixture.createGraphql({ folder: 'A/B' });
    const before = (await unwrapResult(folders().get({ id: 'A' }))).folder;
    const renamed = await unwrapResult(
      folders().update({ id: 'A', name: 'Z', description: 'd', ifRevision: 1 }),
    );
    expect(renamed).toMatchObject({ id: before.id, path: 'Z', description: 'd', revision: 2 });
    expect(await paths()).toEqual(['AB', 'Z', 'Z/B', 'Z/B/C']);
    expect(await Promise.all([top, inside, beside].map(folderOf))).toEqual(['Z', 'Z/B/C', 'AB']);
    expect(await unwrapResult(fixture.application.graphql.get({ id: graphql }))).toMatchObject({
      folder: 'Z/B',
      revision: 2,
    });
  });

  it('may change only the case of its name', async () => {
    await make('users');
    expect(await unwrapResult(folders().update({ id: 'users', name: 'Users' }))).toMatchObject({
      path: 'Users',
    });
  });

  it.each([
    [{ name: 'b' }, 'name'],
    [{ name: 'x/y' }, 'name'],
    [{ name: '..' }, 'name'],
  ])('is refused with %j, and nothing changes', async (change, path) => {
    await make('A');
    await make('B');
    expect(await unwrapRefusal(folders().update({ id: 'A', ...change }))).toMatchObject({
      issues: [{ path }],
    });
    expect(await paths()).toEqual(['A', 'B']);
  });

  it('is refused if the expected revision is not current', async () => {
    const present = await make('A');
    expect(await unwrapRefusal(folders().update({ id: 'A', name: 'B', ifRevision: 2 }))).toEqual({
      kind: 'revision-conflict',
      expected: 2,
      present,
    });
  });

  it('announces one change for each request and folder, after everything is stored', async () => {
    const id = await fixture.createRest({ folder: 'A/B' });
    const heard: Change[] = [];
    fixture.application.changes.subscribe((change) => heard.push(change));
    await unwrapResult(fixture.application.as('window').folders.update({ id: 'A', name: 'Z' }));
    expect(heard.map(({ entity, op, by }) => `${entity} ${op} ${by ?? ''}`)).toEqual([
      'folder updated window',
      'folder updated window',
      'rest updated window',
    ]);
    expect(heard.at(-1)?.id).toBe(id);
  });
});

describe('moving a folder', { tags: 'domain:folder:move' }, () => {
  it('also moves the contents of the folder, into another folder or to the top level', async () => {
    const id = await fixture.createRest({ folder: 'A/B' });
    await make('X');
    expect(await unwrapResult(folders().move({ id: 'A', parent: 'X' }))).toMatchObject({ path: 'X/A' });
    expect(await folderOf(id)).toBe('X/A/B');
    await unwrapResult(folders().move({ id: 'X/A/B', parent: '' }));
    expect(await folderOf(id)).toBe('B');
    expect(await paths()).toEqual(['B', 'X', 'X/A']);
  });

  it('places the folder before or after another folder, under the same parent', async () => {
    for (const path of ['A', 'B', 'C', 'X/D']) await make(path);
    await unwrapResult(folders().move({ id: 'C', before: 'A' }));
    expect(await paths()).toEqual(['C', 'A', 'B', 'X', 'X/D']);
    await unwrapResult(folders().move({ id: 'C', after: 'A' }));
    expect(await paths()).toEqual(['A', 'C', 'B', 'X', 'X/D']);
    await unwrapResult(folders().move({ id: 'B', before: 'X/D' }));
    expect(await paths()).toEqual(['A', 'C', 'X', 'X/B', 'X/D']);
    expect((await unwrapResult(folders().get({ id: 'C' }))).folder.revision).toBe(1);
  });

  it.each([
    ['itself', { id: 'A', parent: 'A' }, 'parent'],
    ['a folder inside it', { id: 'A', parent: 'A/B' }, 'parent'],
    ['an unknown folder', { id: 'A', parent: 'Q' }, 'parent'],
    ['a parent with a subfolder of the same name', { id: 'A/B', parent: '' }, 'parent'],
    ['nowhere', { id: 'A' }, 'parent'],
    ['both sides of a neighbour', { id: 'A', before: 'b', after: 'b' }, 'after'],
    ['a sibling in another folder', { id: 'b', parent: '', before: 'A/B' }, 'before'],
    ['a position before itself', { id: 'A', before: 'A' }, 'before'],
  ])('is refused for %s, and nothing changes', async (_, input, path) => {
    await make('A/B');
    await make('b');
    const before = await everything();
    expect(await unwrapRefusal(folders().move(input))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path }],
    });
    expect(await everything()).toEqual(before);
  });

  it('is refused beyond the maximum folder depth', async () => {
    await make(Array.from({ length: 31 }, () => 'a').join('/'));
    await make('b/c');
    const parent = Array.from({ length: 31 }, () => 'a').join('/');
    expect(await unwrapRefusal(folders().move({ id: 'b', parent }))).toMatchObject({ kind: 'invalid-input' });
  });
});

describe('deleting a folder', { tags: 'domain:folder:delete' }, () => {
  it('reports how much was deleted, and can be undone exactly', async () => {
    const first = await fixture.createRest({ folder: 'A', name: 'first', script: 'let a;' });
    await fixture.createRest({ folder: 'A/B', name: 'second' });
    await fixture.createGraphql({ folder: 'A', name: 'third' });
    await fixture.createRest({ folder: 'AB' });
    await unwrapResult(folders().update({ id: 'A/B', description: 'Notes' }));
    await make('A/Empty');
    await unwrapResult(folders().move({ id: 'A/Empty', before: 'A/B' }));
    await unwrapResult(fixture.application.requests.place({ id: first, folder: 'A' }));
    const before = await everything();
    const { folder } = await unwrapResult(folders().get({ id: 'A' }));
    const deleted = await unwrapResult(folders().remove({ id: 'A' }));
    expect(deleted).toEqual({ deleted: folder.id, path: 'A', folders: 2, requests: 3 });
    expect(await paths()).toEqual(['AB']);
    expect(await unwrapResult(fixture.store.requestPositions.list(fixture.workspace.id))).toHaveLength(1);
    expect(await unwrapResult(folders().restore({ id: folder.id }))).toMatchObject({
      id: folder.id,
      path: 'A',
    });
    const after = await everything();
    expect(new Set(after.folders)).toEqual(new Set(before.folders));
    expect(after.places).toEqual(before.places);
    expect(new Set(after.rest)).toEqual(new Set(before.rest));
    expect(after.graphql).toEqual(before.graphql);
    expect(await unwrapRefusal(folders().restore({ id: folder.id }))).toMatchObject({ kind: 'not-found' });
  });

  it('can be undone even after new requests were created', async () => {
    const id = await fixture.createRest({ folder: 'A/B' });
    const { folder } = await unwrapResult(folders().get({ id: 'A/B' }));
    await unwrapResult(folders().remove({ id: folder.id }));
    await unwrapResult(folders().remove({ id: 'A' }));
    await fixture.createRest({ folder: 'A/B', name: 'new' });
    const restored = await unwrapResult(folders().restore({ id: folder.id }));
    expect(restored.path).toBe('A/B');
    expect(await folderOf(id)).toBe('A/B');
    expect(await paths()).toEqual(['A', 'A/B']);
  });

  it('is refused if the expected revision is not current, and nothing is deleted', async () => {
    await fixture.createRest({ folder: 'A' });
    const before = await everything();
    expect(await unwrapRefusal(folders().remove({ id: 'A', ifRevision: 2 }))).toMatchObject({
      kind: 'revision-conflict',
    });
    expect(await everything()).toEqual(before);
    const { folder } = await unwrapResult(folders().get({ id: 'A' }));
    expect(await unwrapRefusal(folders().restore({ id: folder.id }))).toMatchObject({ kind: 'not-found' });
  });

  it('cannot be undone for a folder that was not deleted', async () => {
    const id = `fold_${'0'.repeat(16)}` as FolderId;
    expect(await unwrapRefusal(folders().restore({ id }))).toMatchObject({
      kind: 'not-found',
      entity: 'folder',
    });
  });
});
