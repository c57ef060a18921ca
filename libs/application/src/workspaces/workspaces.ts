import { struct } from '@tandem/core/codec';
import {
  type AppResult,
  type AppError,
  type Environment,
  type EnvironmentId,
  type FolderIdentity,
  getFolderBaseName,
  createInvalidInput,
  type Ports,
  type Repositories,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, RA, TE } from '@tandem/core/fp';

import { runAtomically, type StoreAccess, type Transaction } from '../transaction.js';
import { reopenHiddenWorkspace } from './hidden-workspaces.js';
import { resolveWorkspace } from './resolve-workspace.js';
import {
  type OpenWorkspace,
  ListWorkspacesArguments,
  WorkspaceList,
  ActiveWorkspace,
  GetWorkspaceArguments,
  WorkspaceDetails,
  CreateWorkspaceArguments,
  ChooseWorkspaceArguments,
} from './workspace-arguments.js';
import { operation, readEffects, addEffects } from '../operation.js';

interface Counts {
  readonly restCount: number;
  readonly graphqlCount: number;
}

export const countRequests = (
  { restRequests, graphqlRequests }: Repositories,
  id: WorkspaceId,
): AppResult<Counts> =>
  pipe(
    TE.Do,
    TE.bind('restCount', () => restRequests.count(id)),
    TE.bind('graphqlCount', () => graphqlRequests.count(id)),
  );

/** Recent workspaces with their contents. */
export const workspacesList = operation({
  name: 'workspaces_list',
  title: 'List workspaces',
  description: 'Latest first.',
  arguments: ListWorkspacesArguments,
  result: WorkspaceList,
  effects: readEffects,
  showsSaved: true,
  toolSet: 'core',
  hints: {
    'workspace-not-found': 'Use workspaces_list first and pass the returned id.',
    'no-active-workspace': 'Pass workspaceId; workspaces_list shows the ids.',
  },
  useCase: 'workspaces.list',
  run:
    ({ ports: { store } }) =>
    ({ take }: ListWorkspacesArguments): AppResult<WorkspaceList> =>
      pipe(
        TE.Do,
        TE.bind('active', () => store.workspaces.active()),
        TE.bind('recent', () => store.workspaces.list(take)),
        TE.flatMap(({ active, recent }) =>
          pipe(
            recent,
            RA.traverse(TE.ApplicativeSeq)(({ id, name, path, lastOpenedAt }) =>
              pipe(
                countRequests(store, id),
                TE.map((counts) => ({ id, name, path, active: id === active?.id, lastOpenedAt, ...counts })),
              ),
            ),
          ),
        ),
        TE.map((workspaces) => ({ workspaces })),
      ),
});

/** Returns the workspace that calls use which name none. */
export const getActiveWorkspace = ({ store }: Ports): AppResult<ActiveWorkspace> =>
  pipe(
    store.workspaces.active(),
    TE.map((active) => ({ workspaceId: active?.id ?? null })),
  );

export const workspacesActive = operation({
  name: 'workspaces_active',
  title: 'Active workspace',
  description: 'Returns its id and what the window shows.',
  arguments: struct('workspaces_active arguments', {}),
  result: ActiveWorkspace,
  effects: readEffects,
  showsSaved: true,
  toolSet: 'core',
  run:
    ({ ports, presence: { windows } }) =>
    () =>
      pipe(
        getActiveWorkspace(ports),
        TE.map((active) => {
          const selection = windows.selection();
          return { ...active, ...(selection === null ? {} : { selection }) };
        }),
      ),
});

/** Returns one workspace, with the names and states of its environments. */
export const getWorkspace =
  (ports: Ports) =>
  (ref: string | undefined): AppResult<WorkspaceDetails> =>
    pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(ref)),
      TE.bind('active', () => ports.store.workspaces.active()),
      TE.bind('environments', ({ workspace }) => ports.store.environments.list(workspace.id)),
      TE.bind('counts', ({ workspace }) => countRequests(ports.store, workspace.id)),
      TE.map(({ workspace, active, environments, counts }) => ({
        ...workspace,
        active: workspace.id === active?.id,
        environments: environments.map(({ id, name }) => ({
          id,
          name,
          active: id === workspace.activeEnvironmentId,
        })),
        ...counts,
      })),
    );

export const workspacesGet = operation({
  name: 'workspaces_get',
  title: 'Get a workspace',
  description: 'With its environments.',
  arguments: GetWorkspaceArguments,
  result: WorkspaceDetails,
  effects: readEffects,
  showsSaved: true,
  toolSet: 'core',
  run:
    ({ ports }) =>
    ({ id }) =>
      getWorkspace(ports)(id),
});

interface NewWorkspace {
  readonly workspace: Workspace;
  /** The environments of a new workspace. Empty if its folder already contains environments. */
  readonly environments: readonly Environment[];
}

/**
 * Creates the workspace for a folder that was never opened. It gets the id in the folder's manifest, unless another workspace has that id.
 */
const createWorkspaceFor = (
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  { path, name }: OpenWorkspace,
  identity: FolderIdentity | null,
  taken: readonly Workspace[],
): NewWorkspace => {
  const at = clock.now().toISOString();
  const own = taken.some((one) => one.id === identity?.id) ? null : identity?.id;
  const id = own ?? (`ws_${ids.next()}` as WorkspaceId);
  const environmentId = `env_${ids.next()}` as EnvironmentId;
  const times = { createdAt: at, updatedAt: at };
  const workspace = {
    id,
    name: name ?? identity?.name ?? getFolderBaseName(path),
    path,
    activeEnvironmentId: identity?.hasEnvironments ? null : environmentId,
    ...times,
    lastOpenedAt: at,
  };
  const empty = { color: '', description: '', extends: '', variables: [], secrets: [] };
  const open = { guard: null, proposedGuard: null };
  const first = {
    id: environmentId,
    workspaceId: id,
    name: 'Default',
    ...empty,
    ...open,
    revision: 1,
    ...times,
  };
  return { workspace, environments: identity?.hasEnvironments ? [] : [first] };
};

