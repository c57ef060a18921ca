import { join } from 'node:path';

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

/** Whether a folder has a manifest in it, which says that it is a collection. */
export const hasManifest = async (operations: FileOperations, root: string): Promise<boolean> =>
  (await operations.kindOf(join(root, manifestPath)).catch(() => null)) === 'file';

/**
 * Where the files of the workspace at `path` are, or will be: in `tandem` below it, or in the folder itself if only that has a
 * manifest, such as a collection in a repository. The disk alone decides, for workspaces that were never synchronized.
 */
export const dataFolderOf = async (
  path: string,
  operations: FileOperations = fileOperations,
): Promise<DataFolder> => {
  const usual = dataFolderAt(path, usualName);
  if (await hasManifest(operations, usual.root)) return usual;
  return (await hasManifest(operations, path)) ? dataFolderAt(path, '') : usual;
};
