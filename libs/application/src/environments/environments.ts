import {
  type AppError,
  type AppResult,
  applyChanges,
  toTypedText,
  type Environment,
  type EnvironmentChange,
  type EnvironmentId,
  environmentView as toEnvironmentView,
  type Ports,
  EnvironmentView,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { type Transaction, runAtomically } from '../transaction.js';
import { removeEnvironment } from '../synchronization/folder-entities.js';
import {
  type EnvironmentTransaction,
  find,
  createUnknownEnvironmentError,
  findEnvironmentAtRevision,
  findIn,
  findUnreadable,
  isSameName,
  renameBase,
  setEnvironmentBase,
} from './load-environments.js';
import {
  ActivateEnvironmentArguments,
  CreateEnvironmentArguments,
  DeactivateEnvironmentArguments,
  DeleteEnvironmentArguments,
  EnvironmentDeactivated,
  EnvironmentList,
  ListEnvironmentsArguments,
  refuseColor,
  refuseName,
  UpdateEnvironmentArguments,
} from './environment-arguments.js';
import { DeletionResult } from '../requests/request-arguments.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { addFileSecrets } from '../secrets/process-variables.js';
import { fillGivenValues } from '../secrets/secrets.js';
import { type ReadRevised } from '../seen-revisions.js';
import { operation, replaceEffects, readEffects, addEffects } from '../operation.js';

const listChanges = ({
  variables: set = {},
  secrets: hidden = {},
  removeVariables = [],
  removeSecrets = [],
}: Partial<UpdateEnvironmentArguments>): readonly EnvironmentChange[] => [
  ...removeVariables.map((one) => ({ kind: 'variable', name: one, value: null }) as const),
  ...removeSecrets.map((one) => ({ kind: 'secret', name: one, value: null }) as const),
  ...Object.entries(set).map(
    ([one, value]) => ({ kind: 'variable', name: one, ...toTypedText(value) }) as const,
  ),
  ...Object.entries(hidden).map(([one, value]) => ({ kind: 'secret', name: one, value }) as const),
];

/** Picks the name, color and description that a call sets. */
const pickFacts = ({ name, color, description }: Partial<UpdateEnvironmentArguments>) => ({
  ...(name === undefined ? {} : { name }),
  ...(color === undefined ? {} : { color }),
  ...(description === undefined ? {} : { description }),
});

/** The workspace that `ref` refers to, with its environments. */
export const loadEnvironmentTransaction = (
  { store }: Transaction,
  ref: string | undefined,
): AppResult<EnvironmentTransaction> =>
  pipe(
    resolveWorkspace({ store })(ref),
    TE.bindTo('workspace'),
    TE.bind('all', ({ workspace }) => store.environments.list(workspace.id)),
    TE.map(({ workspace, all }) => ({ repositories: store, workspace, all })),
  );

/** The environments of a workspace, with only the names of secrets. */
export const listEnvironments =
  (ports: Ports) =>
  ({ workspaceId: ref }: ListEnvironmentsArguments): AppResult<EnvironmentList> =>
    pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(ref)),
      TE.bind('all', ({ workspace }) => ports.store.environments.list(workspace.id)),
      TE.bind('decisions', ({ workspace }) => ports.store.givenSecrets.list(workspace.id)),
      TE.bind('envFile', ({ workspace }) => TE.fromTask(ports.envFiles.read(workspace))),
      TE.map(({ workspace, all, decisions, envFile }) => ({
        environments: fillGivenValues(
          { ...ports, providedSecrets: addFileSecrets(ports.providedSecrets, envFile) },
          decisions,
        )(all).map((one) => toEnvironmentView(one, workspace.activeEnvironmentId)),
      })),
    );

export const environmentsList = operation({
  name: 'environments_list',
  toolSet: 'core',
  title: 'List environments',
  description: 'With variables and names of secrets.',
  arguments: ListEnvironmentsArguments,
  result: EnvironmentList,
  effects: readEffects,
  hints: { environment: 'Use environments_list to find ids and names.' },
  useCase: 'environments.list',
  run: ({ ports, view }) => view.noteResult(listEnvironments(ports), ({ environments }) => environments),
});

