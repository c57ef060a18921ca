import {
  type AppResult,
  type AppError,
  type Environment,
  EnvironmentId,
  type FolderIdentity,
  folderName,
  invalidInput,
  type Ports,
  type Repositories,
  type Workspace,
  WorkspaceId,
} from '@tandem/core';
import { defaulted, described, Int, integer, nameText, struct, t, text } from '@tandem/core/codec';
import { pipe, RA, TE } from '@tandem/core/fp';

import { resolveWorkspace } from './resolve-workspace.js';

export const ListWorkspaces = struct('workspaces_list arguments', {
  take: described(defaulted(integer(1, 100), 20), 'How many, latest opened first'),
});
export type ListWorkspaces = t.TypeOf<typeof ListWorkspaces>;

export const WorkspaceList = struct('a list of workspaces', {
  workspaces: t.readonlyArray(
    struct('a workspace', {
      id: WorkspaceId,
      name: t.string,
      path: t.string,
      active: t.boolean,
      lastOpenedAt: t.string,
      restCount: Int,
      graphqlCount: Int,
    }),
  ),
});
export type WorkspaceList = t.TypeOf<typeof WorkspaceList>;

export const ActiveWorkspace = struct('the active workspace', {
  workspaceId: t.union([WorkspaceId, t.null]),
});
export type ActiveWorkspace = t.TypeOf<typeof ActiveWorkspace>;

export const GetWorkspace = struct('workspaces_get arguments', {
  id: described(t.string, 'Workspace id, name, full path or folder name'),
});
export type GetWorkspace = t.TypeOf<typeof GetWorkspace>;

export const WorkspaceDetails = struct('a workspace with its environments', {
  id: WorkspaceId,
  name: t.string,
  path: t.string,
  active: t.boolean,
  activeEnvironmentId: t.union([EnvironmentId, t.null]),
  environments: t.readonlyArray(
    struct('an environment', { id: EnvironmentId, name: t.string, active: t.boolean }),
  ),
  restCount: Int,
  graphqlCount: Int,
  createdAt: t.string,
  updatedAt: t.string,
  lastOpenedAt: t.string,
});
export type WorkspaceDetails = t.TypeOf<typeof WorkspaceDetails>;

export const OpenWorkspace = struct(
  'arguments to open a workspace',
  { path: described(text('an absolute path'), "The workspace's folder") },
  { name: described(nameText(), "Default: the folder's name") },
);
export type OpenWorkspace = t.TypeOf<typeof OpenWorkspace>;

export const CreateWorkspace = struct('workspaces_create arguments', {
  name: described(nameText(200), 'Name, unique without regard to case'),
});
export type CreateWorkspace = t.TypeOf<typeof CreateWorkspace>;

interface Counts {
  readonly restCount: number;
  readonly graphqlCount: number;
}

const countsOf = ({ restRequests, graphqlRequests }: Repositories, id: WorkspaceId): AppResult<Counts> =>
  pipe(
    TE.Do,
    TE.bind('restCount', () => restRequests.count(id)),
    TE.bind('graphqlCount', () => graphqlRequests.count(id)),
  );

/** Recent workspaces with what is in them. */
export const listWorkspaces =
  ({ store }: Ports) =>
  ({ take }: ListWorkspaces): AppResult<WorkspaceList> =>
    pipe(
      TE.Do,
      TE.bind('active', () => store.workspaces.active()),
      TE.bind('recent', () => store.workspaces.list(take)),
      TE.flatMap(({ active, recent }) =>
        pipe(
          recent,
          RA.traverse(TE.ApplicativeSeq)(({ id, name, path, lastOpenedAt }) =>
            pipe(
              countsOf(store, id),
              TE.map((counts) => ({ id, name, path, active: id === active?.id, lastOpenedAt, ...counts })),
            ),
          ),
        ),
      ),
      TE.map((workspaces) => ({ workspaces })),
    );

/** Which workspace calls mean that name none. */
export const activeWorkspace = ({ store }: Ports): AppResult<ActiveWorkspace> =>
  pipe(
    store.workspaces.active(),
    TE.map((active) => ({ workspaceId: active?.id ?? null })),
  );

