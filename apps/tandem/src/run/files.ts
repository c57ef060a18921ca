import { relative, sep } from 'node:path';

import type { SynchronizationReport } from '@tandem/core';
import { type FilesOptions, openFiles, type OpenedFiles, UnusableFolder } from '@tandem/workbench/files';

import { exitCodes, Refused } from '../refused.js';
import { version } from '../version.js';

import type { Located } from './locate.js';

/** The data folder of a workspace as seen from the current directory, with `/`. */
export const shownFolder = ({ workspace }: Pick<Located, 'workspace'>): string => {
  const inside = relative(process.cwd(), workspace).split(sep).join('/');
  return inside === '' ? 'tandem' : `${inside}/tandem`;
};

/** What is wrong with the files of a workspace, one line each. */
export const problemsOf = (
  { invalid, conflicts }: SynchronizationReport,
  folder: string,
): readonly string[] => [
  ...invalid.map(({ path, line, column, message }) => `${folder}/${path}:${line}:${column}: ${message}`),
  ...conflicts.map(({ path, field }) => `${folder}/${path}: ${field} has a conflict`),
];

type Opening = Omit<FilesOptions, 'folder' | 'version'>;

/** Opens the files of a workspace. */
export const openLocated = async (
  { workspace }: Pick<Located, 'workspace'>,
  opening: Opening,
): Promise<OpenedFiles> => {
  try {
    return await openFiles({ folder: workspace, version, ...opening });
  } catch (error) {
    if (error instanceof UnusableFolder) throw new Refused(error.message, exitCodes.unreadable);
    throw error;
  }
};
