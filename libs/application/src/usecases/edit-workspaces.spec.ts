import { beforeEach, describe, expect, it } from 'vitest';

import type { Change } from '@tandem/core';
import { given, refusal } from '@tandem/core/testing';

import { type PlannedApplication, plannedApplication } from '../testing/index.js';

let planned: PlannedApplication;
const workspaces = () => planned.application.workspaces;
const names = async () =>
  (await given(workspaces().list({ take: 9 }))).workspaces.map(({ name, active }) => [name, active]);
const open = async (path: string) => (await given(workspaces().open({ path }))).workspace;

beforeEach(async () => {
  planned = await plannedApplication({ path: '/srv/shop' });
});

describe('a workspace', { tags: 'workspace:edit' }, () => {
  it('is renamed, but not to the name of another one', async () => {
    const { workspace } = planned;
    const other = await open('/srv/other');
    const renamed = await given(workspaces().rename({ id: workspace.id, name: 'Payments' }));
    expect(renamed).toMatchObject({ id: workspace.id, name: 'Payments', path: '/srv/shop' });
    // Another case of its own name is no other name.
    await given(workspaces().rename({ id: workspace.id, name: 'PAYMENTS' }));
    expect(await refusal(workspaces().rename({ id: other.id, name: 'payments' }))).toMatchObject({
      kind: 'invalid-input',
    });
    expect((await names()).map(([name]) => name).sort()).toEqual(['PAYMENTS', 'other']);
  });

  it('says what is in it', async () => {
    await planned.createRest();
    await planned.createGraphql();
    await planned.rest();
    expect(await given(workspaces().content({ id: planned.workspace.id }))).toMatchObject({
      ...{ name: 'shop', requests: 3, environments: 1, executions: 1, isOnly: true },
    });
  });

  it('that was removed from the list is back with everything when its folder is opened', async () => {
    const { workspace } = planned;
    const id = await planned.createRest();
    const other = await open('/srv/other');
    expect(await given(workspaces().remove({ id: workspace.id }))).toMatchObject({
      ...{ id: workspace.id, activeId: other.id, isReplaced: false },
    });
    expect(await names()).toEqual([['other', true]]);
    expect(await refusal(workspaces().get(workspace.id))).toMatchObject({ kind: 'workspace-not-found' });
    const { created } = await given(workspaces().open({ path: '/srv/shop' }));
    expect(created).toBe(false);
    expect(await given(planned.application.rest.get({ id }))).toMatchObject({ workspaceId: workspace.id });
  });

  it('that was deleted is listed until it is restored', { tags: 'workspace:deleted' }, async () => {
    const listed = async () => (await given(workspaces().deleted())).workspaces.map(({ name }) => name);
    expect(await listed()).toEqual([]);
    const { id, name } = await given(workspaces().create({ name: 'Missed' }));
    await given(workspaces().delete({ id }));
    expect(await listed()).toEqual([name]);
    await given(workspaces().restore({ id }));
    await given(workspaces().remove({ id }));
    expect(await listed()).toEqual([]);
  });

  it('that was deleted can be restored, and starts anew when its folder is opened', async () => {
    const { workspace } = planned;
    await planned.createRest();
    await open('/srv/other');
    await given(workspaces().open({ path: '/srv/shop' }));
    await given(workspaces().delete({ id: workspace.id }));
    expect(await names()).toEqual([['other', true]]);
    expect(await given(workspaces().restore({ id: workspace.id }))).toMatchObject({
      ...{ id: workspace.id, active: true, restCount: 1 },
    });
    expect(await refusal(workspaces().restore({ id: workspace.id }))).toMatchObject({ kind: 'not-found' });

    await given(workspaces().delete({ id: workspace.id }));
    expect(await given(workspaces().open({ path: '/srv/shop' }))).toMatchObject({ created: true });
    expect(await given(workspaces().content({ id: '/srv/shop' }))).toMatchObject({ requests: 0 });
  });

  it('that is the last one is replaced by an empty one', async () => {
    const { workspace } = planned;
    const gone = await given(workspaces().delete({ id: workspace.id }));
    expect(gone).toMatchObject({ isReplaced: true });
    expect(await names()).toEqual([['My workspace', true]]);
    expect(gone.activeId).not.toBe(workspace.id);
  });

  it('tells those who watch that it is gone, and that it is back', async () => {
    const { workspace, application } = planned;
    await open('/srv/other');
    const changes: Change[] = [];
    const stop = application.changes.subscribe((change) => {
      if (change.id === workspace.id) changes.push(change);
    });
    await given(workspaces().delete({ id: workspace.id }));
    await given(workspaces().restore({ id: workspace.id }));
    await given(workspaces().remove({ id: workspace.id }));
    stop();
    expect(changes.map(({ entity, op }) => `${entity} ${op}`)).toEqual([
      'workspace deleted',
      'workspace created',
      'workspace updated',
    ]);
  });

  it('is deleted for good 30 days after it was deleted, but stays when it was only removed', async () => {
    const { workspace, store } = planned;
    const removed = await open('/srv/removed');
    const recent = await open('/srv/recent');
    await open('/srv/other');
    const days = (count: number) =>
      new Date(planned.ports.clock.now().getTime() - count * 86_400_000).toISOString();
    await given(store.workspaces.hide(workspace.id, 'deleted', days(31)));
    await given(store.workspaces.hide(removed.id, 'removed', days(31)));
    await given(store.workspaces.hide(recent.id, 'deleted', days(29)));
    expect(await given(workspaces().dropDeleted())).toEqual([workspace.id]);
    const left = await given(store.workspaces.hidden());
    expect(left.map(({ workspace: { id } }) => id).sort()).toEqual([removed.id, recent.id].sort());
  });
});
