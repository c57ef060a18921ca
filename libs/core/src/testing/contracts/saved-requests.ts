import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { Store } from '../../ports/repositories.js';
import { getArbitrary } from '../arbitraries.js';
import { sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';
import type { AnyRequest, RequestKindUnderTest } from './saved-request-kind.js';
import { testSavedRequestListsContract, testSavedRequestSearchContract } from './saved-request-lists.js';

const createWorkspace = async ({ workspaces }: Store) =>
  (await unwrapResult(workspaces.create(sampleWorkspace()))).id;

const testStorage = <A extends AnyRequest, S extends { readonly name: string }>(
  name: string,
  open: OpenStore,
  kind: RequestKindUnderTest<A, S>,
): void => {
  describeSuite(`the ${name} repository of ${kind.entity}s`, open, (on) => {
    it(
      'returns a request field for field as it was created',
      on(async (store) => {
        const workspaceId = await createWorkspace(store);
        await fc.assert(
          fc.asyncProperty(getArbitrary(kind.codec), async (any) => {
            const request: A = { ...any, id: kind.sample(workspaceId).id, workspaceId };
            expect(await unwrapResult(kind.of(store).create(request))).toEqual(request);
            expect(await unwrapResult(kind.of(store).get(workspaceId, request.id))).toEqual(request);
          }),
          { numRuns: 50 },
        );
      }),
    );

    it(
      'returns not-found for a request of another workspace',
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const request = await unwrapResult(kind.of(store).create(kind.sample(other)));
        const { id } = request;
        const expected = { kind: 'not-found', entity: kind.entity, ref: id };
        expect(await unwrapRefusal(kind.of(store).get(mine, id))).toEqual(expected);
        expect(await unwrapRefusal(kind.of(store).replace({ ...request, workspaceId: mine }, 1))).toEqual(
          expected,
        );
        expect(await unwrapRefusal(kind.of(store).remove(mine, id))).toEqual(expected);
        expect(await unwrapResult(kind.of(store).get(other, id))).toEqual(request);
      }),
    );

    it(
      'refuses a request of a missing workspace',
      on(async (store) => {
        const request = kind.sample(sampleWorkspace().id);
        expect((await unwrapRefusal(kind.of(store).create(request))).kind).toBe('storage-failed');
      }),
    );

    it(
      'refuses a duplicate id',
      on(async (store) => {
        const workspaceId = await createWorkspace(store);
        const first = await unwrapResult(kind.of(store).create(kind.sample(workspaceId)));
        expect((await unwrapRefusal(kind.of(store).create({ ...first, name: 'Second' }))).kind).toBe(
          'storage-failed',
        );
        expect(await unwrapResult(kind.of(store).get(workspaceId, first.id))).toEqual(first);
      }),
    );

    it(
      'accepts the same id in two workspaces, as in two clones of one folder',
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const first = await unwrapResult(kind.of(store).create(kind.sample(mine)));
        const second = await unwrapResult(
          kind.of(store).create({ ...first, workspaceId: other, name: 'Second' }),
        );
        await unwrapResult(kind.of(store).replace({ ...second, name: 'Changed', revision: 2 }, 1));
        expect(await unwrapResult(kind.of(store).get(mine, first.id))).toEqual(first);
        expect(await unwrapResult(kind.of(store).all(mine))).toEqual([first]);
        await unwrapResult(kind.of(store).remove(other, second.id));
        expect(await unwrapResult(kind.of(store).get(mine, first.id))).toEqual(first);
      }),
    );

    it(
      'returns all or selected requests of a workspace, or only their heads, in creation order',
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const made = ['a', 'b', 'c'].map((of) => kind.sample(mine, { name: of }));
        for (const one of made) await unwrapResult(kind.of(store).create(one, 1_000));
        await unwrapResult(kind.of(store).create(kind.sample(other)));
        const [a, b, c] = made as [A, A, A];
        await unwrapResult(kind.of(store).replace({ ...a, revision: 2 }, 1, null));
        expect(await unwrapResult(kind.of(store).all(mine))).toEqual([{ ...a, revision: 2 }, b, c]);
        expect(await unwrapResult(kind.of(store).all(mine, [c.id, b.id, 'gone']))).toEqual([b, c]);
        expect(await unwrapResult(kind.of(store).all(mine, []))).toEqual([]);
        expect(await unwrapResult(kind.of(store).heads(mine))).toEqual([
          { id: a.id, revision: 2, seq: null },
          { id: b.id, revision: 1, seq: 1_000 },
          { id: c.id, revision: 1, seq: 1_000 },
        ]);
      }),
    );

    it(
      'counts the requests of a workspace',
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        for (const workspaceId of [mine, other, mine])
          await unwrapResult(kind.of(store).create(kind.sample(workspaceId)));
        expect(await unwrapResult(kind.of(store).count(mine))).toBe(2);
        expect(await unwrapResult(kind.of(store).count(sampleWorkspace().id))).toBe(0);
      }),
    );
  });
};

