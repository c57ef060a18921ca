import {
  type AppError,
  type AppResult,
  type Folder,
  folderDefaults,
  type FolderId,
  getFolderBaseName,
  type Repositories,
  type Workspace,
  type WorkspaceFolder,
  WorkspaceId,
} from '@tandem/core';
import { findNearest } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

import type { StoreAccess } from '../transaction.js';

/** The folder of a workspace, with the memory of its last synchronization. */
export const loadWorkspaceFolder = (
  { store }: StoreAccess,
  { id, path }: Pick<Workspace, 'id' | 'path'>,
): AppResult<WorkspaceFolder> =>
  pipe(
    store.folderMemories.base(id, id),
    TE.map((base) => ({ path, base })),
  );

/** The path of the root folder, which stands for the workspace itself and contains every request. */
export const rootPath = '';

/**
 * The workspace as the root folder around all others. It is stored only once somebody changes it. Two clones of a workspace give it the
 * same id.
 */
export const getRootFolder = ({ id, createdAt }: Workspace, stored: readonly Folder[]): Folder =>
  stored.find(({ path }) => path === rootPath) ?? {
    id: `fold_${id.slice(id.indexOf('_') + 1)}` as FolderId,
    workspaceId: id,
    path: rootPath,
    ...folderDefaults,
    seq: null,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
  };

/** The folders without the workspace itself. */
export const excludeRoot = (folders: readonly Folder[]): readonly Folder[] =>
  folders.filter(({ path }) => path !== rootPath);

interface RootChange {
  readonly fields: Partial<Folder>;
  /** The revision that the change expects; null if any revision will do. */
  readonly expected: number | null;
  readonly at: string;
}

const isUnchanged = (root: Folder, fields: Partial<Folder>): boolean =>
  JSON.stringify({ ...root, ...fields }) === JSON.stringify(root);

/** Changes the root folder, and stores it if it was not stored yet. */
export const putRoot = (
  { folders }: Pick<Repositories, 'folders'>,
  workspace: Workspace,
  stored: readonly Folder[],
  { fields, expected, at }: RootChange,
): AppResult<Folder> => {
  const present = getRootFolder(workspace, stored);
  if (expected !== null && expected !== present.revision)
    return TE.left({ kind: 'revision-conflict', expected, present });
  if (isUnchanged(present, fields)) return TE.right(present);
  const next = { ...present, ...fields, revision: present.revision + 1, updatedAt: at };
  return stored.includes(present) ? folders.replace(next, present.revision) : folders.create(next);
};

const workspaceMatchers: readonly ((workspace: Workspace, ref: string) => boolean)[] = [
  ({ id }, ref) => id === ref,
  ({ path }, ref) => path === ref || path === ref.replace(/[\\/]+$/, ''),
  ({ name }, ref) => name.toLowerCase() === ref.toLowerCase(),
  ({ path }, ref) => getFolderBaseName(path).toLowerCase() === ref.toLowerCase(),
];

/** Finds a workspace by id, then by exact path, then by name, then by folder name. The last two ignore case. */
export const findWorkspace = (all: readonly Workspace[], ref: string): E.Either<AppError, Workspace> => {
  for (const way of workspaceMatchers) {
    const matches = all.filter((workspace) => way(workspace, ref));
    if (matches.length > 1) return E.left({ kind: 'workspace-ambiguous', ref, matches });
    if (matches[0]) return E.right(matches[0]);
  }
  const names = all.map(({ name }) => name);
  return E.left({ kind: 'workspace-not-found', ref, near: findNearest(ref, [...new Set(names)], 3) });
};

const findByReference =
  ({ store }: StoreAccess) =>
  (ref: string): AppResult<Workspace> =>
    pipe(
      store.workspaces.all(),
      TE.flatMapEither((all) => findWorkspace(all, ref)),
    );

const getActiveWorkspace = ({ store }: StoreAccess): AppResult<Workspace> =>
  pipe(
    store.workspaces.active(),
    TE.flatMap((active) =>
      active === null ? TE.left<AppError>({ kind: 'no-active-workspace' }) : TE.right(active),
    ),
  );

/** Returns the workspace that a call names, or else the active one. If the call names an id, reads no other workspace. */
export const resolveWorkspace =
  (ports: StoreAccess) =>
  (ref: string | undefined): AppResult<Workspace> => {
    if (ref === undefined) return getActiveWorkspace(ports);
    if (!WorkspaceId.is(ref)) return findByReference(ports)(ref);
    return pipe(
      ports.store.workspaces.get(ref),
      TE.orElse((error) => (error.kind === 'not-found' ? findByReference(ports)(ref) : TE.left(error))),
    );
  };
