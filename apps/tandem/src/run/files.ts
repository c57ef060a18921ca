import { relative, sep } from 'node:path';

import type { SynchronizationReport } from '@tandem/core';
import { toVisibleLine } from '@tandem/core/visible';
import { type FilesOptions, openFiles, type OpenedFiles, UnusableFolder } from '@tandem/workbench/files';

import { exitCodes, CommandRefusal } from '../refused.js';
import { version } from '../version.js';

import type { LocatedWorkspace } from './locate.js';

/** The prefix of file paths in the data folder at `root`, as seen from `base`: empty, or a relative path with `/`. */
export const formatPathPrefix = (root: string, base = process.cwd()): string => {
  const inside = relative(base, root).split(sep).join('/');
  return inside === '' ? '' : `${inside}/`;
};

/** The errors in the files of a workspace, one line each; `root` is its data folder as it was named. */
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
    // What reads the lines may act on them, such as GitHub on ::error, and a name may have line breaks.
  ].map(toVisibleLine);
};

/**
 * What is omitted from a folder because Tandem does not support its kind, one line each; only of `files`, if
 * provided.
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
