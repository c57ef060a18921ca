import { expect, it } from 'vitest';

import { type ActivityLimits, defaultActivityLimits, type NewActivity } from '../../activity/activity.js';
import type { WorkspaceId } from '../../ids.js';
import type { ActivityQuery, Store } from '../../ports/repositories.js';
import { sampleActivity, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

const createWorkspace = async ({ workspaces }: Store): Promise<WorkspaceId> =>
  (await unwrapResult(workspaces.create(sampleWorkspace()))).id;

const listNames = async (store: Store, workspaceId: WorkspaceId, query: Partial<ActivityQuery> = {}) => {
  const { items } = await unwrapResult(store.activities.list(workspaceId, { take: 10, ...query }));
  return items.map(({ name }) => name);
};

const createActivityAdder =
  (store: Store, workspaceId: WorkspaceId, limits: ActivityLimits = defaultActivityLimits) =>
  (...entries: readonly NewActivity[]) =>
    unwrapResult(store.activities.add(workspaceId, entries, limits));

/** The contract of every `Activities` adapter. */
export const testActivitiesContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of activity`, open, (on) => {
    it(
      'returns entries field for field, but returns undo data only for a single entry',
      { tags: 'activity:kept' },
      on(async (store) => {
        const workspaceId = await createWorkspace(store);
        const undid = { entity: 'rest', op: 'updated', name: 'R', by: 'claude' } as const;
        const fields = [{ name: 'url', before: 'http://h/ü', after: null }, { name: 'body' }];
        const one = sampleActivity(workspaceId, { fields, undid, undone: true, script: true, request: 'Q' });
        const restores = { request: { id: 'rest_1' }, nexts: ['rest_2'] };
        await createActivityAdder(store, workspaceId)({ ...one, restores });
        const { items } = await unwrapResult(store.activities.list(workspaceId, { take: 1 }));
        expect(items).toEqual([{ ...one.activity, id: items[0]?.id }]);
        expect(await unwrapResult(store.activities.get(workspaceId, items[0]?.id ?? ''))).toEqual({
          activity: items[0],
          restores,
        });
      }),
    );

    it(
      "lists entries newest first, page by page, without other workspaces' entries",
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const names = ['a', 'b', 'c', 'd', 'e'];
        await createActivityAdder(store, mine)(...names.map((of) => sampleActivity(mine, { name: of })));
        await createActivityAdder(store, other)(sampleActivity(other, { name: 'other' }));
        const first = await unwrapResult(store.activities.list(mine, { take: 3 }));
        expect(first.items.map((one) => one.name)).toEqual(['e', 'd', 'c']);
        expect(await listNames(store, mine, { after: first.next ?? '' })).toEqual(['b', 'a']);
        expect(await unwrapRefusal(store.activities.list(mine, { take: 1, after: 'x' }))).toMatchObject({
          kind: 'invalid-input',
        });
      }),
    );

    it(
      'finds entries by author, by entity and by text, ignoring case',
      on(async (store) => {
        const id = await createWorkspace(store);
        const fields = [{ name: 'url', before: 'http://h/ÜBER', after: '100%_' }];
        await createActivityAdder(store, id)(
          sampleActivity(id, { name: 'One', by: 'claude', entityId: 'rest_1', fields }),
          sampleActivity(id, { name: 'Two', by: 'window', entityId: 'rest_2' }),
          sampleActivity(id, { name: 'Three', by: 'window', entity: 'folder' }),
        );
        expect(await listNames(store, id, { by: 'window' })).toEqual(['Three', 'Two']);
        expect(await listNames(store, id, { entityId: 'rest_1' })).toEqual(['One']);
        expect(await listNames(store, id, { entity: 'folder' })).toEqual(['Three']);
        expect(await listNames(store, id, { search: 'über' })).toEqual(['One']);
        expect(await listNames(store, id, { search: '%_' })).toEqual(['One']);
        expect(await listNames(store, id, { search: 'TWO', by: 'claude' })).toEqual([]);
        expect(await unwrapResult(store.activities.callers(id))).toEqual(['claude', 'window']);
      }),
    );

    it(
      'finds entries by session, group, kind or time, and entries newer than an id',
      on(async (store) => {
        const id = await createWorkspace(store);
        const at = '2026-01-02T03:04:05.000Z';
        await createActivityAdder(store, id)(
          sampleActivity(id, { name: 'One', kind: 'mcp', session: 's1', at: '2026-01-02T03:04:04.999Z' }),
          sampleActivity(id, { name: 'Two', kind: 'mcp', session: 's2', at, group: 'g' }),
          sampleActivity(id, { name: 'Three', kind: 'window', at, undoes: ['1'] }),
        );
        expect(await listNames(store, id, { session: 's1' })).toEqual(['One']);
        expect(await listNames(store, id, { group: 'g' })).toEqual(['Two']);
        expect(await listNames(store, id, { kind: 'mcp' })).toEqual(['Two', 'One']);
        expect(await listNames(store, id, { since: at })).toEqual(['Three', 'Two']);
        const [, , first] = (await unwrapResult(store.activities.list(id, { take: 3 }))).items;
        expect(await listNames(store, id, { newerThan: first?.id ?? '' })).toEqual(['Three', 'Two']);
      }),
    );

    it(
      'drops entries older than the limit',
      { tags: 'activity:kept' },
      on(async (store) => {
        const id = await createWorkspace(store);
        const add = createActivityAdder(store, id, { ...defaultActivityLimits, days: 10 });
        await add(sampleActivity(id, { name: 'old', at: '2026-01-01T00:00:00.000Z' }));
        await add(sampleActivity(id, { name: 'young', at: '2026-01-10T00:00:00.000Z' }));
        await add(sampleActivity(id, { name: 'new', at: '2026-01-11T00:00:00.001Z' }));
        expect(await listNames(store, id)).toEqual(['new', 'young']);
      }),
    );

    it(
      "drops a workspace's oldest entries beyond the limits on number and length",
      { tags: 'activity:kept' },
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        await createActivityAdder(store, other)(sampleActivity(other, { name: 'other' }));
        const few = { ...defaultActivityLimits, entries: 2 };
        for (const of of ['a', 'b', 'c'])
          await createActivityAdder(store, mine, few)(sampleActivity(mine, { name: of }));
        expect(await listNames(store, mine)).toEqual(['c', 'b']);
        const fields = [{ name: 'body', before: 'x'.repeat(3_000), after: '' }];
        const short = { ...defaultActivityLimits, entries: 9, length: 4_000 };
        await createActivityAdder(store, mine, short)(sampleActivity(mine, { name: 'long', fields }));
        expect(await listNames(store, mine)).toContain('long');
        await createActivityAdder(
          store,
          mine,
          short,
        )({ ...sampleActivity(mine, { name: 'new' }), restores: fields });
        expect(await listNames(store, mine)).toEqual(['new']);
        expect(await listNames(store, other)).toEqual(['other']);
      }),
    );

    it(
      'replaces an entry in place, and refuses an unknown entry',
      on(async (store) => {
        const [id, other] = [await createWorkspace(store), await createWorkspace(store)];
        await createActivityAdder(store, id)(
          sampleActivity(id, { name: 'a' }),
          sampleActivity(id, { name: 'b' }),
        );
        const [, first] = (await unwrapResult(store.activities.list(id, { take: 2 }))).items;
        if (first === undefined) throw new Error('there are two');
        await unwrapResult(
          store.activities.replace({ activity: { ...first, name: 'z', undone: true }, restores: null }),
        );
        expect(await listNames(store, id)).toEqual(['b', 'z']);
        expect(await listNames(store, id, { search: 'z' })).toEqual(['z']);
        const expected = { kind: 'not-found', entity: 'activity', ref: first.id };
        expect(await unwrapRefusal(store.activities.get(other, first.id))).toEqual(expected);
        expect(await unwrapRefusal(store.activities.get(id, 'none'))).toMatchObject({ kind: 'not-found' });
      }),
    );
  });
};
