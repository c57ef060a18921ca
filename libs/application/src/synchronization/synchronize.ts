import {
  type AppError,
  type AppResult,
  type Author,
  createInvalidInput,
  createRedactor,
  createUnreadableError,
  describe,
  type FolderPlan,
  type FolderConflict,
  type FolderResolution,
  type FolderWarning,
  idPrefixes,
  type MergeDriver,
  MergeDriverStatus,
  type Ports,
  type Secret,
  SynchronizationReport,
  type UnreadableRow,
  type Workspace,
  type WorkspaceFolder,
  workspaceRef,
} from '@tandem/core';
import { isContainer, Json, oneOf, parseJson, struct, t, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { groupChanges, operation, readEffects, replaceEffects, type Turns } from '../operation.js';
import { loadSecretHosts } from '../secrets/secret-hosts.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { listConnections } from '../trust/connection-reviews.js';
import {
  classifyIncomingScripts,
  type IncomingScript,
  listNewScripts,
  loadSecretNames,
  listScriptsOfPlan,
} from '../trust/incoming-scripts.js';
import { loadWorkspaceFolder, resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { applyFolderPlan, type PlannedFolder } from './apply-folder.js';
import { loadWorkspace } from './folder-entities.js';

export const MergeDriverArguments = struct('merge driver arguments', {}, { workspaceId: workspaceRef });
export type MergeDriverArguments = t.TypeOf<typeof MergeDriverArguments>;

const noMergeDriver = 'This program has no merge driver.';

const callMergeDriver =
  (
    ports: Pick<Ports, 'store' | 'mergeDriver'>,
    call: (driver: MergeDriver, workspace: WorkspaceFolder) => AppResult<MergeDriverStatus>,
  ) =>
  ({ workspaceId }: MergeDriverArguments): AppResult<MergeDriverStatus> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap((workspace) => loadWorkspaceFolder(ports, workspace)),
      TE.flatMap((workspace) =>
        ports.mergeDriver
          ? call(ports.mergeDriver, workspace)
          : TE.right({ repository: null, isSetUp: false, reason: noMergeDriver }),
      ),
    );

/** For people only, because it changes how git works in a repository. */
export const mergeDriverStatus = operation({
  name: 'merge_driver_status',
  title: 'Merge driver',
  description:
    'Returns whether the data folder is in a git repository, and whether git merges its files with Tandem.',
  audience: 'person',
  arguments: MergeDriverArguments,
  result: MergeDriverStatus,
  effects: readEffects,
  useCase: 'mergeDriver.status',
  run: ({ ports }) => callMergeDriver(ports, (driver, workspace) => driver.status(workspace)),
});

export const mergeDriverInstall = operation({
  name: 'merge_driver_install',
  title: 'Set up the merge driver',
  description:
    "Makes git merge the data folder's files with Tandem: adds lines to its .gitattributes and a driver to the repository's own configuration.",
  audience: 'person',
  arguments: MergeDriverArguments,
  result: MergeDriverStatus,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'mergeDriver.install',
  run: ({ ports }) => callMergeDriver(ports, (driver, workspace) => driver.install(workspace)),
});

const environmentsLocation = 'under Environments in the window';

/** Warns about settings from files that have no effect until a person confirms them. */
const findPendingConfirmations = (ports: Ports, workspace: Workspace): AppResult<readonly FolderWarning[]> =>
  pipe(
    TE.Do,
    TE.apS('environments', ports.store.environments.list(workspace.id)),
    TE.apS('hosts', loadSecretHosts(ports, workspace)),
    TE.apS('connections', listConnections(ports, workspace)),
    TE.map(({ environments, hosts, connections }) => [
      ...connections.settings.map(({ value }) => ({
        code: 'connectionWaits',
        message: `${value} decides who can read what is sent, and nobody has agreed to it. Until a person does that under Trust in the window, nothing is sent that it would concern.`,
      })),
      ...environments
        .filter(({ proposedGuard }) => proposedGuard !== null)
        .map(({ name }) => ({
          code: 'guardWaits',
          message: `The file of the environment "${name}" loosens its guard. The stricter one stays in force until a person confirms the other ${environmentsLocation}.`,
        })),
      ...hosts.secrets.flatMap(({ environment, name, hosts: agreed, wanted }) =>
        wanted === undefined
          ? []
          : [
              {
                code: 'hostsWait',
                message: `The file of the environment "${environment}" lets the secret ${name} be sent to ${wanted.join(', ')}. Until a person confirms that ${environmentsLocation}, it may be sent to ${agreed.join(', ')} only.`,
              },
            ],
      ),
    ]),
  );

export const SynchronizeArguments = struct(
  'synchronization_synchronize arguments',
  {},
  {
    workspaceId: workspaceRef,
    dryRun: withDescription(t.boolean, 'Only report'),
    confirmDeletions: withDescription(t.boolean, 'Even of most files'),
  },
);
export type SynchronizeArguments = t.TypeOf<typeof SynchronizeArguments>;

export const ResolveConflictArguments = struct(
  'synchronization_resolve arguments',
  {
    id: withDescription(t.string, 'As reported'),
    field: withDescription(t.string, 'As reported'),
    take: withDescription(oneOf('ours', 'theirs', 'value', 'removed'), 'theirs is the file; ours is the app'),
  },
  {
    workspaceId: workspaceRef,
    value: withDescription(Json, 'With take "value"; an object as its JSON'),
  },
);
export type ResolveConflictArguments = t.TypeOf<typeof ResolveConflictArguments>;

/** The field name of a conflict about a whole entity. */
const wholeField = '*';

interface SyncOptions {
  readonly dryRun: boolean;
  readonly confirmDeletions: boolean;
  readonly resolutions: readonly FolderResolution[];
}

/** How often a synchronization is tried if somebody else writes at the same time. */
const attempts = 3;

/** Redacts secret values in the conflicts of a plan. The values may be in a file, or are about to be removed from it. */
const redactConflictSecrets = (plan: FolderPlan, secrets: readonly Secret[]): FolderPlan => {
  const { json } = createRedactor(secrets);
  const conflicts = plan.report.conflicts.map((one) => ({
    ...one,
    base: json(one.base),
    ours: json(one.ours),
    theirs: json(one.theirs),
  }));
  return { ...plan, report: { ...plan.report, conflicts } };
};

/** Adds a warning about each entity that the plan leaves alone because its row cannot be read. */
const addRowWarnings = (plan: FolderPlan, rows: readonly UnreadableRow[]): FolderPlan => {
  const messages = rows.map((row) => describe(createUnreadableError(row)));
  const warnings = messages.map((message) => ({ code: 'unreadableRow', message }));
  return { ...plan, report: { ...plan.report, warnings: [...plan.report.warnings, ...warnings] } };
};

const planFor = (
  ports: Ports,
  { id, path }: Workspace,
  options: SyncOptions,
  skipped: readonly UnreadableRow[],
): AppResult<PlannedFolder> =>
  pipe(
    TE.Do,
    TE.bind('memory', () => ports.store.folderMemories.get(id)),
    TE.bind('planned', () => ports.store.folderMemories.planned(id)),
    TE.bind('stored', ({ memory }) => loadWorkspace(ports, id, memory)),
    // The `.env` files must be read first, because their values must not get into other files.
    TE.tap(() => TE.fromTask(ports.envFiles.read({ id, path }))),
    TE.bind('known', () => loadKnownSecrets(ports, id)),
    TE.let('secrets', ({ stored, known }) => [...stored.secrets, ...known]),
    TE.let('unreadable', ({ stored }) => [...stored.unreadable, ...skipped]),
    TE.bind('plan', ({ stored, memory, planned, secrets, unreadable }) =>
      ports.folderSync.plan({
        unreadable: unreadable.map((row) => row.id),
        workspaceId: id,
        path,
        stored: stored.entities,
        memory,
        planned,
        secrets,
        confirmDeletions: options.confirmDeletions,
        resolutions: options.resolutions,
        newId: (kind) => `${idPrefixes[kind]}_${ports.ids.next()}`,
      }),
    ),
    TE.bind('incoming', ({ plan, stored }) =>
      pipe(
        TE.fromTask<readonly IncomingScript[], AppError>(() =>
          listScriptsOfPlan(plan, stored.entities, options.resolutions),
        ),
        TE.flatMap((scripts) => classifyIncomingScripts(ports, ports.store, id, scripts)),
      ),
    ),
    TE.map(({ memory, plan, secrets, unreadable, incoming: scripts }) => ({
      memory,
      incoming: scripts,
      plan: addRowWarnings(redactConflictSecrets(plan, secrets), unreadable),
    })),
  );

/** The value that a resolution provides. An object or list may be JSON text, because some clients can send only text. */
const readValue = (value: unknown, { base, ours, theirs }: FolderConflict): unknown => {
  if (typeof value !== 'string' || [base, ours, theirs].some((one) => typeof one === 'string')) return value;
  try {
    const parsed = parseJson(value);
    return isContainer(parsed) ? parsed : value;
  } catch {
    return value;
  }
};

/** Finds what is wrong with a resolution, as far as this does not depend on the conflict. */
const checkResolution = ({ field, take, value }: ResolveConflictArguments): AppError | null => {
  if (take === 'ours' || take === 'theirs' || (take === 'removed' && field !== wholeField)) {
    const expected = `take "value", or no value`;
    return value === undefined || value === null
      ? null
      : createInvalidInput('value', `is not used with take "${take}"; pass take "value", or omit it`, {
          expected,
          got: value,
        });
  }
  if (field === wholeField) {
    const expected = 'ours or theirs';
    return createInvalidInput('take', `must be ${expected} when an entity was deleted`, {
      expected,
      got: take,
    });
  }
  return value === undefined
    ? createInvalidInput('value', 'is required with take "value"', {
        expected: 'the value to take',
        got: value,
      })
    : null;
};

const isRace = ({ kind }: AppError): boolean => kind === 'folder-changed' || kind === 'revision-conflict';

/** The unreadable row that stopped a synchronization. Undefined if it was already left alone. */
const findStoppingRow = (error: AppError, skipped: readonly UnreadableRow[]): UnreadableRow | undefined => {
  const row = error.kind === 'storage-failed' ? error.row : undefined;
  return skipped.some(({ id }) => id === row?.id) ? undefined : row;
};

const runSynchronization = (
  ports: Ports,
  workspace: Workspace,
  options: SyncOptions,
  left = attempts,
  skipped: readonly UnreadableRow[] = [],
): AppResult<SynchronizationReport> =>
  pipe(
    planFor(ports, workspace, options, skipped),
    TE.flatMap((planned) =>
      pipe(
        options.dryRun ? TE.right(planned.plan.report) : applyFolderPlan(ports, workspace, planned),
        TE.bindTo('report'),
        TE.bind('waiting', () => findPendingConfirmations(ports, workspace)),
        TE.bind('isSecret', () => loadSecretNames(ports.store, workspace.id)),
        TE.map(({ report, waiting, isSecret }) => ({
          ...report,
          warnings: [...report.warnings, ...waiting],
          scripts: listNewScripts(planned.incoming, options.dryRun ? () => true : isSecret),
        })),
      ),
    ),
    TE.orElse((error) => {
      const row = findStoppingRow(error, skipped);
      if (row !== undefined) return runSynchronization(ports, workspace, options, left, [...skipped, row]);
      return isRace(error) && left > 1
        ? runSynchronization(ports, workspace, options, left - 1, skipped)
        : TE.left<AppError, SynchronizationReport>(error);
    }),
  );

/** Changes from files have the folder as their author, regardless of who synchronizes. */
const folderAuthor: Author = { by: 'folder', kind: 'folder', session: undefined };

/**
 * Synchronizes the database and the folder. Does not change values that differ on both sides since the last time, but reports them as
 * conflicts.
 */
const synchronizeFolder =
  (ports: Ports, inTurn: Turns) =>
  ({
    workspaceId,
    dryRun = false,
    confirmDeletions = false,
  }: SynchronizeArguments): AppResult<SynchronizationReport> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap((workspace) =>
        inTurn(
          workspace.id,
          runSynchronization(ports, workspace, { dryRun, confirmDeletions, resolutions: [] }),
        ),
      ),
    );

