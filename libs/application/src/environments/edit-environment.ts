import {
  type AnyRequest,
  type AppResult,
  createInvalidInput,
  type Environment,
  environmentView as toEnvironmentView,
  EnvironmentView,
  everyKind,
  type Folder,
  type SecretPair,
  toFileGuard,
  type Variable,
} from '@tandem/core';
import { E, pipe, RA, TE } from '@tandem/core/fp';
import { interpolate } from '@tandem/execution';

import { adds, operation, reads, replaces } from '../operation.js';
import {
  activateAgain,
  fillKnownValues,
  findRetiredEnvironment,
} from '../synchronization/folder-entities.js';
import { runAtomically, type Transaction } from '../transaction.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import {
  EditEnvironment,
  EnvironmentUses,
  ListEnvironmentUses,
  refuseName,
  RestoreEnvironment,
} from './environment-arguments.js';
import { loadEnvironmentTransaction } from './environments.js';
import { findEnvironmentAtRevision, findIn, storeChangedEnvironment } from './load-environments.js';

type Row = EditEnvironment['rows'][number];

const isNamed = ({ name }: Row): boolean => name.trim() !== '';

const toVariable = ({ name, value = '', enabled = true, type }: Row): Variable => ({
  name,
  value,
  enabled,
  ...(type === undefined ? {} : { type }),
});

/** The secrets of `rows`. A secret without a value keeps its previous value. Repeated names are matched in order. */
const toSecretPairs = (rows: readonly Row[], present: readonly SecretPair[]): readonly SecretPair[] => {
  const left = [...present];
  return rows.map(({ name, value, enabled = true, was = name }) => {
    const at = left.findIndex((one) => one.name === was);
    const [previous] = at < 0 ? [] : left.splice(at, 1);
    const hosts = previous?.hosts === undefined ? {} : { hosts: previous.hosts };
    return { name, value: value ?? previous?.value ?? '', enabled, ...hosts };
  });
};

/** Replaces the variables and secrets of an environment with the rows of a table. Rows without a name are omitted. */
export const editEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId, id, ifRevision, rows }: EditEnvironment): AppResult<EnvironmentView> =>
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
  arguments: EditEnvironment,
  result: EnvironmentView,
  effects: replaces,
  useCase: 'environments.edit',
  run: ({ ports }) => runAtomically(ports, editEnvironment),
});

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
            // A revision that neither the caller nor the last synchronization has seen.
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

/** How scripts refer to a variable or a secret. */
const call = /\b(?:get|set|unset|delete|has)(?:Variable|Secret)\(\s*(['"`])(.*?)\1/g;

/** The names in the tokens of a string. With no values known, all of them are unresolved. */
const listTokens = (text: string): readonly string[] =>
  pipe(
    interpolate(() => undefined)(text),
    E.match(
      () => [],
      ({ unresolved }) => unresolved,
    ),
  );

/** The names of variables that a request or a folder uses, in its tokens and in its script. */
const listVariableNames = ({ script, ...fields }: AnyRequest | Folder): ReadonlySet<string> =>
  new Set([
    ...listTokens(`${JSON.stringify(fields)} ${script}`),
    ...Array.from(script.matchAll(call), ([, , name = '']) => name),
  ]);

/** For each name in an environment, the requests and folders of the workspace that use the name. The folder `""` is the workspace. */
export const environmentsUses = operation({
  name: 'environments_uses',
  title: 'Uses of an environment',
  description: 'Lists the requests that mention each variable and secret of an environment.',
  audience: 'person',
  arguments: ListEnvironmentUses,
  result: EnvironmentUses,
  effects: reads,
  useCase: 'environments.uses',
  run:
    ({ ports }) =>
    ({ workspaceId: ref, id }: ListEnvironmentUses): AppResult<EnvironmentUses> =>
      pipe(
        TE.Do,
        TE.bind('workspace', () => resolveWorkspace(ports)(ref)),
        TE.bind('all', ({ workspace }) => ports.store.environments.list(workspace.id)),
        TE.bind('environment', ({ workspace, all }) =>
          findIn({ repositories: ports.store, workspace, all }, id),
        ),
        TE.bind('requests', ({ workspace }) =>
          pipe(
            everyKind,
            RA.traverse(TE.ApplicativeSeq)(({ of }) => of(ports.store).all(workspace.id)),
            TE.map(RA.flatten),
          ),
        ),
        TE.bind('folders', ({ workspace }) => ports.store.folders.list(workspace.id)),
        TE.map(({ environment: { variables, secrets }, requests, folders }) => {
          const mentioned = requests.map((request) => ({ request, names: listVariableNames(request) }));
          const around = folders.map((folder) => ({ folder, names: listVariableNames(folder) }));
          const names = new Set([...variables, ...secrets].map(({ name }) => name));
          return {
            uses: [...names].map((name) => ({
              name,
              requests: mentioned
                .filter((one) => one.names.has(name))
                .map(({ request }) => ({ id: request.id, name: request.name })),
              folders: around
                .filter((one) => one.names.has(name))
                .map(({ folder: { id, path } }) => ({ id, path })),
            })),
          };
        }),
      ),
});
