import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';

import type { ScriptFile, ScriptFiles } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { errorOf } from '../folder-error.js';
import { dataFolderFor } from './data-folder.js';
import { errorCode } from './error-code.js';
import { type FileOperations, fileOperations } from './operations.js';

/** The largest file that scripts can require, in bytes. */
const mostBytes = 1024 * 1024;

const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Whether a path is that of a file, without a link or a hidden folder on the way. */
const isPlainFile = async (
  operations: FileOperations,
  root: string,
  names: readonly string[],
): Promise<boolean> => {
  let path = root;
  for (const [at, name] of names.entries()) {
    if (isHidden(name)) return false;
    path = join(path, name);
    if ((await operations.kindOf(path)) !== (at === names.length - 1 ? 'file' : 'directory')) return false;
  }
  return names.length > 0;
};

const read = async (operations: FileOperations, root: string, file: string): Promise<ScriptFile | null> => {
  const names = file.split('/');
  if (names.some((name) => ['', '.', '..'].includes(name) || /[\\\0]/.test(name))) return null;
  if (!(await isPlainFile(operations, root, names))) return null;
  const bytes = await operations.read(join(root, file), mostBytes);
  if (bytes === null) return { file, problem: `has more than ${mostBytes} bytes` };
  return isUtf8(bytes) ? { file, text: bytes.toString('utf8') } : { file, problem: 'is not UTF-8' };
};

/** What leads to no file. */
const leadsNowhere = (error: unknown): boolean =>
  ['ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(errorCode(error) ?? '');

/** Reads the files of data folders that scripts require. */
export const createScriptFiles = (operations = fileOperations): ScriptFiles => ({
  first: (workspace, files) =>
    TE.tryCatch(async () => {
      const { root } = await dataFolderFor(workspace, operations);
      for (const file of files) {
        const found = await read(operations, root, file).catch((error: unknown) => {
          if (leadsNowhere(error)) return null;
          throw error;
        });
        if (found !== null) return found;
      }
      return null;
    }, errorOf(workspace.path)),
});
