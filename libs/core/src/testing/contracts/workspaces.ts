import { expect, it } from 'vitest';

import { sampleEnvironment, sampleRequest, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

const [at, later] = ['2026-01-05T00:00:00.000Z', '2026-01-06T00:00:00.000Z'] as const;

/** The contract of every `Workspaces` adapter. */
export const testWorkspacesContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of workspaces`, open, (on) => {
    it(
      'returns a workspace field for field as it was created',
      on(async ({ workspaces }) => {
        const workspace = sampleWorkspace({ name: 'Zahlungen 💶 "quoted" \\ %_' });
        expect(await unwrapResult(workspaces.create(workspace))).toEqual(workspace);
        expect(await unwrapResult(workspaces.get(workspace.id))).toEqual(workspace);
        expect(await unwrapResult(workspaces.all())).toEqual([workspace]);
      }),
    );

    it(
      'returns not-found for an unknown id',
      on(async ({ workspaces }) => {
        const { id } = sampleWorkspace();
        const expected = { kind: 'not-found', entity: 'workspace', ref: id };
        expect(await unwrapRefusal(workspaces.get(id))).toEqual(expected);
        expect(await unwrapRefusal(workspaces.update(sampleWorkspace({ id })))).toEqual(expected);
        expect(await unwrapRefusal(workspaces.activate(id))).toEqual(expected);
      }),
    );

    it(
      'lists workspaces up to the requested number, the most recently opened first',
      on(async ({ workspaces }) => {
        const days = [2, 4, 1, 3].map((day) =>
          sampleWorkspace({ lastOpenedAt: `2026-01-0${day}T00:00:00.000Z` }),
        );
        for (const workspace of days) await unwrapResult(workspaces.create(workspace));
        const listed = await unwrapResult(workspaces.list(3));
        expect(listed.map(({ lastOpenedAt }) => lastOpenedAt.slice(8, 10))).toEqual(['04', '03', '02']);
      }),
    );

    it(
      'replaces an existing workspace',
      on(async ({ workspaces }) => {
        const before = await unwrapResult(workspaces.create(sampleWorkspace()));
        const after = { ...before, name: 'Renamed', lastOpenedAt: '2026-06-01T00:00:00.000Z' };
        expect(await unwrapResult(workspaces.update(after))).toEqual(after);
        expect(await unwrapResult(workspaces.all())).toEqual([after]);
      }),
    );

    it(
      'allows one workspace per folder',
      on(async ({ workspaces }) => {
        const first = await unwrapResult(workspaces.create(sampleWorkspace()));
        expect((await unwrapRefusal(workspaces.create(sampleWorkspace({ path: first.path })))).kind).toBe(
          'storage-failed',
        );
        expect(await unwrapResult(workspaces.all())).toEqual([first]);
      }),
    );

    it(
      'returns no active workspace until one is activated, and then the last one activated',
      on(async ({ workspaces }) => {
        const [first, second] = [sampleWorkspace(), sampleWorkspace()];
        for (const workspace of [first, second]) await unwrapResult(workspaces.create(workspace));
        expect(await unwrapResult(workspaces.active())).toBeNull();
        await unwrapResult(workspaces.activate(first.id));
        await unwrapResult(workspaces.activate(second.id));
        expect(await unwrapResult(workspaces.active())).toEqual(second);
      }),
    );

    it(
      'omits a hidden workspace everywhere until it is restored',
      on(async ({ workspaces, restRequests }) => {
        const [kept, hidden] = [sampleWorkspace(), sampleWorkspace()];
        for (const one of [kept, hidden]) await unwrapResult(workspaces.create(one));
        const request = await unwrapResult(restRequests.create(sampleRequest(hidden.id)));
        await unwrapResult(workspaces.activate(hidden.id));
        await unwrapResult(workspaces.hide(hidden.id, 'removed', at));
        expect(await unwrapResult(workspaces.active())).toBeNull();
        expect(await unwrapResult(workspaces.all())).toEqual([kept]);
        expect(await unwrapResult(workspaces.list(9))).toEqual([kept]);
        for (const refused of [
          workspaces.get(hidden.id),
          workspaces.update(hidden),
          workspaces.activate(hidden.id),
          workspaces.hide(hidden.id, 'deleted', at),
          workspaces.unhide(kept.id),
          workspaces.remove(kept.id),
        ])
          expect(await unwrapRefusal(refused)).toMatchObject({ kind: 'not-found', entity: 'workspace' });
        expect(await unwrapResult(workspaces.hidden())).toEqual([
          { workspace: hidden, hiding: 'removed', at },
        ]);
        await unwrapResult(workspaces.unhide(hidden.id));
        expect(await unwrapResult(workspaces.get(hidden.id))).toEqual(hidden);
        expect(await unwrapResult(restRequests.get(hidden.id, request.id))).toEqual(request);
        expect(await unwrapResult(workspaces.hidden())).toEqual([]);
      }),
    );

    it(
      'deletes a hidden workspace with everything in it',
      on(async ({ workspaces, restRequests, environments }) => {
        const [first, second] = [sampleWorkspace(), sampleWorkspace()];
        for (const one of [first, second]) {
          await unwrapResult(workspaces.create(one));
          await unwrapResult(restRequests.create(sampleRequest(one.id)));
          await unwrapResult(environments.create(sampleEnvironment(one.id)));
        }
        await unwrapResult(workspaces.hide(first.id, 'deleted', at));
        await unwrapResult(workspaces.hide(second.id, 'deleted', later));
        const hidden = await unwrapResult(workspaces.hidden());
        expect(hidden.map(({ workspace }) => workspace.id)).toEqual([second.id, first.id]);
        await unwrapResult(workspaces.remove(first.id));
        expect(await unwrapResult(restRequests.count(first.id))).toBe(0);
        expect(await unwrapResult(environments.list(first.id))).toEqual([]);
        expect(await unwrapResult(restRequests.count(second.id))).toBe(1);
        expect(await unwrapResult(workspaces.create(first))).toEqual(first);
      }),
    );
  });
};
