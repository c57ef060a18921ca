import { beforeEach, describe, expect, it } from 'vitest';

import { type Change, createChangeBus, watchedStore } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { given, memoryStore, refusal, sampleWorkspace } from '@tandem/core/testing';

import { quietly } from './application.js';
import { type PlannedApplication, plannedApplication } from './testing/index.js';

let planned: PlannedApplication;
let heard: Change[];

const brief = ({ entity, op, by }: Change) => [entity, op, by].filter((one) => one !== undefined).join(' ');

beforeEach(async () => {
  planned = await plannedApplication();
  heard = [];
  planned.application.changes.subscribe((change) => heard.push(change));
});

describe('a change', () => {
  it('is told with its workspace, its entity and its id', async () => {
    const id = await planned.createRest();
    const [change] = heard;
    expect(change).toEqual({ workspaceId: planned.workspace.id, entity: 'rest', id, op: 'created' });
  });

  it('carries the name of the caller that made it', async () => {
    const mine = planned.application.as('mcp');
    const { id } = await given(mine.rest.create({ name: 'R' }));
    await given(planned.application.as('window').rest.update({ id, name: 'S' }));
    await given(mine.rest.remove({ id }));
    expect(heard.map(brief).filter((one) => !one.startsWith('order'))).toEqual([
      'rest created mcp',
      'rest updated window',
      'rest deleted mcp',
    ]);
  });

  it('of an environment says whether a script did it', async () => {
    planned.plan.onResponse = { changes: [{ kind: 'variable', name: 'a', value: '1' }] };
    await planned.rest();
    const [environment] = (await given(planned.application.environments.list({}))).environments;
    await given(
      planned.application.environments.update({ id: environment?.id ?? '', variables: { a: '2' } }),
    );
    const changes = heard.filter(({ entity }) => entity === 'environment');
    expect(changes.map(({ op, script }) => [op, script])).toEqual([
      ['updated', true],
      ['updated', undefined],
    ]);
  });

  it('of cookies names their jar, and nothing of what is in it', { tags: 'cookies:changes' }, async () => {
    const { id: workspaceId, activeEnvironmentId } = planned.workspace;
    const { cookies } = planned.application.as('mcp');
    const sid = { name: 'sid', domain: '127.0.0.1' };
    await given(cookies.set({ ...sid, value: 'the-session' }, quietly()));
    await given(cookies.remove(sid));
    await given(cookies.remove(sid));
    await given(cookies.set({ ...sid, value: 'another', environment: null }, quietly()));
    await given(cookies.clear({ environment: null }));
    const changed = { workspaceId, entity: 'cookies', op: 'updated', by: 'mcp' };
    const ofActive = { ...changed, id: activeEnvironmentId };
    const ofNone = { ...changed, id: '' };
    expect(heard).toEqual([ofActive, ofActive, ofNone, ofNone]);
  });

  it('that was refused is not told', async () => {
    const id = await planned.createGraphql();
    heard.length = 0;
    await refusal(planned.application.graphql.update({ id, name: 'x', ifRevision: 9 }));
    expect(heard).toEqual([]);
  });

  it('is no longer told to who has unsubscribed', async () => {
    const late: Change[] = [];
    const stop = planned.application.changes.subscribe((change) => late.push(change));
    stop();
    await planned.createRest();
    expect(late).toEqual([]);
  });

  it('reaches the others when one who listens throws', () => {
    const bus = createChangeBus();
    const told: Change[] = [];
    bus.subscribe(() => {
      throw new Error('mine');
    });
    bus.subscribe((change) => told.push(change));
    bus.emit({ workspaceId: planned.workspace.id, entity: 'rest', id: 'x', op: 'created' });
    expect(told).toHaveLength(1);
  });
});

describe('a transaction', () => {
  it('tells each thing once, after the whole is committed', async () => {
    const { workspace } = await given(planned.application.workspaces.open({ path: '/other' }));
    expect(heard.map(brief)).toEqual(['workspace created', 'environment created']);
    heard.length = 0;
    await given(planned.application.workspaces.open({ path: '/other' }));
    expect(heard).toEqual([
      { workspaceId: workspace.id, entity: 'workspace', id: workspace.id, op: 'updated' },
    ]);
  });

  it('that is undone tells nothing', async () => {
    const told: unknown[] = [];
    const store = watchedStore(memoryStore(), (change) => told.push(change));
    await refusal(
      store.transaction(({ workspaces }) =>
        pipe(
          workspaces.create(sampleWorkspace()),
          TE.flatMap(() => TE.left({ kind: 'no-active-workspace' } as const)),
        ),
      ),
    );
    expect(told).toEqual([]);
  });
});
