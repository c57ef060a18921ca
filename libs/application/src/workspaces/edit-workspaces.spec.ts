import { beforeEach, describe, expect, it } from 'vitest';

import type { Change } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
const workspaces = () => fixture.application.workspaces;
const names = async () =>
  (await unwrapResult(workspaces().list({ take: 9 }))).workspaces.map(({ name, active }) => [name, active]);
const open = async (path: string) => (await unwrapResult(workspaces().open({ path }))).workspace;

beforeEach(async () => {
  fixture = await createPlannedApplication({ path: '/srv/shop' });
});

describe('a workspace', { tags: 'workspace:edit' }, () => {
  it('can be renamed, but not to the name of another workspace', async () => {
    const { workspace } = fixture;
    const other = await open('/srv/other');
    const renamed = await unwrapResult(workspaces().rename({ id: workspace.id, name: 'Payments' }));
    expect(renamed).toMatchObject({ id: workspace.id, name: 'Payments', path: '/srv/shop' });
    // Only the case differs, so the name is that of the workspace itself.
    await unwrapResult(workspaces().rename({ id: workspace.id, name: 'PAYMENTS' }));
    expect(await unwrapRefusal(workspaces().rename({ id: other.id, name: 'payments' }))).toMatchObject({
      kind: 'invalid-input',
    });
    expect((await names()).map(([name]) => name).sort()).toEqual(['PAYMENTS', 'other']);
  });

  it('reports its contents', async () => {
    await fixture.createRest();
    await fixture.createGraphql();
    await fixture.rest();
    expect(await unwrapResult(workspaces().content({ id: fixture.workspace.id }))).toMatchObject({
      ...{ name: 'shop', requests: 3, environments: 1, executions: 1, isOnly: true },
    });
  });

  it('is restored with its contents if it was removed from the list and its folder is opened again', async () => {
    const { workspace } = fixture;
    const id = await fixture.createRest();
    const other = await open('/srv/other');
    expect(await unwrapResult(workspaces().remove({ id: workspace.id }))).toMatchObject({
      id: workspace.id,
      activeId: other.id,
      isReplaced: false,
    });
    expect(await names()).toEqual([['other', true]]);
    expect(await unwrapRefusal(workspaces().get(workspace.id))).toMatchObject({
      kind: 'workspace-not-found',
    });
    const { created } = await unwrapResult(workspaces().open({ path: '/srv/shop' }));
    expect(created).toBe(false);
    expect(await unwrapResult(fixture.application.rest.get({ id }))).toMatchObject({
      workspaceId: workspace.id,
    });
  });

  it('is in the list of deleted workspaces until it is restored', { tags: 'workspace:deleted' }, async () => {
    const listed = async () =>
      (await unwrapResult(workspaces().deleted())).workspaces.map(({ name }) => name);
    expect(await listed()).toEqual([]);
    const { id, name } = await unwrapResult(workspaces().create({ name: 'Missed' }));
    await unwrapResult(workspaces().delete({ id }));
    expect(await listed()).toEqual([name]);
    await unwrapResult(workspaces().restore({ id }));
    await unwrapResult(workspaces().remove({ id }));
    expect(await listed()).toEqual([]);
  });

  it('can be restored after deletion, and is empty if its folder is opened instead', async () => {
    const { workspace } = fixture;
    await fixture.createRest();
    await open('/srv/other');
    await unwrapResult(workspaces().open({ path: '/srv/shop' }));
    await unwrapResult(workspaces().delete({ id: workspace.id }));
    expect(await names()).toEqual([['other', true]]);
    expect(await unwrapResult(workspaces().restore({ id: workspace.id }))).toMatchObject({
      id: workspace.id,
      active: true,
      restCount: 1,
    });
    expect(await unwrapRefusal(workspaces().restore({ id: workspace.id }))).toMatchObject({
      kind: 'not-found',
    });

    await unwrapResult(workspaces().delete({ id: workspace.id }));
    expect(await unwrapResult(workspaces().open({ path: '/srv/shop' }))).toMatchObject({ created: true });
    expect(await unwrapResult(workspaces().content({ id: '/srv/shop' }))).toMatchObject({ requests: 0 });
  });

  it('is replaced by an empty workspace if the only one is removed', async () => {
    const { workspace } = fixture;
    const gone = await unwrapResult(workspaces().delete({ id: workspace.id }));
    expect(gone).toMatchObject({ isReplaced: true });
    expect(await names()).toEqual([['My workspace', true]]);
    expect(gone.activeId).not.toBe(workspace.id);
  });

  it('notifies listeners when it is removed and when it is restored', async () => {
    const { workspace, application } = fixture;
    await open('/srv/other');
    const changes: Change[] = [];
    const stop = application.changes.subscribe((change) => {
      if (change.id === workspace.id) changes.push(change);
    });
    await unwrapResult(workspaces().delete({ id: workspace.id }));
    await unwrapResult(workspaces().restore({ id: workspace.id }));
    await unwrapResult(workspaces().remove({ id: workspace.id }));
    stop();
    expect(changes.map(({ entity, op }) => `${entity} ${op}`)).toEqual([
      'workspace deleted',
      'workspace created',
      'workspace updated',
    ]);
  });

  it('is permanently removed 30 days after deletion, but kept if it was only removed from the list', async () => {
    const { workspace, store } = fixture;
    const removed = await open('/srv/removed');
    const recent = await open('/srv/recent');
    await open('/srv/other');
    const days = (count: number) =>
      new Date(fixture.ports.clock.now().getTime() - count * 86_400_000).toISOString();
    await unwrapResult(store.workspaces.hide(workspace.id, 'deleted', days(31)));
    await unwrapResult(store.workspaces.hide(removed.id, 'removed', days(31)));
    await unwrapResult(store.workspaces.hide(recent.id, 'deleted', days(29)));
    expect(await unwrapResult(workspaces().dropDeleted())).toEqual([workspace.id]);
    const left = await unwrapResult(store.workspaces.hidden());
    expect(left.map(({ workspace: { id } }) => id).sort()).toEqual([removed.id, recent.id].sort());
  });
});
