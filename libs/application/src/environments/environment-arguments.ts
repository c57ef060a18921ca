import {
  type AppResult,
  createInvalidInput,
  type Environment,
  type EnvironmentId,
  EnvironmentView,
  variableTypes,
  WorkspaceId,
  workspaceRef,
} from '@tandem/core';
import { Int, integer, Json, nameText, oneOf, struct, t, withDescription } from '@tandem/core/codec';
import { TE } from '@tandem/core/fp';

import { isSameName } from './load-environments.js';

const workspaceId = workspaceRef;
const id = withDescription(t.string, 'Environment id or name');
const name = withDescription(nameText(), 'Name; unique without regard to case');
const ifRevision = withDescription(integer(1), 'Must match');
const names = t.readonlyArray(t.string, 'a list of names');
const describeValues = (what: string) =>
  withDescription(t.record(t.string, t.string, 'an object of texts by name'), what);
const variables = withDescription(
  t.record(t.string, Json, 'an object of values by name'),
  'By name, of any JSON type, which scripts get; others are unchanged',
);
const secrets = describeValues('By name; never read back');
const optionalFields = {
  color: withDescription(t.string, '#rrggbb, or empty for none'),
  description: withDescription(t.string, 'What it is for'),
  extends: withDescription(t.string, 'Its base, empty for none; own values replace those of the base'),
} as const;

export const ListEnvironmentsArguments = struct('environments_list arguments', {}, { workspaceId });
export type ListEnvironmentsArguments = t.TypeOf<typeof ListEnvironmentsArguments>;

export const EnvironmentList = struct('a list of environments', {
  environments: t.readonlyArray(EnvironmentView),
});
export type EnvironmentList = t.TypeOf<typeof EnvironmentList>;

export const CreateEnvironmentArguments = struct(
  'environments_create arguments',
  { name },
  {
    workspaceId,
    variables,
    secrets,
    ...optionalFields,
    copyOf: withDescription(t.string, 'One to start from; with its secrets'),
  },
);
export type CreateEnvironmentArguments = t.TypeOf<typeof CreateEnvironmentArguments>;

export const UpdateEnvironmentArguments = struct(
  'environments_update arguments',
  { id },
  {
    workspaceId,
    name,
    ...optionalFields,
    variables,
    secrets,
    removeVariables: withDescription(names, 'Names of variables to remove'),
    removeSecrets: withDescription(names, 'Names of secrets to remove'),
    ifRevision,
  },
);
export type UpdateEnvironmentArguments = t.TypeOf<typeof UpdateEnvironmentArguments>;

export const ActivateEnvironmentArguments = struct(
  'environments_activate arguments',
  { id },
  { workspaceId },
);
export type ActivateEnvironmentArguments = t.TypeOf<typeof ActivateEnvironmentArguments>;

export const DeactivateEnvironmentArguments = struct(
  'environments_deactivate arguments',
  {},
  { workspaceId },
);
export type DeactivateEnvironmentArguments = t.TypeOf<typeof DeactivateEnvironmentArguments>;

export const EnvironmentDeactivated = struct('a workspace without an active environment', {
  workspaceId: WorkspaceId,
});
export type EnvironmentDeactivated = t.TypeOf<typeof EnvironmentDeactivated>;

export const DeleteEnvironmentArguments = struct(
  'environments_delete arguments',
  { id },
  { workspaceId, ifRevision },
);
export type DeleteEnvironmentArguments = t.TypeOf<typeof DeleteEnvironmentArguments>;

const Row = struct(
  'a variable or secret { name, value?, enabled?, secret?, was? }',
  { name: t.string },
  {
    value: withDescription(t.string, 'Required for a variable; a secret without one keeps its value'),
    enabled: t.boolean,
    secret: t.boolean,
    type: withDescription(oneOf(...variableTypes), 'Of a variable that is not text'),
    was: withDescription(t.string, 'Name of the secret whose value it keeps; its own name if omitted'),
  },
);

/** All rows of an environment, for a table that a person edits. Their order, switches and repeated names matter. */
export const EditEnvironmentArguments = struct(
  'environments_set_rows arguments',
  { id, rows: t.readonlyArray(Row) },
  { workspaceId, ifRevision },
);
export type EditEnvironmentArguments = t.TypeOf<typeof EditEnvironmentArguments>;

export const RestoreEnvironmentArguments = struct(
  'environments_restore arguments',
  { environment: withDescription(EnvironmentView, 'The environment as it was') },
  { workspaceId },
);
export type RestoreEnvironmentArguments = t.TypeOf<typeof RestoreEnvironmentArguments>;

export const ListEnvironmentUsesArguments = struct('environments_uses arguments', { id }, { workspaceId });
export type ListEnvironmentUsesArguments = t.TypeOf<typeof ListEnvironmentUsesArguments>;

/** Whether a request or folder uses a name in its texts, in its scripts, or in both. */
const useLocations = { places: t.readonlyArray(oneOf('text', 'script')) };

export const EnvironmentUses = struct('the uses of an environment', {
  uses: t.readonlyArray(
    struct('the uses of a name', {
      name: t.string,
      /** The first 200 of the requests. */
      requests: t.readonlyArray(
        struct('a request that uses a name', { id: t.string, name: t.string, ...useLocations }),
      ),
      /** The number of all requests, including those not listed. */
      requestCount: Int,
      folders: t.readonlyArray(
        struct('a folder that uses a name', { id: t.string, path: t.string, ...useLocations }),
      ),
      folderCount: Int,
    }),
  ),
});
export type EnvironmentUses = t.TypeOf<typeof EnvironmentUses>;

export const CompareEnvironmentsArguments = struct(
  'environments_compare arguments',
  { id, with: withDescription(t.string, 'Id or name of the other environment') },
  { workspaceId },
);
export type CompareEnvironmentsArguments = t.TypeOf<typeof CompareEnvironmentsArguments>;

export const ComparedSecrets = struct('the secrets that two environments have with different values', {
  different: t.readonlyArray(t.string),
});
export type ComparedSecrets = t.TypeOf<typeof ComparedSecrets>;

/** Refuses the name of another environment than `but`. */
export const refuseName = (
  all: readonly Environment[],
  wanted: string | undefined,
  but?: EnvironmentId,
): AppResult<void> =>
  wanted !== undefined && all.some((one) => one.id !== but && isSameName(one.name, wanted))
    ? TE.left(
        createInvalidInput(
          'name',
          `is already used by the environment ${wanted}; change that one or choose another name`,
          {
            expected: 'a name that no environment has',
            got: wanted,
          },
        ),
      )
    : TE.right(undefined);

/** Refuses a color in a notation that not every client can show. */
export const refuseColor = (color: string | undefined): AppResult<void> =>
  color === undefined || /^(#[0-9a-f]{6})?$/i.test(color)
    ? TE.right(undefined)
    : TE.left(
        createInvalidInput('color', 'must be # and six hex digits, such as #d32f2f, or empty for none', {
          expected: 'a color as #rrggbb',
          got: color,
        }),
      );
