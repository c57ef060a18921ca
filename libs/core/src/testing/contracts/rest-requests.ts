import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { RestRequest } from '../../domain/rest-request.js';
import type { Store } from '../../ports/repositories.js';
import { arbitraryOf } from '../arbitraries.js';
import { sampleRequest, sampleWorkspace } from '../samples.js';
import { given, type OpenStore, refusal, suite } from './opened.js';
import { restRequestListsContract } from './rest-request-lists.js';

const workspaceIn = async ({ workspaces }: Store) => (await given(workspaces.create(sampleWorkspace()))).id;

const keeping = (name: string, open: OpenStore): void => {
  suite(`${name} keeps REST requests`, open, (on) => {
    it(
      'gives back whatever was created, field for field',
      on(async (store) => {
        const workspaceId = await workspaceIn(store);
        await fc.assert(
          fc.asyncProperty(arbitraryOf(RestRequest), async (any) => {
            const request = { ...any, id: sampleRequest(workspaceId).id, workspaceId };
            expect(await given(store.restRequests.create(request))).toEqual(request);
            expect(await given(store.restRequests.get(workspaceId, request.id))).toEqual(request);
          }),
          { numRuns: 50 },
        );
      }),
    );

    it(
      'says not-found for the id of a request of another workspace',
      on(async (store) => {
        const [mine, other] = [await workspaceIn(store), await workspaceIn(store)];
        const request = await given(store.restRequests.create(sampleRequest(other)));
        const { id } = request;
        const expected = { kind: 'not-found', entity: 'REST request', ref: id };
        expect(await refusal(store.restRequests.get(mine, id))).toEqual(expected);
        expect(await refusal(store.restRequests.replace({ ...request, workspaceId: mine }, 1))).toEqual(
          expected,
        );
        expect(await refusal(store.restRequests.remove(mine, id))).toEqual(expected);
        expect(await given(store.restRequests.get(other, id))).toEqual(request);
      }),
    );

    it(
      'keeps none of a workspace that is not there',
      on(async ({ restRequests }) => {
        const request = sampleRequest(sampleWorkspace().id);
        expect((await refusal(restRequests.create(request))).kind).toBe('storage-failed');
      }),
    );

    it(
      'refuses an id that is taken',
      on(async (store) => {
        const workspaceId = await workspaceIn(store);
        const first = await given(store.restRequests.create(sampleRequest(workspaceId)));
        expect((await refusal(store.restRequests.create({ ...first, name: 'Second' }))).kind).toBe(
          'storage-failed',
        );
        expect(await given(store.restRequests.get(workspaceId, first.id))).toEqual(first);
      }),
    );

    it(
      'counts those of one workspace',
      on(async (store) => {
        const [mine, other] = [await workspaceIn(store), await workspaceIn(store)];
        for (const workspaceId of [mine, other, mine])
          await given(store.restRequests.create(sampleRequest(workspaceId)));
        expect(await given(store.restRequests.count(mine))).toBe(2);
        expect(await given(store.restRequests.count(sampleWorkspace().id))).toBe(0);
      }),
    );
  });
};

const changing = (name: string, open: OpenStore): void => {
  suite(`${name} changes REST requests by compare and set`, open, (on) => {
    it(
      'replaces a request that is still at the expected revision',
      on(async (store) => {
        const first = await given(store.restRequests.create(sampleRequest(await workspaceIn(store))));
        const next = {
          ...first,
          name: 'Renamed',
          body: { type: 'json', content: '{}' } as const,
          revision: 2,
        };
        expect(await given(store.restRequests.replace(next, 1))).toEqual(next);
        expect(await given(store.restRequests.get(first.workspaceId, first.id))).toEqual(next);
      }),
    );

    it(
      'refuses to replace or remove one that has moved on, and shows it as it is',
      on(async (store) => {
        const first = await given(store.restRequests.create(sampleRequest(await workspaceIn(store))));
        const present = await given(store.restRequests.replace({ ...first, name: 'Theirs', revision: 2 }, 1));
        const conflict = { kind: 'revision-conflict', expected: 1, present };
        expect(await refusal(store.restRequests.replace({ ...first, name: 'Mine', revision: 2 }, 1))).toEqual(
          conflict,
        );
        expect(await refusal(store.restRequests.remove(first.workspaceId, first.id, 1))).toEqual(conflict);
        expect(await given(store.restRequests.get(first.workspaceId, first.id))).toEqual(present);
      }),
    );

    it(
      'lets one of many writers at once win',
      on(async (store) => {
        const first = await given(store.restRequests.create(sampleRequest(await workspaceIn(store))));
        const outcomes = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            store.restRequests.replace({ ...first, name: `Writer ${index}`, revision: 2 }, 1)(),
          ),
        );
        expect(outcomes.filter(({ _tag }) => _tag === 'Right')).toHaveLength(1);
      }),
    );

    it(
      'removes with the present revision, or with none given',
      on(async (store) => {
        const workspaceId = await workspaceIn(store);
        const made = [sampleRequest(workspaceId, { revision: 7 }), sampleRequest(workspaceId)] as const;
        for (const request of made) await given(store.restRequests.create(request));
        await given(store.restRequests.remove(workspaceId, made[0].id, 7));
        await given(store.restRequests.remove(workspaceId, made[1].id));
        expect(await given(store.restRequests.count(workspaceId))).toBe(0);
        expect((await refusal(store.restRequests.remove(workspaceId, made[0].id))).kind).toBe('not-found');
      }),
    );
  });
};

/** What every adapter of the `RestRequests` port promises. */
export const restRequestsContract = (name: string, open: OpenStore): void => {
  keeping(name, open);
  changing(name, open);
  restRequestListsContract(name, open);
};
