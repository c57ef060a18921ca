import {
  type AppError,
  type AppResult,
  createFolderEntity,
  type Environment,
  type EnvironmentId,
  everyKind,
  type Folder,
  type FolderBase,
  type FolderEntity,
  type FolderKind,
  type FolderMemory,
  type Guard,
  toEnvironmentGuard,
  inheritedFields,
  type Pair,
  type Ports,
  type Repositories,
  type RequestHead,
  type RetiredEnvironment,
  type SavedRequests,
  type SecretPair,
  type AnyRequestKind,
  type StoredEntity,
  toFileGuard,
  type UnreadableRow,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { parseJson } from '@tandem/core/codec';
import { pipe, RA, TE } from '@tandem/core/fp';

import { excludeRoot, getRootFolder } from '../workspaces/resolve-workspace.js';

type Fields = Readonly<Record<string, unknown>>;

const pickFields = (entity: object, names: Fields): Fields =>
  Object.fromEntries(Object.entries(entity).filter(([name]) => Object.hasOwn(names, name)));

const clearValue = (secret: SecretPair): SecretPair => ({ ...secret, value: '' });

/** The fields of an environment as its file contains them, with the names of secrets only. */
const toEnvironmentFields = ({ secrets, ...environment }: Environment): Fields => {
  const { name, color, description, extends: base, variables } = environment;
  // A guard that a file proposed stays in the file until a person decides about it.
  const guard = toEnvironmentGuard(environment.proposedGuard ?? environment.guard);
  return { name, color, description, extends: base, variables, secrets: secrets.map(clearValue), guard };
};

const toFolderEntity = (folder: Folder): StoredEntity => {
  const { id, path, description, order, seq, revision } = folder;
  const fields = { path, description, ...pickFields(folder, inheritedFields), order, seq };
  return { ...createFolderEntity('folder', id, fields), revision, seq };
};

/** The workspace as an entity, with the fields and the revision of its root folder. */
const toWorkspaceEntity = ({ id, name }: Workspace, root: Folder): StoredEntity => {
  const { description, order, connections, revision } = root;
  const fields = { name, description, ...pickFields(root, inheritedFields), order, connections };
  return { ...createFolderEntity('workspace', id, fields), revision, seq: null };
};

interface Entity {
  readonly id: string;
  readonly revision: number;
}

const toStoredEntity =
  <A extends Entity>(kind: FolderKind, fieldsOf: (entity: A) => Fields) =>
  (entity: A): StoredEntity => ({
    ...createFolderEntity(kind, entity.id, fieldsOf(entity)),
    revision: entity.revision,
    seq: null,
  });

/** Whether the database has the revision of a request that was last synchronized. */
const isRemembered = (base: FolderBase | undefined, { revision, seq }: RequestHead): base is FolderBase =>
  base !== undefined && base.settled && base.revision === revision && base.seq === seq;

/**
 * Creates an entity from what is remembered of a request. Its fields are parsed only if they are read, which most synchronizations never
 * do.
 */
const toRememberedEntity = (
  { id, kind, fields }: FolderBase,
  { revision, seq }: RequestHead,
): StoredEntity => {
  const remembered = {
    kind,
    id,
    revision,
    seq,
    get fields(): unknown {
      return parseJson(fields);
    },
  };
  return remembered as StoredEntity;
};

interface MirroredWorkspace {
  readonly workspaceId: WorkspaceId;
  readonly bases: ReadonlyMap<string, FolderBase>;
}

/** The entities of a kind, and the rows that cannot be read. */
interface LoadedEntities {
  readonly entities: readonly StoredEntity[];
  readonly unreadable: readonly UnreadableRow[];
}

/** Says why `id` cannot be read. Empty if it can, or if it was deleted meanwhile. */
const findUnreadableRows = <A extends Entity, S>(
  requests: SavedRequests<A, S>,
  workspaceId: WorkspaceId,
  id: string,
): AppResult<readonly UnreadableRow[]> =>
  pipe(
    requests.get(workspaceId, id),
    TE.map(() => []),
    TE.orElse((error) => {
      if (error.kind === 'not-found') return TE.right<AppError, readonly UnreadableRow[]>([]);
      return error.kind === 'storage-failed' && error.row !== undefined
        ? TE.right([error.row])
        : TE.left(error);
    }),
  );

/** Loads the requests of one kind. Reads in full only those that changed since the last synchronization. */
const loadRequests = (
  store: Repositories,
  { of, kind, fields }: AnyRequestKind,
  { workspaceId, bases }: MirroredWorkspace,
): AppResult<LoadedEntities> => {
  const requests = of(store);
  return pipe(
    TE.Do,
    TE.bind('heads', () => requests.heads(workspaceId)),
    TE.bind('whole', ({ heads }) => {
      const changed = heads.filter((head) => !isRemembered(bases.get(head.id), head));
      if (changed.length === 0) return TE.right([]);
      return requests.all(
        workspaceId,
        changed.map(({ id }) => id),
      );
    }),
    TE.bind('unreadable', ({ heads, whole }) => {
      const read = new Set(whole.map(({ id }) => id));
      const missing = heads.filter((head) => !isRemembered(bases.get(head.id), head) && !read.has(head.id));
      return pipe(
        missing,
        RA.traverse(TE.ApplicativeSeq)(({ id }) => findUnreadableRows(requests, workspaceId, id)),
        TE.map(RA.flatten),
      );
    }),
    TE.map(({ heads, whole, unreadable }) => {
      const changed = new Map(whole.map((one) => [one.id, one]));
      const entities = heads.flatMap((head) => {
        const base = bases.get(head.id);
        if (isRemembered(base, head)) return [toRememberedEntity(base, head)];
        const one = changed.get(head.id);
        if (one === undefined) return [];
        const { id, revision } = one;
        const { seq } = head;
        return [{ ...createFolderEntity(kind, id, { ...pickFields(one, fields), seq }), revision, seq }];
      });
      return { entities, unreadable };
    }),
  );
};

/** The stored contents of a workspace, as entities that have files in its folder. */
export interface StoredWorkspace {
  readonly workspace: Workspace;
  readonly entities: readonly StoredEntity[];
  /** Includes the secrets that were removed in files, because their values must not get into files either. */
  readonly secrets: readonly Pair[];
  readonly unreadable: readonly UnreadableRow[];
}

/** Loads all contents of a workspace that have files in its folder. */
export const loadWorkspace = (
  ports: Pick<Ports, 'store'>,
  id: WorkspaceId,
  memory: FolderMemory,
): AppResult<StoredWorkspace> => {
  const { workspaces, environments: ofEnvironments, folderMemories } = ports.store;
  const known = { workspaceId: id, bases: new Map(memory.bases.map((base) => [base.id, base])) };
  return pipe(
    TE.Do,
    TE.bind('workspace', () => workspaces.get(id)),
    TE.bind('environments', () => ofEnvironments.list(id)),
    TE.bind('folders', () => ports.store.folders.list(id)),
    TE.bind('damaged', () => ofEnvironments.unreadable(id)),
    TE.bind('retired', () => folderMemories.retired(id)),
    TE.bind('requests', () =>
      pipe(
        everyKind,
        RA.traverse(TE.ApplicativeSeq)((kind) => loadRequests(ports.store, kind, known)),
      ),
    ),
    TE.map(({ workspace, environments, folders, damaged, retired, requests }) => ({
      workspace,
      entities: [
        toWorkspaceEntity(workspace, getRootFolder(workspace, folders)),
        ...environments.map(toStoredEntity('environment', toEnvironmentFields)),
        ...excludeRoot(folders).map(toFolderEntity),
        ...requests.flatMap(({ entities }) => entities),
      ],
      secrets: [...environments, ...damaged, ...retired].flatMap(({ secrets }) => secrets),
      unreadable: [...damaged.map(({ row }) => row), ...requests.flatMap((one) => one.unreadable)],
    })),
  );
};

const countOccurrencesBefore = (pairs: readonly Pair[], index: number): number =>
  pairs.slice(0, index).filter(({ name }) => name === pairs[index]?.name).length;

/** Fills in the known values of secrets that a file names. */
export const fillKnownValues = (
  named: readonly SecretPair[],
  known: readonly Pair[],
): readonly SecretPair[] =>
  named.map((pair, index) => {
    const same = known.filter(({ name }) => name === pair.name)[countOccurrencesBefore(named, index)];
    return { ...pair, value: same?.value ?? '' };
  });

/** The creation or change of one entity, as a file has it. */
export interface Put<K extends FolderKind> {
  readonly entity: Extract<FolderEntity, { readonly kind: K }>;
  readonly expected: number | null;
}

/** The repositories, the workspace and the time of the changes. */
export interface ApplyContext {
  readonly repositories: Repositories;
  readonly workspaceId: WorkspaceId;
  readonly at: string;
}

/** The fields of a new entity that no file contains. */
export const createEntityStamp = ({ workspaceId, at }: ApplyContext, { id }: FolderEntity) => ({
  id,
  workspaceId,
  revision: 1,
  createdAt: at,
  updatedAt: at,
});

/** Finds the stored data of a removed environment that its file did not contain: its secrets, and whether it was active. */
export const findRetiredEnvironment = (
  { repositories, workspaceId }: ApplyContext,
  id: EnvironmentId,
): AppResult<RetiredEnvironment> =>
  pipe(
    repositories.folderMemories.retired(workspaceId),
    TE.map((all) => all.find((one) => one.id === id) ?? { id, secrets: [], wasActive: false }),
  );

const findUnnamedSecrets = (secrets: readonly Pair[], named: readonly Pair[]): readonly Pair[] =>
  secrets.filter(({ name, value }) => value !== '' && !named.some((one) => one.name === name));

/** Stores the secrets of `present` that its file no longer names, and forgets those that the file names again. */
const keepDeleted = (
  { repositories, workspaceId }: ApplyContext,
  { id, secrets }: RetiredEnvironment,
  present: readonly Pair[],
  more: { readonly named: readonly Pair[]; readonly wasActive: boolean; readonly guard?: Guard },
): AppResult<void> => {
  const { named, ...rest } = more;
  return repositories.folderMemories.retire(workspaceId, {
    id,
    secrets: [...findUnnamedSecrets(present, named), ...findUnnamedSecrets(secrets, [...named, ...present])],
    ...rest,
  });
};

/** Activates an environment that has come back, if it was active before and no other is active now. */
export const activateAgain = (
  { repositories: { workspaces }, workspaceId }: ApplyContext,
  { id, wasActive }: RetiredEnvironment,
): AppResult<unknown> =>
  wasActive
    ? pipe(
        workspaces.get(workspaceId),
        TE.flatMap((present) =>
          present.activeEnvironmentId === null
            ? workspaces.update({ ...present, activeEnvironmentId: id })
            : TE.right(present),
        ),
      )
    : TE.right(undefined);

/**
 * Stores an environment from a file. Its secrets keep the values that they had, even if a branch without the environment was checked out in
 * between.
 */
export const putEnvironment = (
  applying: ApplyContext,
  { entity, expected }: Put<'environment'>,
): AppResult<unknown> => {
  const { environments } = applying.repositories;
  const { fields } = entity;
  const id = entity.id as EnvironmentId;
  const put = (retired: RetiredEnvironment): AppResult<readonly Pair[]> => {
    if (expected === null) {
      const secrets = fillKnownValues(fields.secrets, retired.secrets);
      const guard = toFileGuard(retired.guard ?? null, fields.guard);
      return pipe(
        environments.create({ ...fields, ...guard, ...createEntityStamp(applying, entity), id, secrets }),
        TE.tap(() => activateAgain(applying, retired)),
        TE.map(() => []),
      );
    }
    return pipe(
      environments.get(applying.workspaceId, id),
      TE.tap((present) => {
        const known = [...present.secrets, ...findUnnamedSecrets(retired.secrets, present.secrets)];
        const secrets = fillKnownValues(fields.secrets, known);
        const guard = toFileGuard(present.guard, fields.guard);
        const stamps = { revision: expected + 1, updatedAt: applying.at };
        return environments.replace({ ...present, ...fields, ...guard, secrets, ...stamps }, expected);
      }),
      TE.map(({ secrets }) => secrets),
    );
  };
  return pipe(
    findRetiredEnvironment(applying, id),
    TE.flatMap((retired) =>
      pipe(
        put(retired),
        TE.flatMap((present) =>
          keepDeleted(applying, retired, present, { named: fields.secrets, wasActive: false }),
        ),
      ),
    ),
  );
};

/** Removes an environment whose file is gone. Stores what the file did not contain, in case the file comes back. */
export const removeEnvironment = (
  applying: ApplyContext,
  id: EnvironmentId,
  expected: number,
): AppResult<void> => {
  const { repositories, workspaceId } = applying;
  const { environments, workspaces } = repositories;
  return pipe(
    TE.Do,
    TE.bind('present', () => environments.get(workspaceId, id)),
    TE.bind('workspace', () => workspaces.get(workspaceId)),
    TE.bind('retired', () => findRetiredEnvironment(applying, id)),
    TE.flatMap(({ present, workspace, retired }) =>
      keepDeleted(applying, retired, present.secrets, {
        named: [],
        wasActive: workspace.activeEnvironmentId === id,
        ...(present.guard === null ? {} : { guard: present.guard }),
      }),
    ),
    TE.flatMap(() => environments.remove(workspaceId, id, expected)),
  );
};
