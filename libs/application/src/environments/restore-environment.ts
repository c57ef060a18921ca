import {
  type AppResult,
  type Environment,
  environmentView as toEnvironmentView,
  toFileGuard,
  createInvalidInput,
  EnvironmentView,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { type Transaction, runAtomically } from '../transaction.js';
import { activateAgain, findRetiredEnvironment } from '../synchronization/apply-environment.js';
import { RestoreEnvironment } from './environment-arguments.js';
import { loadEnvironmentTransaction } from './environments.js';
import { fillKnownValues } from '../synchronization/folder-entities.js';
import { refuseName } from './refuse-environment.js';
import { operation, adds } from '../operation.js';

/** Restores a deleted environment with its id and stored secrets. It is active again if it was before. */
export const restoreEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId: ref, environment }: RestoreEnvironment): AppResult<EnvironmentView> =>
    pipe(
      loadEnvironmentTransaction(transaction, ref),
      TE.tap(({ all }) => {
        const given = { expected: 'the id of an environment that was deleted', got: environment.id };
        return all.some(({ id }) => id === environment.id)
          ? TE.left(
              createInvalidInput(
                'environment.id',
                'exists; only deleted environments can be restored',
                given,
              ),
            )
          : refuseName(all, environment.name);
      }),
      TE.flatMap(({ repositories, workspace }) => {
        const at = transaction.clock.now().toISOString();
        const applying = { repositories, workspaceId: workspace.id, at };
        const { active: _, secrets, ...fields } = environment;
        return pipe(
          TE.Do,
          TE.bind('retired', () => findRetiredEnvironment(applying, environment.id)),
          TE.bind('memory', () => repositories.folderMemories.get(workspace.id)),
          TE.bind('restored', ({ retired, memory }) => {
            // A revision that nobody has seen: neither the caller nor the last synchronization.
            const known = memory.bases.find(({ id }) => id === environment.id)?.revision ?? 0;
            const named = secrets.map(({ name, enabled }) => ({ name, value: '', enabled }));
            const next: Environment = {
              ...fields,
              workspaceId: workspace.id,
              secrets: fillKnownValues(named, retired.secrets),
              ...toFileGuard(retired.guard ?? null, environment.guard ?? null),
              revision: Math.max(environment.revision, known) + 1,
              updatedAt: at,
            };
            return repositories.environments.create(next);
          }),
          TE.tap(({ retired }) => activateAgain(applying, retired)),
          TE.tap(() =>
            repositories.folderMemories.retire(workspace.id, {
              id: environment.id,
              secrets: [],
              wasActive: false,
            }),
          ),
          TE.bind('now', () => repositories.workspaces.get(workspace.id)),
          TE.map(({ restored, now }) => toEnvironmentView(restored, now.activeEnvironmentId)),
        );
      }),
    );

export const environmentsRestore = operation({
  name: 'environments_restore',
  title: 'Restore an environment',
  description: 'Restores a deleted environment with its id and the values of its secrets.',
  audience: 'person',
  arguments: RestoreEnvironment,
  result: EnvironmentView,
  effects: adds,
  useCase: 'environments.restore',
  run: ({ ports }) => runAtomically(ports, restoreEnvironment),
});
