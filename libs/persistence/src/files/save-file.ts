import { lstat, mkdir, open, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExecutionFault } from '@tandem/core';
import { replaceFile } from '@tandem/node';

class RefusalError extends Error {}

const getErrorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const isMissing = (error: unknown): boolean => getErrorCode(error) === 'ENOENT';

/** The entry at a path, without following a link; undefined if there is none. */
const findEntry = (path: string) =>
  lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** The path of a new file below `folder`, none of whose folders may be a link. */
const checkPath = async (folder: string, path: string): Promise<{ parents: string[]; file: string }> => {
  const names = path.split('/');
  if (names.some((name) => name === '' || name === '.' || name === '..' || /[\0\\]/.test(name)))
    throw new RefusalError("leads out of the workspace's folder; use a path relative to that folder");
  let here = await realpath(folder);
  const parents: string[] = [];
  for (const name of names.slice(0, -1)) {
    here = join(here, name);
    const found = await findEntry(here);
    if (found === undefined) parents.push(here);
    else if (!found.isDirectory())
      throw new RefusalError(`goes through "${name}", which is a link or a file`);
  }
  const file = join(here, names.at(-1) ?? '');
  if ((await findEntry(file)) !== undefined)
    throw new RefusalError('exists already; choose another name, or remove that file first');
  return { parents, file };
};

/** Refuses what {@link saveFile} would refuse. */
export const checkNewFile = async (folder: string, path: string): Promise<void> => {
  await checkPath(folder, path);
};

/** Writes a new file below `folder`, completely or not at all, which only its owner can read. */
export const saveFile = async (folder: string, path: string, bytes: Uint8Array): Promise<void> => {
  const { parents, file } = await checkPath(folder, path);
  for (const parent of parents)
    await mkdir(parent).catch((error: unknown) => {
      if (getErrorCode(error) !== 'EEXIST') throw error;
    });
  // An empty file reserves the name, and is then replaced in one step.
  await (await open(file, 'wx', 0o600)).close();
  try {
    await replaceFile(file, bytes);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
};

/** The fault of a call to {@link saveFile}. */
export const toSaveFileFault = (error: unknown, path: string): ExecutionFault => {
  const code = getErrorCode(error);
  const why =
    error instanceof RefusalError
      ? error.message
      : code === 'EEXIST'
        ? 'exists already; choose another name, or remove that file first'
        : `could not be written (${code || String(error)}); check the folder's permissions and the space on its disk`;
  return { code: 'FILE_REFUSED', message: `"${path}" ${why}.`, details: { path } };
};