const testChanges = <A extends AnyRequest, S extends { readonly name: string }>(
  name: string,
  open: OpenStore,
  kind: RequestKindUnderTest<A, S>,
): void => {
  describeSuite(`the ${name} repository of ${kind.entity}s, when they change,`, open, (on) => {
    it(
      'replaces a request at the expected revision',
      on(async (store) => {
        const first = await unwrapResult(kind.of(store).create(kind.sample(await createWorkspace(store))));
        const next = {
          ...first,
          name: 'Renamed',
          script: 'export const a = 1',
          revision: 2,
        };
        expect(await unwrapResult(kind.of(store).replace(next, 1))).toEqual(next);
        expect(await unwrapResult(kind.of(store).get(first.workspaceId, first.id))).toEqual(next);
      }),
    );

    it(
      'refuses to replace or delete a request at an outdated revision, and returns the current request',
      on(async (store) => {
        const first = await unwrapResult(kind.of(store).create(kind.sample(await createWorkspace(store))));
        const present = await unwrapResult(
          kind.of(store).replace({ ...first, name: 'Theirs', revision: 2 }, 1),
        );
        const conflict = { kind: 'revision-conflict', expected: 1, present };
        expect(
          await unwrapRefusal(kind.of(store).replace({ ...first, name: 'Mine', revision: 2 }, 1)),
        ).toEqual(conflict);
        expect(await unwrapRefusal(kind.of(store).remove(first.workspaceId, first.id, 1))).toEqual(conflict);
        expect(await unwrapResult(kind.of(store).get(first.workspaceId, first.id))).toEqual(present);
      }),
    );

    it(
      'lets one of many concurrent writers succeed',
      on(async (store) => {
        const first = await unwrapResult(kind.of(store).create(kind.sample(await createWorkspace(store))));
        const outcomes = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            kind.of(store).replace({ ...first, name: `Writer ${index}`, revision: 2 }, 1)(),
          ),
        );
        expect(outcomes.filter(({ _tag }) => _tag === 'Right')).toHaveLength(1);
      }),
    );

    it(
      'deletes a request at its current revision, or at any revision',
      on(async (store) => {
        const workspaceId = await createWorkspace(store);
        const made = [kind.sample(workspaceId, { revision: 7 }), kind.sample(workspaceId)] as const;
        for (const request of made) await unwrapResult(kind.of(store).create(request));
        await unwrapResult(kind.of(store).remove(workspaceId, made[0].id, 7));
        await unwrapResult(kind.of(store).remove(workspaceId, made[1].id));
        expect(await unwrapResult(kind.of(store).count(workspaceId))).toBe(0);
        expect((await unwrapRefusal(kind.of(store).remove(workspaceId, made[0].id))).kind).toBe('not-found');
      }),
    );
  });
};

/** The contract of every `SavedRequests` adapter. */
export const testSavedRequestsContract = <A extends AnyRequest, S extends { readonly name: string }>(
  name: string,
  open: OpenStore,
  kind: RequestKindUnderTest<A, S>,
): void => {
  testStorage(name, open, kind);
  testChanges(name, open, kind);
  testSavedRequestListsContract(name, open, kind);
  testSavedRequestSearchContract(name, open, kind);
};
