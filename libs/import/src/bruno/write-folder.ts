import { randomBytes } from 'node:crypto';
import {
  access,
  constants,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { BruFile, ConvertedFile } from './convert.js';

/** The YAML file for a `.bru` file. */
export interface Target {
  readonly from: string;
  readonly path: string;
  readonly text: string;
}

const reservedNames = new Set(['opencollection.yml', 'folder.yml']);

const getTargetPath = ({ kind, path }: BruFile): string => {
  if (kind === 'collection') return 'opencollection.yml';
  const yml = path.replace(/\.bru$/, '.yml');
  // A request must not get a file name that has another meaning in a YAML collection.
  return kind === 'request' && reservedNames.has(yml.slice(yml.lastIndexOf('/') + 1))
    ? yml.replace(/\.yml$/, '-1.yml')
    : yml;
};

/** The files to write. The manifest is the last one, because without it the folder is not a YAML collection yet. */
export const createTargets = (
  files: readonly BruFile[],
  converted: readonly ConvertedFile[],
): readonly Target[] => {
  const texts = new Map(converted.flatMap((one) => ('text' in one ? [[one.path, one.text] as const] : [])));
  const all = files.flatMap((file): readonly Target[] => {
    const text = texts.get(file.path);
    return text === undefined ? [] : [{ from: file.path, path: getTargetPath(file), text }];
  });
  const isManifest = ({ path }: Target): boolean => path === 'opencollection.yml';
  return [...all.filter((one) => !isManifest(one)), ...all.filter(isManifest)];
};

/** Thrown if another program created or changed a file during the conversion. */
export class FileExistsError extends Error {}

const isExistingPath = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const writeNew = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Renames a temporary file to `path`, unless that exists. */
const renameToNewPath = async (temporary: string, path: string): Promise<void> => {
  try {
    await link(temporary, path);
    await rm(temporary);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new FileExistsError(path);
    // Some file systems have no hard links.
    if (await isExistingPath(path)) throw new FileExistsError(path);
    await rename(temporary, path);
  }
};

/** Returns the files that already exist with different content. */
export const findConflictingFiles = async (
  root: string,
  targets: readonly Target[],
): Promise<readonly string[]> => {
  const taken = await Promise.all(
    targets.map(async ({ path, text }) => {
      if (!(await isExistingPath(join(root, path)))) return [];
      // A conversion that was killed may have written correct files already.
      const present = await readFile(join(root, path), 'utf8').catch(() => undefined);
      return present === text ? [] : [path];
    }),
  );
  return taken.flat();
};

/**
 * Writes files next to the originals: all of them, or none.
 * @throws FileExistsError if one of them exists with other content
 */
export const writeInPlace = async (root: string, targets: readonly Target[]): Promise<void> => {
  const [taken] = await findConflictingFiles(root, targets);
  if (taken !== undefined) throw new FileExistsError(join(root, taken));
  const missing: Target[] = [];
  for (const one of targets) if (!(await isExistingPath(join(root, one.path)))) missing.push(one);
  const prepared = missing.map(({ path, text }) => {
    const name = `.tandem-${randomBytes(8).toString('hex')}.tmp`;
    return { path: join(root, path), temporary: join(root, dirname(path), name), text };
  });
  const placed: string[] = [];
  try {
    for (const { temporary, text } of prepared) await writeNew(temporary, text);
    for (const { temporary, path } of prepared) {
      await renameToNewPath(temporary, path);
      placed.push(path);
    }
  } catch (error) {
    for (const path of placed.reverse()) await rm(path, { force: true });
    for (const { temporary } of prepared) await rm(temporary, { force: true });
    throw error;
  }
};

/** Whether a folder is missing or empty. */
export const isEmptyOrMissing = async (folder: string): Promise<boolean> => {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
};

/** The file with values for this machine, which Bruno reads as `process.env`. */
const envFile = '.env';

/** Returns why the `.env` of a collection cannot be copied; undefined if it can be, or does not exist. */
export const findEnvFileProblem = async (root: string): Promise<string | undefined> => {
  const found = await lstat(join(root, envFile)).catch(() => undefined);
  if (found === undefined) return undefined;
  // A link may point to a file that does not belong to the collection.
  if (!found.isFile()) return 'it is not copied, because it is no regular file';
  return access(join(root, envFile), constants.R_OK).then(
    () => undefined,
    () => 'it is not copied, because it cannot be read',
  );
};

/** Copies the `.env` of a collection, if there is one. Only its owner can read the copy, and git ignores it. */
const copyEnvFile = async (from: string, to: string): Promise<void> => {
  const found = await lstat(join(from, envFile)).catch(() => undefined);
  if (found === undefined || (await findEnvFileProblem(from)) !== undefined) return;
  await writeFile(join(to, '.gitignore'), `${envFile}\n`);
  await writeFile(join(to, envFile), await readFile(join(from, envFile)), { mode: 0o600 });
};

/** A collection, and its files that are copied unchanged. */
interface CopiedFiles {
  readonly root: string;
  readonly others: readonly string[];
  readonly envFile: boolean;
}

/**
 * Writes a new folder with `targets` and copies of `others`. The folder is created under a temporary name first, so that it appears
 * completely or not at all.
 * @throws FileExistsError if the folder exists and is not empty
 */
export const writeNewFolder = async (
  into: string,
  targets: readonly Target[],
  { root, others, envFile: copiesEnvFile }: CopiedFiles,
): Promise<void> => {
  if (!(await isEmptyOrMissing(into))) throw new FileExistsError(into);
  const beside = join(dirname(into), `.tandem-${randomBytes(8).toString('hex')}`);
  try {
    for (const { path, text } of targets) {
      await mkdir(dirname(join(beside, path)), { recursive: true });
      await writeFile(join(beside, path), text);
    }
    for (const path of others) {
      await mkdir(dirname(join(beside, path)), { recursive: true });
      await copyFile(join(root, path), join(beside, path));
    }
    if (copiesEnvFile) await copyEnvFile(root, beside);
    await rmdir(into).catch(() => undefined);
    await rename(beside, into);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    throw error;
  }
};
