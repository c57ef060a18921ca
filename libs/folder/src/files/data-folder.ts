import { join } from 'node:path';

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

/** Where the files of the workspace at `path` are, or will be. */
export const dataFolderOf = (path: string, _: FileOperations = fileOperations): Promise<DataFolder> =>
  Promise.resolve(dataFolderAt(path, usualName));