export const synchronizationSynchronize = operation({
  name: 'synchronization_synchronize',
  title: 'Synchronize',
  description: 'Merges the workspace with its folder; reports conflicts.',
  arguments: SynchronizeArguments,
  result: SynchronizationReport,
  effects: replaceEffects,
  toolSet: 'core',
  hints: {
    'conflict-not-found': 'Use synchronization_synchronize with dryRun: true to see the conflicts.',
  },
  useCase: 'synchronization.synchronize',
  run: (scope) => groupChanges(scope, folderAuthor)((ports) => synchronizeFolder(ports, scope.turns)),
});

/** Resolves one conflict, and then synchronizes. */
const resolveConflict =
  (ports: Ports, inTurn: Turns) =>
  (input: ResolveConflictArguments): AppResult<SynchronizationReport> => {
    const fault = checkResolution(input);
    if (fault) return TE.left(fault);
    const { workspaceId, id, field, take, value } = input;
    const options: SyncOptions = { dryRun: false, confirmDeletions: false, resolutions: [] };
    return pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap((workspace) =>
        inTurn(
          workspace.id,
          pipe(
            runSynchronization(ports, workspace, { ...options, dryRun: true }),
            TE.flatMap(({ conflicts }) => {
              const conflict = conflicts.find((one) => one.id === id && one.field === field);
              if (conflict === undefined) return TE.left<AppError>({ kind: 'conflict-not-found', id, field });
              const resolution: FolderResolution =
                take === 'removed'
                  ? { id, field, take: 'value', value: null }
                  : { id, field, take, value: readValue(value, conflict) };
              return runSynchronization(ports, workspace, { ...options, resolutions: [resolution] });
            }),
          ),
        ),
      ),
    );
  };

export const synchronizationResolve = operation({
  name: 'synchronization_resolve',
  title: 'Resolve a conflict',
  description: 'Resolves a conflict, then synchronizes; synchronization_synchronize reports conflicts.',
  arguments: ResolveConflictArguments,
  result: SynchronizationReport,
  effects: replaceEffects,
  useCase: 'synchronization.resolve',
  run: (scope) => scope.takeBack(groupChanges(scope)((ports) => resolveConflict(ports, scope.turns))),
});