export interface OpenedWorkspace {
  readonly workspace: Workspace;
  readonly created: boolean;
}

/** A folder to open, and what its files say about its workspace. */
interface IdentifiedFolder {
  readonly input: OpenWorkspace;
  readonly identity: FolderIdentity | null;
}

/** Creates a workspace with its first environments. */
const createNew =
  ({ store: { workspaces, environments } }: Transaction) =>
  (made: NewWorkspace): AppResult<Workspace> =>
    pipe(
      workspaces.create(made.workspace),
      TE.tap(() => pipe(made.environments, RA.traverse(TE.ApplicativeSeq)(environments.create))),
    );

/** Stores the workspace of a folder in the database, after the folder was read. */
export const openWorkspaceIn =
  (transaction: Transaction) =>
  ({ input, identity }: IdentifiedFolder): AppResult<OpenedWorkspace> => {
    const { clock, store } = transaction;
    return pipe(
      TE.Do,
      TE.tap(() => reopenHiddenWorkspace(transaction)(input.path)),
      TE.bind('all', () => store.workspaces.all()),
      TE.bind('hidden', () => store.workspaces.hidden()),
      TE.let('found', ({ all }) => all.find(({ path }) => path === input.path)),
      TE.bind('workspace', ({ all, hidden, found }) =>
        found === undefined
          ? createNew(transaction)(
              createWorkspaceFor(transaction, input, identity, [
                ...all,
                ...hidden.map((one) => one.workspace),
              ]),
            )
          : store.workspaces.update({ ...found, lastOpenedAt: clock.now().toISOString() }),
      ),
      TE.tap(({ workspace }) => store.workspaces.activate(workspace.id)),
      TE.map(({ found, workspace }) => ({ workspace, created: found === undefined })),
    );
  };

/** Opens the workspace of a folder and activates it. A new one gets an environment `Default`, which is active. */
export const openWorkspace =
  (ports: Ports) =>
  (input: OpenWorkspace): AppResult<OpenedWorkspace> =>
    pipe(
      ports.folderSync.identify(input.path),
      TE.orElse(() => TE.right<AppError, FolderIdentity | null>(null)),
      TE.flatMap((identity) => runAtomically(ports, openWorkspaceIn)({ input, identity })),
    );

/** Rejects the name of another workspace. */
export const refuseName =
  ({ store }: StoreAccess) =>
  (name: string, own?: WorkspaceId): AppResult<void> =>
    pipe(
      store.workspaces.all(),
      TE.flatMap((all) => {
        const taken = all.find((one) => one.id !== own && one.name.toLowerCase() === name.toLowerCase());
        if (taken === undefined) return TE.right(undefined);
        const advice = `is already used by the workspace ${taken.id}; use that one or choose another name`;
        const said = { expected: 'a name that no workspace has', got: name };
        return TE.left(createInvalidInput('name', advice, said));
      }),
    );

/** Stores a new workspace in the database, after its folder was created. */
export const createWorkspaceIn =
  (transaction: Transaction) =>
  ({ path, name }: { readonly path: string; readonly name: string }): AppResult<Workspace> => {
    const { workspaces } = transaction.store;
    return pipe(
      refuseName(transaction)(name),
      TE.flatMap(() => createNew(transaction)(createWorkspaceFor(transaction, { path, name }, null, []))),
      TE.tap(({ id }) =>
        pipe(
          workspaces.active(),
          TE.flatMap((active) => (active === null ? workspaces.activate(id) : TE.right(undefined))),
        ),
      ),
    );
  };

/**
 * Creates a workspace with a folder of its own in Tandem's data folder, and activates it if none is active. Checks the name before it
 * creates the folder, and again in the transaction, because another call may have used the name in between.
 */
export const createWorkspace =
  (ports: Ports) =>
  ({ name }: CreateWorkspaceArguments): AppResult<WorkspaceDetails> =>
    pipe(
      refuseName(ports)(name),
      TE.flatMap(() => ports.workspaceLocations.make(name)),
      TE.flatMap((path) => runAtomically(ports, createWorkspaceIn)({ path, name })),
      TE.flatMap(({ id }) => getWorkspace(ports)(id)),
    );

export const workspacesCreate = operation({
  name: 'workspaces_create',
  title: 'Create a workspace',
  description: 'In a new folder; it is inside the data folder. The workspace becomes active if none is.',
  arguments: CreateWorkspaceArguments,
  result: WorkspaceDetails,
  effects: addEffects,
  useCase: 'workspaces.create',
  run: ({ ports }) => createWorkspace(ports),
});

/**
 * Opens the folder that a person chose, see {@link openWorkspace}. Accepts any folder of the machine, so it is for
 * people only.
 */
export const workspacesOpen = operation({
  name: 'workspaces_open',
  title: 'Open a folder',
  description: 'Opens a folder as a workspace, creating it if asked, and makes it active.',
  audience: 'person',
  arguments: ChooseWorkspaceArguments,
  result: WorkspaceDetails,
  effects: addEffects,
  useCase: 'workspaces.choose',
  run:
    ({ ports }) =>
    ({ path, name, create = false }: ChooseWorkspaceArguments): AppResult<WorkspaceDetails> =>
      pipe(
        ports.workspaceLocations.open(path, create),
        TE.flatMap((folder) =>
          openWorkspace(ports)({ path: folder, ...(name === undefined ? {} : { name }) }),
        ),
        TE.flatMap(({ workspace }) => getWorkspace(ports)(workspace.id)),
      ),
});
