import {
  type AppError,
  type AppResult,
  applyChanges,
  type Environment,
  type EnvironmentChange,
  type EnvironmentId,
  type EnvironmentView,
  environmentView as viewOf,
  invalidInput,
  type Ports,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
import { removeEnvironment } from './apply-environment.js';
import type {
  ActivateEnvironment,
  CreateEnvironment,
  DeleteEnvironment,
  EnvironmentList,
  ListEnvironments,
  UpdateEnvironment,
} from './environment-arguments.js';
import {
  atRevision,
  find,
  findIn,
  findUnreadable,
  sameName,
  type EnvironmentTransaction,
} from './find-environment.js';
import type { Deleted } from './request-arguments.js';
import { resolveWorkspace } from './resolve-workspace.js';
import { withGivenValues } from './secrets.js';

/** Left when another environment than `but` has the name. */
export const refuseName = (
  all: readonly Environment[],
  wanted: string | undefined,
  but?: EnvironmentId,
): AppResult<void> =>
  wanted !== undefined && all.some((one) => one.id !== but && sameName(one.name, wanted))
    ? TE.left(
        invalidInput(
          'name',
          `is already used by the environment ${wanted}; change that one or choose another name`,
          {
            expected: 'a name that no environment has',
            got: wanted,
          },
        ),
      )
    : TE.right(undefined);

/** Left when `color` is none that every client can show. */
const refuseColor = (color: string | undefined): AppResult<void> =>
  color === undefined || /^(#[0-9a-f]{6})?$/i.test(color)
    ? TE.right(undefined)
    : TE.left(
        invalidInput('color', 'must be # and six hex digits, such as #d32f2f, or empty for none', {
          expected: 'a color as #rrggbb',
          got: color,
        }),
      );

const changesOf = ({
  variables: set = {},
  secrets: hidden = {},
  removeVariables = [],
  removeSecrets = [],
}: Partial<UpdateEnvironment>): readonly EnvironmentChange[] => [
  ...removeVariables.map((one) => ({ kind: 'variable', name: one, value: null }) as const),
  ...removeSecrets.map((one) => ({ kind: 'secret', name: one, value: null }) as const),
  ...Object.entries(set).map(([one, value]) => ({ kind: 'variable', name: one, value }) as const),
  ...Object.entries(hidden).map(([one, value]) => ({ kind: 'secret', name: one, value }) as const),
];

/** The workspace that `ref` names, with its environments. */
export const environmentsIn = (
  { store }: Transaction,
  ref: string | undefined,
): AppResult<EnvironmentTransaction> =>
  pipe(
    resolveWorkspace({ store })(ref),
    TE.bindTo('workspace'),
    TE.bind('all', ({ workspace }) => store.environments.list(workspace.id)),
    TE.map(({ workspace, all }) => ({ repositories: store, workspace, all })),
  );

/** The environments of a workspace; of secrets only their names. */
export const listEnvironments =
  (ports: Ports) =>
  ({ workspaceId: ref }: ListEnvironments): AppResult<EnvironmentList> =>
    pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(ref)),
      TE.bind('all', ({ workspace }) => ports.store.environments.list(workspace.id)),
      TE.bind('decisions', ({ workspace }) => ports.store.givenSecrets.list(workspace.id)),
      TE.map(({ workspace, all, decisions }) => ({
        environments: withGivenValues(
          ports,
          decisions,
        )(all).map((one) => viewOf(one, workspace.activeEnvironmentId)),
      })),
    );

/** A new environment, not active; a copy has the variables, the secrets with their values and the color. */
export const createEnvironment =
  (transaction: Transaction) =>
  ({
    workspaceId: ref,
    name: wanted,
    color,
    copyOf,
    ...values_
  }: CreateEnvironment): AppResult<EnvironmentView> =>
    pipe(
      environmentsIn(transaction, ref),
      TE.bindTo('within'),
      TE.bind('from', ({ within }) => (copyOf === undefined ? TE.right(null) : findIn(within, copyOf))),
      TE.flatMap(({ within: { repositories, workspace, all }, from }) => {
        const at = transaction.clock.now().toISOString();
        const blank: Environment = {
          id: `env_${transaction.ids.next()}` as EnvironmentId,
          workspaceId: workspace.id,
          name: wanted,
          color: color ?? from?.color ?? '',
          variables: from?.variables ?? [],
          secrets: from?.secrets ?? [],
          revision: 1,
          createdAt: at,
          updatedAt: at,
        };
        return pipe(
          refuseName(all, wanted),
          TE.flatMap(() => refuseColor(color)),
          TE.flatMap(() => repositories.environments.create(applyChanges(blank, changesOf(values_)))),
          TE.map((made) => viewOf(made, workspace.activeEnvironmentId)),
        );
      }),
    );

/** Sets and removes variables and secrets by name; what is not named stays as it is. */
export const updateEnvironment =
  (transaction: Transaction) =>
  ({
    workspaceId: ref,
    id: wanted,
    ifRevision: expected,
    ...patch
  }: UpdateEnvironment): AppResult<EnvironmentView> =>
    pipe(
      environmentsIn(transaction, ref),
      TE.flatMap((within) => {
        const { repositories, workspace, all } = within;
        return pipe(
          atRevision(within, wanted, expected),
          TE.tap((found) => refuseName(all, patch.name, found.id)),
          TE.tap(() => refuseColor(patch.color)),
          TE.flatMap((found) =>
            repositories.environments.replace(
              {
                ...applyChanges(found, changesOf(patch)),
                name: patch.name ?? found.name,
                color: patch.color ?? found.color,
                revision: found.revision + 1,
                updatedAt: transaction.clock.now().toISOString(),
              },
              found.revision,
            ),
          ),
          TE.map((next) => viewOf(next, workspace.activeEnvironmentId)),
        );
      }),
    );

const withActive = (
  { clock }: Transaction,
  { repositories, workspace }: EnvironmentTransaction,
  activeEnvironmentId: EnvironmentId,
) =>
  repositories.workspaces.update({
    ...workspace,
    activeEnvironmentId,
    updatedAt: clock.now().toISOString(),
  });

/** Makes an environment the one that executions use. */
export const activateEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId: ref, id: wanted }: ActivateEnvironment): AppResult<EnvironmentView> =>
    pipe(
      environmentsIn(transaction, ref),
      TE.flatMap((within) =>
        pipe(
          findIn(within, wanted),
          TE.tap((found) => withActive(transaction, within, found.id)),
          TE.map((found) => viewOf(found, found.id)),
        ),
      ),
    );

/** Deletes one that cannot be read. */
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

/** Deletes an environment; when it was active, none is. Its secrets are set aside in case it is restored. */
export const deleteEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId: ref, id: wanted, ifRevision: expected }: DeleteEnvironment): AppResult<Deleted> =>
    pipe(
      environmentsIn(transaction, ref),
      TE.flatMap((within) => {
        const { repositories, workspace } = within;
        const applying = {
          repositories,
          workspaceId: workspace.id,
          at: transaction.clock.now().toISOString(),
        };
        return pipe(
          find(within.all, wanted),
          TE.flatMap(() => atRevision(within, wanted, expected)),
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