/** One workspace with its environments by name. */
export const getWorkspace =
  (ports: Ports) =>
  (ref: string | undefined): AppResult<WorkspaceDetails> =>
    pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(ref)),
      TE.bind('active', () => ports.store.workspaces.active()),
      TE.bind('environments', ({ workspace }) => ports.store.environments.list(workspace.id)),
      TE.bind('counts', ({ workspace }) => countsOf(ports.store, workspace.id)),
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

interface NewWorkspace {
  readonly workspace: Workspace;
  /** None for a folder that brings its own. */
  readonly environments: readonly Environment[];
}

/** The workspace of a folder that is seen for the first time: under the id of its manifest while that is free here. */
const newWorkspace = (
  { clock, ids }: Ports,
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
    name: name ?? identity?.name ?? folderName(path),
    path,
    activeEnvironmentId: identity?.hasEnvironments ? null : environmentId,
    ...times,
    lastOpenedAt: at,
  };
  const pairs = { variables: [], secrets: [] };
  const first = { id: environmentId, workspaceId: id, name: 'Default', ...pairs, revision: 1, ...times };
  return { workspace, environments: identity?.hasEnvironments ? [] : [first] };
};

/** Opens the workspace of a folder and makes it active; a new one gets an environment `Default`, active. */
export const openWorkspace =
  (ports: Ports) =>
  (input: OpenWorkspace): AppResult<{ readonly workspace: Workspace; readonly created: boolean }> =>
    pipe(
      ports.folderSync.identify(input.path),
      TE.orElse(() => TE.right<AppError, FolderIdentity | null>(null)),
      TE.flatMap((identity) =>
        ports.store.transaction(({ workspaces, environments }) =>
          pipe(
            TE.Do,
            TE.bind('all', () => workspaces.all()),
            TE.let('found', ({ all }) => all.find(({ path }) => path === input.path)),
            TE.bind('workspace', ({ all, found }) => {
              const at = ports.clock.now().toISOString();
              if (found) return workspaces.update({ ...found, lastOpenedAt: at });
              const made = newWorkspace(ports, input, identity, all);
              return pipe(
                workspaces.create(made.workspace),
                TE.tap(() => pipe(made.environments, RA.traverse(TE.ApplicativeSeq)(environments.create))),
              );
            }),
            TE.tap(({ workspace }) => workspaces.activate(workspace.id)),
            TE.map(({ found, workspace }) => ({ workspace, created: found === undefined })),
          ),
        ),
      ),
    );

const refuseName = (all: readonly Workspace[], name: string): AppResult<void> => {
  const taken = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (taken === undefined) return TE.right(undefined);
  const advice = `is already used by the workspace ${taken.id}; use that one or choose another name`;
  return TE.left(invalidInput('name', advice, { expected: 'a name that no workspace has', got: name }));
};

/** A new workspace in a folder of its own inside the data folder; active when none was. */
export const createWorkspace =
  (ports: Ports) =>
  ({ name }: CreateWorkspace): AppResult<WorkspaceDetails> =>
    pipe(
      ports.store.workspaces.all(),
      TE.flatMap((all) => refuseName(all, name)),
      TE.flatMap(() => ports.workspaceLocations.make(name)),
      TE.flatMap((path) =>
        ports.store.transaction(({ workspaces, environments }) => {
          const { workspace, environments: first } = newWorkspace(ports, { path, name }, null, []);
          return pipe(
            workspaces.create(workspace),
            TE.tap(() => pipe(first, RA.traverse(TE.ApplicativeSeq)(environments.create))),
            TE.bindTo('made'),
            TE.bind('active', () => workspaces.active()),
            TE.tap(({ active }) =>
              active === null ? workspaces.activate(workspace.id) : TE.right(undefined),
            ),
          );
        }),
      ),
      TE.flatMap(({ made }) => getWorkspace(ports)(made.id)),
    );

/** Opens the folder that a person chose; see {@link openWorkspace}. */
export const chooseWorkspace =
  (ports: Ports) =>
  ({ path, name }: OpenWorkspace): AppResult<WorkspaceDetails> =>
    pipe(
      ports.workspaceLocations.open(path),
      TE.flatMap((folder) => openWorkspace(ports)({ path: folder, ...(name === undefined ? {} : { name }) })),
      TE.flatMap(({ workspace }) => getWorkspace(ports)(workspace.id)),
    );
