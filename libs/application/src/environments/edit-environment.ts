import {
  type AppResult,
  createInvalidInput,
  type Environment,
  environmentView as toEnvironmentView,
  EnvironmentView,
  type SecretPair,
  toFileGuard,
  type Variable,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { addEffects, operation, replaceEffects } from '../operation.js';
import {
  activateAgain,
  fillKnownValues,
  findRetiredEnvironment,
} from '../synchronization/folder-entities.js';
import { runAtomically, type Transaction } from '../transaction.js';
import {
  EditEnvironmentArguments,
  refuseName,
  RestoreEnvironmentArguments,
} from './environment-arguments.js';
import { loadEnvironmentTransaction } from './environments.js';
import { findEnvironmentAtRevision, storeChangedEnvironment } from './load-environments.js';

type Row = EditEnvironmentArguments['rows'][number];

const isNamed = ({ name }: Row): boolean => name.trim() !== '';

const toVariable = ({ name, value = '', enabled = true, type }: Row): Variable => ({
  name,
  value,
  enabled,
  ...(type === undefined ? {} : { type }),
});

/**
 * The secrets in `rows`. A row without a value keeps the previous value of its secret. If a name is repeated, its rows are matched in
 * order.
 */
const toSecretPairs = (rows: readonly Row[], present: readonly SecretPair[]): readonly SecretPair[] => {
  const left = [...present];
  return rows.map(({ name, value, enabled = true, was = name }) => {
    const at = left.findIndex((one) => one.name === was);
    const [previous] = at < 0 ? [] : left.splice(at, 1);
    const hosts = previous?.hosts === undefined ? {} : { hosts: previous.hosts };
    return { name, value: value ?? previous?.value ?? '', enabled, ...hosts };
  });
};

/** Replaces the variables and secrets of an environment by the rows of a table. Ignores rows without a name. */
export const editEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId, id, ifRevision, rows }: EditEnvironmentArguments): AppResult<EnvironmentView> =>
    pipe(
      loadEnvironmentTransaction(transaction, workspaceId),
      TE.flatMap((within) =>
        pipe(
          findEnvironmentAtRevision(within, id, ifRevision),
          TE.flatMap((found) => {
            const named = rows.filter(isNamed);
            const isSecret = ({ secret = false }: Row): boolean => secret;
            const next = {
              ...found,
              variables: named.filter((row) => !isSecret(row)).map(toVariable),
              secrets: toSecretPairs(named.filter(isSecret), found.secrets),
            };
            return storeChangedEnvironment(transaction, within, found, next);
          }),
          TE.map((stored) => toEnvironmentView(stored, within.workspace.activeEnvironmentId)),
        ),
      ),
    );

export const environmentsSetRows = operation({
  name: 'environments_set_rows',
  title: 'Edit an environment as a table',
  description:
    'Replaces all variables and secrets of an environment; a secret without a value keeps its own.',
  audience: 'person',
  arguments: EditEnvironmentArguments,
  result: EnvironmentView,
  effects: replaceEffects,
  useCase: 'environments.edit',
  run: ({ ports }) => runAtomically(ports, editEnvironment),
});

/** Restores a deleted environment with its id and stored secrets. It is active again if it was before. */
export const restoreEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId: ref, environment }: RestoreEnvironmentArguments): AppResult<EnvironmentView> =>
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
            // The revision must be one that neither the caller nor the last synchronization has seen.
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
  arguments: RestoreEnvironmentArguments,
  result: EnvironmentView,
  effects: addEffects,
  useCase: 'environments.restore',
  run: ({ ports }) => runAtomically(ports, restoreEnvironment),
});
