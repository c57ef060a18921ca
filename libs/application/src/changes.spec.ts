import { beforeEach, describe, expect, it } from 'vitest';

import { type Change, createChangeBus, watchStore } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { unwrapResult, createMemoryStore, unwrapRefusal, sampleWorkspace } from '@tandem/core/testing';

import { createQuietContext } from './application.js';
import { type PlannedApplication, createPlannedApplication } from './testing/index.js';

let fixture: PlannedApplication;
let receivedChanges: Change[];

const brief = ({ entity, op, by }: Change) => [entity, op, by].filter((one) => one !== undefined).join(' ');

beforeEach(async () => {
  fixture = await createPlannedApplication();
  receivedChanges = [];
  fixture.application.changes.subscribe((change) => receivedChanges.push(change));
});

describe('a change', () => {
  it('is announced with its workspace, entity and id', async () => {
    const id = await fixture.createRest();
    const [change] = receivedChanges;
    expect(change).toEqual({ workspaceId: fixture.workspace.id, entity: 'rest', id, op: 'created' });
  });

  it('carries the name of the caller that made it', async () => {
    const mine = fixture.application.as('mcp');
    const { id } = await unwrapResult(mine.rest.create({ name: 'R' }));
    await unwrapResult(fixture.application.as('window').rest.update({ id, name: 'S' }));
    await unwrapResult(mine.rest.remove({ id }));
    expect(receivedChanges.map(brief).filter((one) => !one.startsWith('order'))).toEqual([
      'rest created mcp',
      'rest updated window',
      'rest deleted mcp',
    ]);
  });

  it('has the kind "script" if a script changed the environment', async () => {
    fixture.plan.onResponse = { changes: [{ kind: 'variable', name: 'a', value: '1' }] };
    await fixture.rest();
    const [environment] = (await unwrapResult(fixture.application.environments.list({}))).environments;
    await unwrapResult(
      fixture.application.environments.update({ id: environment?.id ?? '', variables: { a: '2' } }),
    );
    const changes = receivedChanges.filter(({ entity }) => entity === 'environment');
    expect(changes.map(({ op, script }) => [op, script])).toEqual([
      ['updated', true],
      ['updated', undefined],
    ]);
  });

  it('names the jar of changed cookies, but not its content', { tags: 'cookies:changes' }, async () => {
    const { id: workspaceId, activeEnvironmentId } = fixture.workspace;
    const { cookies } = fixture.application.as('mcp');
    const sid = { name: 'sid', domain: '127.0.0.1' };
    await unwrapResult(cookies.set({ ...sid, value: 'the-session' }, createQuietContext()));
    await unwrapResult(cookies.remove(sid));
    await unwrapResult(cookies.remove(sid));
    await unwrapResult(cookies.set({ ...sid, value: 'another', environment: null }, createQuietContext()));
    await unwrapResult(cookies.clear({ environment: null }));
    const changed = { workspaceId, entity: 'cookies', op: 'updated', by: 'mcp' };
    const ofActive = { ...changed, id: activeEnvironmentId };
    const ofNone = { ...changed, id: '' };
    expect(receivedChanges).toEqual([ofActive, ofActive, ofNone, ofNone]);
  });

  it('is not announced if it was refused', async () => {
    const id = await fixture.createGraphql();
    receivedChanges.length = 0;
    await unwrapRefusal(fixture.application.graphql.update({ id, name: 'x', ifRevision: 9 }));
    expect(receivedChanges).toEqual([]);
  });

  it('is not announced to a listener that has unsubscribed', async () => {
    const late: Change[] = [];
    const stop = fixture.application.changes.subscribe((change) => late.push(change));
    stop();
    await fixture.createRest();
    expect(late).toEqual([]);
  });

  it('reaches the other listeners if one listener throws', () => {
    const bus = createChangeBus();
    const received: Change[] = [];
    bus.subscribe(() => {
      throw new Error('mine');
    });
    bus.subscribe((change) => received.push(change));
    bus.emit({ workspaceId: fixture.workspace.id, entity: 'rest', id: 'x', op: 'created' });
    expect(received).toHaveLength(1);
  });
});

describe('a transaction', () => {
  it('announces each entity once, after the commit', async () => {
    const { workspace } = await unwrapResult(fixture.application.workspaces.open({ path: '/other' }));
    expect(receivedChanges.map(brief)).toEqual(['workspace created', 'environment created']);
    receivedChanges.length = 0;
    await unwrapResult(fixture.application.workspaces.open({ path: '/other' }));
    expect(receivedChanges).toEqual([
      { workspaceId: workspace.id, entity: 'workspace', id: workspace.id, op: 'updated' },
    ]);
  });

  it('announces nothing if it is rolled back', async () => {
    const received: unknown[] = [];
    const store = watchStore(createMemoryStore(), (change) => received.push(change));
    await unwrapRefusal(
      store.transaction(({ workspaces }) =>
        pipe(
          workspaces.create(sampleWorkspace()),
          TE.flatMap(() => TE.left({ kind: 'no-active-workspace' } as const)),
        ),
      ),
    );
    expect(received).toEqual([]);
  });
});
