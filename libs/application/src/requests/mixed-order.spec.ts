import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapRefusal, unwrapResult } from '@tandem/core/testing';

import { createQuietContext } from '../application.js';
import { createPlannedApplication, type PlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
let ids: Readonly<Record<string, string>>;

const folders = () => fixture.application.folders;
const place = (input: Parameters<typeof fixture.application.requests.place>[0]) =>
  fixture.application.requests.place(input);

/** The paths of all requests, in the order in which a run executes them. */
const listRunOrder = async () =>
  (await unwrapResult(fixture.application.runs.run({ plan: {} }, createQuietContext()))).requests.map(
    ({ path }) => path,
  );

const listNames = async () =>
  (await unwrapResult(fixture.application.rest.list({ take: 20 }))).requests.map(({ name }) => name);

/** The names at the top level, in the order of the tree. */
const listTop = async () => {
  const { mixed = [] } = await unwrapResult(fixture.application.requests.order({}));
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return mixed
    .filter(({ path }) => path === '')
    .flatMap(({ entries }) => entries.map((one) => (one.kind === 'folder' ? one.path : names.get(one.id))));
};

beforeEach(async () => {
  fixture = await createPlannedApplication();
  const login = await fixture.createRest({ name: 'login' });
  const get = await fixture.createRest({ name: 'get', folder: 'Users' });
  const logout = await fixture.createRest({ name: 'logout' });
  ids = { login, get, logout };
});

describe('a folder with a mixed order', { tags: 'run:order' }, () => {
  it('begins with its previous order, folders first', async () => {
    await unwrapResult(folders().order({ id: '', order: 'mixed' }));
    expect(await listRunOrder()).toEqual(['Users/get', 'login', 'logout']);
    expect(await listTop()).toEqual(['Users', 'login', 'logout']);
  });

  it('lists and runs a request before a folder if the request was placed there', async () => {
    await unwrapResult(folders().order({ id: '', order: 'mixed' }));
    const { folders: all } = await unwrapResult(folders().list({}));
    await unwrapResult(place({ id: ids.login as never, before: all[0]?.id as never }));
    expect(await listRunOrder()).toEqual(['login', 'Users/get', 'logout']);
    expect(await listNames()).toEqual(['login', 'get', 'logout']);
    expect(await listTop()).toEqual(['login', 'Users', 'logout']);
  });

  it('is listed even when only the order of that folder is read', async () => {
    await unwrapResult(folders().order({ id: '', order: 'mixed' }));
    await unwrapResult(folders().order({ id: 'Users', order: 'mixed' }));
    const read = async (folder: string) =>
      (await unwrapResult(fixture.application.requests.order({ folder }))).mixed;
    expect((await read(''))?.map(({ path, entries }) => [path, entries.length])).toEqual([['', 3]]);
    expect((await read('Users'))?.map(({ path, entries }) => [path, entries.length])).toEqual([['Users', 1]]);
    expect(await read('Nowhere')).toBeUndefined();
  });

  it('accepts a folder next to a request, and puts a new folder or request last', async () => {
    await unwrapResult(folders().order({ id: '', order: 'mixed' }));
    await unwrapResult(folders().move({ id: 'Users', after: ids.login as string }));
    expect(await listTop()).toEqual(['login', 'Users', 'logout']);
    await fixture.createRest({ name: 'in', folder: 'Orders' });
    ids = { ...ids, last: await fixture.createRest({ name: 'last' }) };
    expect(await listTop()).toEqual(['login', 'Users', 'logout', 'Orders', 'last']);
    await unwrapResult(folders().move({ id: 'Users', parent: 'Orders' }));
    await unwrapResult(folders().move({ id: 'Orders/Users', parent: '' }));
    expect(await listTop()).toEqual(['login', 'logout', 'Orders', 'last', 'Users']);
  });

  it('keeps all entries in one order even if two have the same position', async () => {
    await unwrapResult(folders().order({ id: '', order: 'mixed' }));
    const { store, workspace } = fixture;
    const at = (id: string) => ({ id, folder: '', seq: 1_000 });
    await unwrapResult(
      store.requestPositions.put(workspace.id, [at(ids.login as string), at(ids.logout as string)]),
    );
    expect(await listTop()).toEqual(['Users', 'login', 'logout']);
    await unwrapResult(place({ id: ids.logout as never, before: ids.login as never }));
    expect(await listTop()).toEqual(['Users', 'logout', 'login']);
  });

  it('can return to folders first without losing either order', async () => {
    await unwrapResult(folders().order({ id: '', order: 'mixed' }));
    await unwrapResult(folders().move({ id: 'Users', after: ids.logout as string }));
    await unwrapResult(folders().order({ id: '', order: 'folders-first' }));
    expect(await listRunOrder()).toEqual(['Users/get', 'login', 'logout']);
    expect(await listTop()).toEqual([]);
  });
});

it('a folder cannot be placed next to a request, nor a request next to a folder, where folders come first', async () => {
  const { folders: all } = await unwrapResult(folders().list({}));
  expect(await unwrapRefusal(place({ id: ids.login as never, before: all[0]?.id as never }))).toMatchObject({
    issues: [{ path: 'before' }],
  });
  expect(await unwrapRefusal(folders().move({ id: 'Users', after: ids.login as string }))).toMatchObject({
    issues: [{ path: 'after' }],
  });
});
