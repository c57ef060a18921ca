import { join } from 'node:path';

import type { FolderBase, WorkspaceFolder } from '@tandem/core';

import { manifestPath } from '../layout/paths.js';
import { type FileOperations, fileOperations } from './operations.js';

/** The folder that contains a workspace's files. */
export interface DataFolder {
  /** The path relative to the workspace, with `/`; empty if the files are in the workspace's own folder. */
  readonly name: string;
  /** The absolute path. */
  readonly root: string;
}

/** The name of the data folder that Tandem creates in the workspace's folder. */
export const defaultFolderName = 'tandem';

/** The data folder `name` of the workspace at `path`. */
export const toDataFolder = (path: string, name: string): DataFolder => ({ name, root: join(path, name) });

/** Marks the workspace's own folder as the data folder, in the base of a workspace. */
const ownFolderMark = '.';

/** The name of a data folder in the form in which the workspace's base stores it. */
export const toBaseDataFolder = (name: string): string => (name === defaultFolderName ? '' : ownFolderMark);

/** The name of the data folder, from the form in which the workspace's base stores it. */
const getNameInBase = ({ folder }: FolderBase): string => (folder === ownFolderMark ? '' : defaultFolderName);

/** Whether a folder contains a manifest, which makes it a collection. */
export const hasManifest = async (operations: FileOperations, root: string): Promise<boolean> =>
  (await operations.kindOf(join(root, manifestPath)).catch(() => null)) === 'file';

/** Finds a manifest that is a symbolic link. Links are not followed, so a folder with such a manifest would appear empty. */
export const findLinkedManifest = async (
  path: string,
  operations: FileOperations = fileOperations,
): Promise<string | undefined> => {
  for (const name of [`${defaultFolderName}/${manifestPath}`, manifestPath]) {
    const kind = await operations.kindOf(join(path, name)).catch(() => null);
    if (kind !== null) return kind === 'link' ? name : undefined;
  }
  return undefined;
};

/**
 * Finds the files of the workspace at `path`: in its `tandem` folder, or in the folder itself if only that has a manifest, such as a
 * collection in a repository. Looks only at the disk, so use it for workspaces that were never synchronized.
 */
export const findDataFolder = async (
  path: string,
  operations: FileOperations = fileOperations,
): Promise<DataFolder> => {
  const usual = toDataFolder(path, defaultFolderName);
  if (await hasManifest(operations, usual.root)) return usual;
  return (await hasManifest(operations, path)) ? toDataFolder(path, '') : usual;
};

/** The data folder of a workspace. A synchronized workspace keeps its data folder, whatever is on disk now. */
export const getDataFolder = (
  { path, base }: WorkspaceFolder,
  operations: FileOperations = fileOperations,
): Promise<DataFolder> =>
  base === null ? findDataFolder(path, operations) : Promise.resolve(toDataFolder(path, getNameInBase(base)));
