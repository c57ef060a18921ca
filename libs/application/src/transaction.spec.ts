import { describe, expect, it } from 'vitest';

import { requestKinds } from '@tandem/core';
import { E, pipe, RA, TE } from '@tandem/core/fp';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import { type PlannedApplication, createPlannedApplication } from './testing/index.js';
import { runAtomically, type Transaction } from './transaction.js';
import { createEnvironment } from './environments/environments.js';
import { createSaved, removeSaved } from './requests/saved-requests.js';
import { createWorkspaceIn, openWorkspaceIn } from './workspaces/workspaces.js';

interface Bulk {
  readonly names: readonly string[];
  readonly environment: string;
}

/** A use case that writes many times by calling use cases that write once. */
const createAll =
  (transaction: Transaction) =>
  ({ names, environment }: Bulk) =>
    pipe(
      names,
      RA.traverse(TE.ApplicativeSeq)((name) =>
        createSaved(requestKinds.rest)(transaction)({ name, folder: 'bulk' }),
      ),
      TE.bindTo('rest'),
      TE.bind('graphql', () => createSaved(requestKinds.graphql)(transaction)({ name: 'G', folder: 'bulk' })),
      TE.tap(({ rest: [first] }) =>
        first === undefined
          ? TE.right(undefined)
          : removeSaved(requestKinds.rest)(transaction)({ id: first.id }),
      ),
      TE.tap(() => createEnvironment(transaction)({ name: environment })),
    );

const listStoredNames = async ({ store, workspace: { id } }: PlannedApplication) => ({
  rest: (await unwrapResult(store.restRequests.all(id))).map(({ name }) => name),
  graphql: (await unwrapResult(store.graphqlRequests.all(id))).map(({ name }) => name),
  order: (await unwrapResult(store.requestPositions.list(id))).map((one) => one.seq),
  environments: (await unwrapResult(store.environments.list(id))).map(({ name }) => name),
});

describe('a use case with many writes', () => {
  it('stores all of them in order', async () => {
    const planned = await createPlannedApplication();
    await unwrapResult(
      runAtomically(planned.ports, createAll)({ names: ['A', 'B', 'C'], environment: 'Staging' }),
    );
    const { rest, graphql, order, environments } = await listStoredNames(planned);
    expect({ rest, graphql, environments }).toEqual({
      rest: ['B', 'C'],
      graphql: ['G'],
      environments: ['Default', 'Staging'],
    });
    expect([...order].sort()).toEqual(order);
    expect(new Set(order).size).toBe(3);
  });

  it('stores none of them if the last is refused', async () => {
    const planned = await createPlannedApplication();
    const before = await listStoredNames(planned);
    const refused = await unwrapRefusal(
      runAtomically(planned.ports, createAll)({ names: ['A', 'B'], environment: 'default' }),
    );
    expect(refused).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'name' }] });
    expect(await listStoredNames(planned)).toEqual(before);
  });

  it('stores no workspace if a later step is refused', async () => {
    const planned = await createPlannedApplication();
    const withEnvironment = (transaction: Transaction) => (name: string) =>
      pipe(
        createWorkspaceIn(transaction)({ path: '/new', name }),
        TE.tap(() => openWorkspaceIn(transaction)({ input: { path: '/other' }, identity: null })),
        TE.tap(() => createEnvironment(transaction)({ name: 'Default' })),
      );
    const workspaces = () => unwrapResult(planned.store.workspaces.all());
    const before = await workspaces();
    expect(await unwrapRefusal(runAtomically(planned.ports, withEnvironment)('New'))).toMatchObject({
      kind: 'invalid-input',
    });
    expect(await workspaces()).toEqual(before);
  });
});

describe('creating two workspaces with the same name at once', () => {
  it('results in one workspace and one refusal', async () => {
    const { application, store } = await createPlannedApplication();
    const create = () => application.workspaces.create({ name: 'Same' })();
    const outcomes = await Promise.all([create(), create()]);
    expect(outcomes.map(E.isRight).sort()).toEqual([false, true]);
    const names = (await unwrapResult(store.workspaces.all())).map(({ name }) => name);
    expect(names.filter((name) => name === 'Same')).toHaveLength(1);
  });
});
