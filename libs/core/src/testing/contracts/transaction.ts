import { expect, it } from 'vitest';

import { pipe, TE } from '../../fp.js';
import { type AppResult, createInvalidInput } from '../../errors.js';
import { sampleEnvironment, sampleRequest, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

/** The contract of every `Store` adapter for changing many rows at once. */
export const testTransactionContract = (name: string, open: OpenStore): void => {
  describeSuite(`a transaction of the ${name} store`, open, (on) => {
    it(
      'commits all its changes',
      on(async (store) => {
        const workspace = sampleWorkspace();
        const answer = await unwrapResult(
          store.transaction(({ workspaces, environments }) =>
            pipe(
              workspaces.create(workspace),
              TE.tap(({ id }) => environments.create(sampleEnvironment(id))),
              TE.tap(({ id }) => workspaces.activate(id)),
            ),
          ),
        );
        expect(answer).toEqual(workspace);
        expect(await unwrapResult(store.workspaces.active())).toEqual(workspace);
        expect(await unwrapResult(store.environments.list(workspace.id))).toHaveLength(1);
      }),
    );

    it(
      'sees its own changes before other callers see them',
      on(async (store) => {
        const workspace = sampleWorkspace();
        const outside: number[] = [];
        await unwrapResult(
          store.transaction(({ workspaces }) =>
            pipe(
              workspaces.create(workspace),
              TE.tap(() =>
                TE.fromTask(async () => outside.push((await unwrapResult(store.workspaces.all())).length)),
              ),
              TE.tap(({ id }) => workspaces.get(id)),
            ),
          ),
        );
        expect(outside).toEqual([0]);
        expect(await unwrapResult(store.workspaces.all())).toHaveLength(1);
      }),
    );

    it(
      'is rolled back completely if its work is refused, and returns the refusal',
      on(async (store) => {
        const workspace = await unwrapResult(store.workspaces.create(sampleWorkspace()));
        const request = await unwrapResult(store.restRequests.create(sampleRequest(workspace.id)));
        const error = createInvalidInput('name', 'is taken', { expected: 'another name', got: 'x' });
        const work = store.transaction(({ restRequests, workspaces }) =>
          pipe(
            restRequests.remove(workspace.id, request.id),
            TE.flatMap(() => workspaces.create(sampleWorkspace())),
            TE.flatMap(() => TE.left(error)),
          ),
        );
        expect(await unwrapRefusal(work)).toEqual(error);
        expect(await unwrapResult(store.workspaces.all())).toEqual([workspace]);
        expect(await unwrapResult(store.restRequests.get(workspace.id, request.id))).toEqual(request);
      }),
    );

    it(
      'is rolled back completely if its work throws, and the next transaction works',
      on(async (store) => {
        const cause = new Error('a bug');
        const work = store.transaction(({ workspaces }) =>
          pipe(
            workspaces.create(sampleWorkspace()),
            TE.flatMap((): AppResult<never> => () => Promise.reject(cause)),
          ),
        );
        expect(await unwrapRefusal(work)).toMatchObject({ kind: 'storage-failed', cause });
        expect(await unwrapResult(store.workspaces.all())).toEqual([]);
        await unwrapResult(store.workspaces.create(sampleWorkspace()));
      }),
    );

    it(
      'runs after other transactions, one at a time',
      on(async (store) => {
        const workspace = await unwrapResult(store.workspaces.create(sampleWorkspace()));
        const { id } = await unwrapResult(store.environments.create(sampleEnvironment(workspace.id)));
        const count = store.transaction(({ environments }) =>
          pipe(
            environments.get(workspace.id, id),
            TE.flatMap(({ variables }) => {
              const change = {
                kind: 'variable',
                name: 'count',
                value: `${Number(variables[0]?.value ?? 0) + 1}`,
              } as const;
              return environments.change(workspace.id, id, [change], workspace.updatedAt);
            }),
          ),
        );
        await Promise.all(Array.from({ length: 10 }, () => unwrapResult(count)));
        expect((await unwrapResult(store.environments.get(workspace.id, id))).variables[0]?.value).toBe('10');
      }),
    );
  });
};
