import {
  type AppResult,
  type Folder,
  folderDefaults,
  type FolderId,
  type Repositories,
  type Workspace,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';

/** The path of the folder that represents the workspace itself. Every request is in it. */
export const rootPath = '';

/**
 * The workspace as the folder around all others. It is stored once somebody changes it. Two clones have the same id
 * for it.
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
  /** The revision to change. Null for any. */
  readonly expected: number | null;
  readonly at: string;
}

const isUnchanged = (root: Folder, fields: Partial<Folder>): boolean =>
  JSON.stringify({ ...root, ...fields }) === JSON.stringify(root);

/** Changes the workspace as a folder, which is stored from then on. */
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
