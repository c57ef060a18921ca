import { join } from 'node:path';

import type { FolderBase, WorkspaceFolder } from '@tandem/core';

import { manifestPath } from '../layout/places.js';
import { type FileOperations, fileOperations } from './operations.js';

/** The folder of a workspace that has its files in it. */
export interface DataFolder {
  /** Its path from the workspace, with `/`; empty where the workspace's own folder has the files. */
  readonly name: string;
  /** Its absolute path. */
  readonly root: string;
}

/** The name of a data folder that Tandem makes, below the folder of the workspace. */
export const usualName = 'tandem';

/** The data folder `name` of the workspace at `path`. */
export const dataFolderAt = (path: string, name: string): DataFolder => ({ name, root: join(path, name) });

/** How the base of a workspace says that its data folder is the workspace's own folder. */
const ownFolder = '.';

/** What the base of a workspace says of its data folder. */
export const dataFolderForBase = (name: string): string => (name === usualName ? '' : ownFolder);

/** The name of the data folder that the base of a workspace remembers. */
const nameInBase = ({ folder }: FolderBase): string => (folder === ownFolder ? '' : usualName);

/** Whether a folder has a manifest in it, which says that it is a collection. */
export const hasManifest = async (operations: FileOperations, root: string): Promise<boolean> =>
  (await operations.kindOf(join(root, manifestPath)).catch(() => null)) === 'file';

/** Whether one of the places of the manifest has a symbolic link, which is not followed: the folder would look as if it held nothing. */
export const findLinkedManifest = async (
  path: string,
  operations: FileOperations = fileOperations,
): Promise<string | undefined> => {
  for (const name of [`${usualName}/${manifestPath}`, manifestPath]) {
    const kind = await operations.kindOf(join(path, name)).catch(() => null);
    if (kind !== null) return kind === 'link' ? name : undefined;
  }
  return undefined;
};

/**
 * Where the files of the workspace at `path` are, or will be: in `tandem` below it, or in the folder itself if only that has a
 * manifest, such as a collection in a repository. The disk alone decides, which is right for workspaces that were never synchronized.
 */
export const dataFolderOf = async (
  path: string,
  operations: FileOperations = fileOperations,
): Promise<DataFolder> => {
  const usual = dataFolderAt(path, usualName);
  if (await hasManifest(operations, usual.root)) return usual;
  return (await hasManifest(operations, path)) ? dataFolderAt(path, '') : usual;
};

/** The data folder of a workspace: the one that was synchronized before, whatever is on the disk now. */
export const dataFolderFor = (
  { path, base }: WorkspaceFolder,
  operations: FileOperations = fileOperations,
): Promise<DataFolder> =>
  base === null ? dataFolderOf(path, operations) : Promise.resolve(dataFolderAt(path, nameInBase(base)));