/** Creates an inactive environment. A copy has the variables, the secrets with their values, the guard and the color of the original. */
export const createEnvironment =
  (transaction: Transaction) =>
  ({
    workspaceId: ref,
    name: wanted,
    copyOf,
    ...given
  }: CreateEnvironmentArguments): AppResult<EnvironmentView> =>
    pipe(
      loadEnvironmentTransaction(transaction, ref),
      TE.bindTo('within'),
      TE.bind('from', ({ within }) => (copyOf === undefined ? TE.right(null) : findIn(within, copyOf))),
      TE.flatMap(({ within: { repositories, workspace, all }, from }) => {
        const at = transaction.clock.now().toISOString();
        const blank: Environment = {
          id: `env_${transaction.ids.next()}` as EnvironmentId,
          workspaceId: workspace.id,
          name: wanted,
          color: given.color ?? from?.color ?? '',
          description: given.description ?? from?.description ?? '',
          extends: from?.extends ?? '',
          variables: from?.variables ?? [],
          secrets: from?.secrets ?? [],
          guard: from?.guard ?? null,
          proposedGuard: null,
          revision: 1,
          createdAt: at,
          updatedAt: at,
        };
        return pipe(
          refuseName(all, wanted),
          TE.flatMap(() => refuseColor(given.color)),
          TE.flatMap(() => setEnvironmentBase(all, blank, given.extends)),
          TE.flatMap((made) => repositories.environments.create(applyChanges(made, listChanges(given)))),
          TE.map((made) => toEnvironmentView(made, workspace.activeEnvironmentId)),
        );
      }),
    );

export const environmentsCreate = operation({
  name: 'environments_create',
  successor: 'environments_edit',
  title: 'Create an environment',
  description: 'Activate it to use it.',
  arguments: CreateEnvironmentArguments,
  result: EnvironmentView,
  effects: addEffects,
  useCase: 'environments.create',
  run: ({ ports, view }) => view.noteResult(runAtomically(ports, createEnvironment), (one) => [one]),
});

/** Sets and removes variables and secrets by name. Others stay unchanged. */
export const updateEnvironment =
  (transaction: Transaction) =>
  ({
    workspaceId: ref,
    id: wanted,
    ifRevision: expected,
    ...patch
  }: UpdateEnvironmentArguments): AppResult<EnvironmentView> =>
    pipe(
      loadEnvironmentTransaction(transaction, ref),
      TE.flatMap((within) => {
        const { repositories, workspace, all } = within;
        return pipe(
          findEnvironmentAtRevision(within, wanted, expected),
          TE.tap((found) => refuseName(all, patch.name, found.id)),
          TE.tap(() => refuseColor(patch.color)),
          TE.bindTo('found'),
          TE.bind('next', ({ found }) =>
            setEnvironmentBase(all, { ...found, ...pickFacts(patch) }, patch.extends),
          ),
          TE.flatMap(({ found, next }) => {
            const updatedAt = transaction.clock.now().toISOString();
            return pipe(
              renameBase(within, next, updatedAt),
              TE.flatMap(() =>
                repositories.environments.replace(
                  { ...applyChanges(next, listChanges(patch)), revision: found.revision + 1, updatedAt },
                  found.revision,
                ),
              ),
            );
          }),
          TE.map((next) => toEnvironmentView(next, workspace.activeEnvironmentId)),
        );
      }),
    );

export const environmentsUpdate = operation({
  name: 'environments_update',
  successor: 'environments_edit',
  title: 'Update an environment',
  description: 'Changes only what is given; sets or removes variables and secrets by name.',
  arguments: UpdateEnvironmentArguments,
  result: EnvironmentView,
  effects: replaceEffects,
  useCase: 'environments.update',
  run: ({ ports, view }) =>
    view.noteResult(
      view.guardUpdate(runAtomically(ports, updateEnvironment), readEnvironment(ports)),
      (one) => [one],
    ),
});

const updateActiveEnvironment = (
  { clock }: Transaction,
  { repositories, workspace }: EnvironmentTransaction,
  activeEnvironmentId: EnvironmentId | null,
) =>
  repositories.workspaces.update({
    ...workspace,
    activeEnvironmentId,
    updatedAt: clock.now().toISOString(),
  });

