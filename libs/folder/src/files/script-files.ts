import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';

import type { ScriptFile, ScriptFiles } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { toFolderError } from '../folder-error.js';
import { getDataFolder } from './data-folder.js';
import { type FileOperations, fileOperations, getErrorCode } from './operations.js';

/** The maximum size of a file that scripts can require, in bytes. */
const maxScriptBytes = 1024 * 1024;

/** Hidden folders that are not part of the collection. Other hidden folders may contain scripts, as in Bruno. */
const foreignFolders = ['node_modules', '.git'];

/** Whether scripts may not read a part of a path: a hidden file such as `.env.json`, or a folder of packages or of Git. */
const isRefused = (name: string, isFile: boolean): boolean =>
  isFile ? name.startsWith('.') : foreignFolders.includes(name.toLowerCase());

/** Whether a path leads to a regular file without passing through a link or a refused folder. */
const isPlainFile = async (
  operations: FileOperations,
  root: string,
  names: readonly string[],
): Promise<boolean> => {
  let path = root;
  for (const [at, name] of names.entries()) {
    if (isRefused(name, at === names.length - 1)) return false;
    path = join(path, name);
    if ((await operations.kindOf(path)) !== (at === names.length - 1 ? 'file' : 'directory')) return false;
  }
  return names.length > 0;
};

const readScriptFile = async (
  operations: FileOperations,
  root: string,
  file: string,
): Promise<ScriptFile | null> => {
  const names = file.split('/');
  if (names.some((name) => ['', '.', '..'].includes(name) || /[\\\0]/.test(name))) return null;
  if (!(await isPlainFile(operations, root, names))) return null;
  const bytes = await operations.read(join(root, file), maxScriptBytes);
  if (bytes === null) return { file, problem: `has more than ${maxScriptBytes} bytes` };
  return isUtf8(bytes) ? { file, text: bytes.toString('utf8') } : { file, problem: 'is not UTF-8' };
};

/** Errors that mean there is no such file. */
const isMissingPathError = (error: unknown): boolean =>
  ['ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(getErrorCode(error) ?? '');

/** Reads the files that scripts require from data folders. */
export const createScriptFiles = (operations = fileOperations): ScriptFiles => ({
  first: (workspace, files) =>
    TE.tryCatch(async () => {
      const { root } = await getDataFolder(workspace, operations);
      for (const file of files) {
        const found = await readScriptFile(operations, root, file).catch((error: unknown) => {
          if (isMissingPathError(error)) return null;
          throw error;
        });
        if (found !== null) return found;
      }
      return null;
    }, toFolderError(workspace.path)),
});
