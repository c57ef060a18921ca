import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { SynchronizationReport } from '@tandem/core';
import { toVisibleLine } from '@tandem/core/visible';
import { findDataFolder, defaultFolderName } from '@tandem/folder/data-folder';
import { type FilesOptions, type OpenedFiles, openFiles, UnusableFolder } from '@tandem/workbench/files';

import { isPresent } from '../input-file.js';
import { CommandRefusal, exitCodes, quoteShellWord } from '../refusal.js';
import { version } from '../version.js';

const hasManifest = (path: string): Promise<boolean> => isPresent(join(path, 'opencollection.yml'));

/** Returns the workspace folder if the path is its data folder; otherwise the path itself. */
export const findWorkspaceOfData = async (path: string): Promise<string> =>
  basename(path) === defaultFolderName && ((await hasManifest(path)) || !(await hasManifest(dirname(path))))
    ? dirname(path)
    : path;

/** Finds the workspace folder for a path: the nearest folder upwards that has a manifest, or whose `tandem` folder has one. */
export const findWorkspaceFolder = async (path: string): Promise<string | undefined> => {
  for (const folder of [defaultFolderName, '.']) {
    if (await isPresent(join(path, folder, 'opencollection.yml'))) return findWorkspaceOfData(path);
  }
  const parent = dirname(path);
  return parent === path ? undefined : findWorkspaceFolder(parent);
};

/** Finds the folder of the Bruno collection that contains a path, if the collection consists of `.bru` files. */
const findBrunoFolder = async (path: string): Promise<string | undefined> => {
  if (await isPresent(join(path, 'bruno.json'))) return path;
  const parent = dirname(path);
  return parent === path ? undefined : findBrunoFolder(parent);
};

/** The workspace folder for a path. Refuses a path in a nearer collection that has to be converted first. */
const requireWorkspaceFolder = async (given: string): Promise<string> => {
  const path = resolve(given);
  const [workspace, bruno] = [
    await findWorkspaceFolder(await findWorkspaceOfData(path)),
    await findBrunoFolder(path),
  ];
  if (bruno !== undefined && (workspace === undefined || bruno.startsWith(workspace + sep)))
    throw new CommandRefusal(
      `${given} is a collection of .bru files, which do not run. Convert it first: tandem import ${quoteShellWord(relative('', bruno) || '.')} <new folder>`,
    );
  if (workspace !== undefined) return workspace;
  throw new CommandRefusal(
    `${given} is in no workspace: no folder around it holds opencollection.yml or tandem/opencollection.yml. Run "tandem run <folder>".`,
  );
};

/** A workspace folder and its selected files; all files are selected if `files` is absent. */
export interface LocatedWorkspace {
  readonly workspace: string;
  /** The absolute path of its data folder. */
  readonly root: string;
  readonly files?: readonly string[];
}

const toInnerPath = (root: string, path: string): string | undefined => {
  const inside = relative(root, path);
  const isAround = inside === '' || inside.startsWith('..');
  return isAround ? undefined : inside.split(sep).join('/').replace(/\.js$/, '.yml');
};

/**
 * The workspace folder for `paths`, which name the folder, its data folder, or folders and files in the data folder.
 * @throws CommandRefusal if a path does not exist, is in no workspace, or is in another workspace
 */
export const locateWorkspace = async (paths: readonly string[]): Promise<LocatedWorkspace> => {
  const found = await Promise.all(
    (paths.length === 0 ? ['.'] : paths).map(async (given) => {
      const path = resolve(given);
      if (!(await isPresent(path))) throw new CommandRefusal(`${given} does not exist.`);
      const workspace = await requireWorkspaceFolder(given);
      const { root } = await findDataFolder(workspace);
      return { given, workspace, root, file: toInnerPath(root, path) };
    }),
  );
  const [first] = found;
  if (first === undefined) throw new CommandRefusal('Name a folder.');
  const { workspace, root } = first;
  const other = found.find((one) => one.workspace !== workspace);
  if (other) throw new CommandRefusal(`${other.given} is in another workspace; run one workspace at a time.`);
  const files = found.map(({ file }) => file);
  return files.some((file) => file === undefined)
    ? { workspace, root }
    : { workspace, root, files: files.flatMap((file) => file ?? []) };
};

/**
 * Formats the path of the data folder `root`, relative to `base`, as a prefix of file paths: empty, or with `/` at
 * the end.
 */
export const formatPathPrefix = (root: string, base = process.cwd()): string => {
  const inside = relative(base, root).split(sep).join('/');
  return inside === '' ? '' : `${inside}/`;
};

/** Lists the errors in the files of a workspace, one line each. `root` is the data folder as the user named it. */
export const listFileProblems = (
  { path, invalid, conflicts }: SynchronizationReport,
  root = path,
): readonly string[] => {
  const prefix = formatPathPrefix(root);
  return [
    ...invalid.map(
      ({ path: file, line, column, message }) => `${prefix}${file}:${line}:${column}: ${message}`,
    ),
    ...conflicts.map(({ path: file, field }) => `${prefix}${file}: ${field} has a conflict`),
    // Programs such as GitHub may act on output lines such as ::error, and file names may contain line breaks.
  ].map(toVisibleLine);
};

/**
 * Lists the files that are omitted because Tandem does not support their kind, one line each. If `files` is provided, only these are
 * listed.
 */
export const listUnreadFiles = (
  { path, warnings }: SynchronizationReport,
  { root = path, files }: Partial<Pick<LocatedWorkspace, 'root' | 'files'>> = {},
): readonly string[] => {
  const isWanted = (file: string): boolean =>
    files?.some((one) => file === one || file.startsWith(`${one}/`)) ?? true;
  return warnings
    .filter((one) => one.code === 'notRead' && isWanted(one.path ?? ''))
    .map(({ message }) => `tandem: ${toVisibleLine(`${formatPathPrefix(root)}${message}`)}\n`);
};

/** Lists the other warnings about the files of a workspace, one line each. */
export const listFileWarnings = (
  { path, warnings }: SynchronizationReport,
  root = path,
): readonly string[] => {
  const prefix = formatPathPrefix(root);
  return warnings
    .filter(({ code }) => code !== 'notRead')
    .map(
      ({ path: file, message }) =>
        `tandem: ${toVisibleLine(file === undefined ? message : `${prefix}${file}: ${message}`)}\n`,
    );
};

type OpenFilesOptions = Omit<FilesOptions, 'folder' | 'version'>;

/** Opens the files of a workspace. */
export const openLocated = async (
  { workspace }: Pick<LocatedWorkspace, 'workspace'>,
  opening: OpenFilesOptions,
): Promise<OpenedFiles> => {
  try {
    return await openFiles({ folder: workspace, version, ...opening });
  } catch (error) {
    if (error instanceof UnusableFolder) throw new CommandRefusal(error.message, exitCodes.unreadable);
    throw error;
  }
};