/** Activates an environment: executions that name no environment use it. */
export const activateEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId: ref, id: wanted }: ActivateEnvironmentArguments): AppResult<EnvironmentView> =>
    pipe(
      loadEnvironmentTransaction(transaction, ref),
      TE.flatMap((within) =>
        pipe(
          findIn(within, wanted),
          TE.tap((found) => updateActiveEnvironment(transaction, within, found.id)),
          TE.map((found) => toEnvironmentView(found, found.id)),
        ),
      ),
    );

export const environmentsActivate = operation({
  name: 'environments_activate',
  successor: 'environments_edit',
  title: 'Activate an environment',
  description: 'Executions use it from now on.',
  arguments: ActivateEnvironmentArguments,
  result: EnvironmentView,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'environments.activate',
  run: ({ ports }) => runAtomically(ports, activateEnvironment),
});

/** Deactivates the environment of a workspace: executions that name no environment use none. */
export const deactivateEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId: ref }: DeactivateEnvironmentArguments): AppResult<EnvironmentDeactivated> =>
    pipe(
      loadEnvironmentTransaction(transaction, ref),
      TE.tap((within) => updateActiveEnvironment(transaction, within, null)),
      TE.map(({ workspace }) => ({ workspaceId: workspace.id })),
    );

export const environmentsDeactivate = operation({
  name: 'environments_deactivate',
  title: 'Use no environment',
  description: 'Makes executions of the workspace use no environment.',
  audience: 'person',
  arguments: DeactivateEnvironmentArguments,
  result: EnvironmentDeactivated,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'environments.deactivate',
  run: ({ ports }) => runAtomically(ports, deactivateEnvironment),
});

/** Deletes an environment that cannot be read. */
const deleteUnreadable = (
  within: EnvironmentTransaction,
  ref: string,
  expected: number | undefined,
  error: AppError,
): AppResult<EnvironmentId> =>
  pipe(
    findUnreadable(within, ref)(error),
    TE.map(({ row, revision }) => ({ id: row.id as EnvironmentId, revision: expected ?? revision })),
    TE.tap(({ id, revision }) => within.repositories.environments.remove(within.workspace.id, id, revision)),
    TE.map(({ id }) => id),
  );

/** Deletes an environment. If it was active, none is active afterwards. Its secrets stay stored in case it is restored. */
export const deleteEnvironment =
  (transaction: Transaction) =>
  ({
    workspaceId: ref,
    id: wanted,
    ifRevision: expected,
  }: DeleteEnvironmentArguments): AppResult<DeletionResult> =>
    pipe(
      loadEnvironmentTransaction(transaction, ref),
      TE.flatMap((within) => {
        const { repositories, workspace } = within;
        const applying = {
          repositories,
          workspaceId: workspace.id,
          at: transaction.clock.now().toISOString(),
        };
        return pipe(
          find(within.all, wanted),
          TE.flatMap(() => findEnvironmentAtRevision(within, wanted, expected)),
          TE.matchE(
            (error) =>
              error.kind === 'not-found'
                ? deleteUnreadable(within, wanted, expected, error)
                : TE.left<AppError, EnvironmentId>(error),
            ({ id, revision }) =>
              pipe(
                removeEnvironment(applying, id, revision),
                TE.map(() => id),
              ),
          ),
        );
      }),
      TE.map((deleted) => ({ deleted })),
    );

export const environmentsDelete = operation({
  name: 'environments_delete',
  successor: 'environments_edit',
  title: 'Delete an environment',
  description: 'With its secrets; if it was active, none is active afterwards.',
  arguments: DeleteEnvironmentArguments,
  result: DeletionResult,
  effects: replaceEffects,
  useCase: 'environments.remove',
  run: ({ ports }) => runAtomically(ports, deleteEnvironment),
});

const readEnvironment =
  (ports: Ports): ReadRevised =>
  ({ id, ...of }) =>
    pipe(
      listEnvironments(ports)(of),
      TE.flatMap(({ environments }): ReturnType<ReadRevised> => {
        const found =
          environments.find((one) => one.id === id) ?? environments.find((one) => isSameName(one.name, id));
        return found === undefined
          ? TE.left(createUnknownEnvironmentError(environments, id))
          : TE.right(found);
      }),
    );
