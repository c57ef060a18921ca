import {
  type AppResult,
  applyChanges,
  type Environment,
  type EnvironmentChange,
  type EnvironmentId,
  EnvironmentView,
  environmentView as viewOf,
  invalidInput,
  type Ports,
  workspaceRef,
} from '@tandem/core';
import { described, integer, nameText, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
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

const workspaceId = workspaceRef;
const id = described(t.string, 'Environment id or name');
const name = described(nameText(), 'Name, unique without regard to case');
const ifRevision = described(integer(1), 'Only if at this revision');
const names = t.readonlyArray(t.string, 'a list of names');
const values = (what: string) => described(t.record(t.string, t.string, 'an object of texts by name'), what);
const variables = values('Variables to set, by name; others are unchanged');
const secrets = values('Secrets to set, by name; never read back');

export const ListEnvironments = struct('environments_list arguments', {}, { workspaceId });
export type ListEnvironments = t.TypeOf<typeof ListEnvironments>;

export const EnvironmentList = struct('a list of environments', {
  environments: t.readonlyArray(EnvironmentView),
});
export type EnvironmentList = t.TypeOf<typeof EnvironmentList>;

export const CreateEnvironment = struct(
  'environments_create arguments',
  { name },
  { workspaceId, variables, secrets },
);
export type CreateEnvironment = t.TypeOf<typeof CreateEnvironment>;

export const UpdateEnvironment = struct(
  'environments_update arguments',
  { id },
  {
    workspaceId,
    name,
    variables,
    secrets,
    removeVariables: described(names, 'Names of variables to remove'),
    removeSecrets: described(names, 'Names of secrets to remove'),
    ifRevision,
  },
);
export type UpdateEnvironment = t.TypeOf<typeof UpdateEnvironment>;

export const ActivateEnvironment = struct('environments_activate arguments', { id }, { workspaceId });
export type ActivateEnvironment = t.TypeOf<typeof ActivateEnvironment>;

export const DeleteEnvironment = struct('environments_delete arguments', { id }, { workspaceId, ifRevision });
export type DeleteEnvironment = t.TypeOf<typeof DeleteEnvironment>;

const refuseName = (
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
const environmentsIn = ({ store }: Transaction, ref: string | undefined): AppResult<EnvironmentTransaction> =>
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

/** A new environment, not active. */
export const createEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId: ref, name: wanted, ...values_ }: CreateEnvironment): AppResult<EnvironmentView> =>
    pipe(
      environmentsIn(transaction, ref),
      TE.flatMap(({ repositories, workspace, all }) => {
        const at = transaction.clock.now().toISOString();
        const blank: Environment = {
          id: `env_${transaction.ids.next()}` as EnvironmentId,
          workspaceId: workspace.id,
          name: wanted,
          variables: [],
          secrets: [],
          revision: 1,
          createdAt: at,
          updatedAt: at,
        };
        return pipe(
          refuseName(all, wanted),
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
          TE.flatMap((found) =>
            repositories.environments.replace(
              {
                ...applyChanges(found, changesOf(patch)),
                name: patch.name ?? found.name,
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

/** Deletes an environment; when it was active, none is. */
export const deleteEnvironment =
  (transaction: Transaction) =>
  ({ workspaceId: ref, id: wanted, ifRevision: expected }: DeleteEnvironment): AppResult<Deleted> =>
    pipe(
      environmentsIn(transaction, ref),
      TE.flatMap((within) =>
        pipe(
          find(within.all, wanted),
          TE.flatMap(() => atRevision(within, wanted, expected)),
          TE.map(({ id, revision }) => ({ id, revision })),
          TE.orElse((error) =>
            error.kind === 'not-found'
              ? pipe(
                  findUnreadable(within, wanted)(error),
                  TE.map(({ row, revision }) => ({
                    id: row.id as EnvironmentId,
                    revision: expected ?? revision,
                  })),
                )
              : TE.left(error),
          ),
          TE.tap(({ id, revision }) =>
            within.repositories.environments.remove(within.workspace.id, id, revision),
          ),
          TE.map((found) => ({ deleted: found.id })),
        ),
      ),
    );
