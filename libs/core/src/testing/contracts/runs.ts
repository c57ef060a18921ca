import { expect, it } from 'vitest';

import type { WorkspaceId } from '../../ids.js';
import { toRunSummary } from '../../runs/run.js';
import type { Store } from '../../ports/repositories.js';
import { sampleRun, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

const createWorkspace = async ({ workspaces }: Store): Promise<WorkspaceId> =>
  (await unwrapResult(workspaces.create(sampleWorkspace()))).id;

/** The contract of every `Runs` adapter. */
export const testRunsContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of run reports`, open, (on) => {
    it(
      'lists reports field for field, per workspace, newest first',
      { tags: 'run:stored' },
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const first = sampleRun({ isInterrupted: true });
        const second = sampleRun({ isGreen: false });
        for (const one of [first, second]) await unwrapResult(store.runs.add(mine, one, 50));
        expect(await unwrapResult(store.runs.list(mine))).toEqual([
          toRunSummary(second),
          toRunSummary(first),
        ]);
        expect(await unwrapResult(store.runs.get(mine, first.id))).toEqual(first);
        expect(await unwrapResult(store.runs.list(other))).toEqual([]);
        expect(await unwrapRefusal(store.runs.get(other, first.id))).toEqual({
          kind: 'not-found',
          entity: 'run',
          ref: first.id,
        });
      }),
    );

    it(
      'keeps reports up to the limit, separately for each workspace',
      { tags: 'run:stored' },
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const runs = [sampleRun(), sampleRun(), sampleRun()];
        await unwrapResult(store.runs.add(other, sampleRun(), 2));
        for (const one of runs) await unwrapResult(store.runs.add(mine, one, 2));
        const ids = async () => (await unwrapResult(store.runs.list(mine))).map(({ id }) => id);
        expect(await ids()).toEqual([runs[2]?.id, runs[1]?.id]);
        await unwrapResult(store.runs.add(mine, sampleRun(), 0));
        expect(await ids()).toEqual([]);
        expect(await unwrapResult(store.runs.list(other))).toHaveLength(1);
      }),
    );

    it(
      'deletes reports with their workspace, and refuses a report of a missing workspace',
      { tags: 'run:stored' },
      on(async (store) => {
        const id = await createWorkspace(store);
        await unwrapResult(store.runs.add(id, sampleRun(), 50));
        await unwrapResult(store.workspaces.hide(id, 'deleted', '2026-01-01T00:00:00.000Z'));
        await unwrapResult(store.workspaces.remove(id));
        expect(await unwrapResult(store.runs.list(id))).toEqual([]);
        expect(await unwrapRefusal(store.runs.add(id, sampleRun(), 50))).toMatchObject({
          kind: 'storage-failed',
        });
      }),
    );
  });
};
