import { createHash } from 'node:crypto';
import { lstat, readFile, rm, stat } from 'node:fs/promises';

import { replaceFile } from '@tandem/node';

import { ConfigProblem } from './formats/format.js';

/** The text of a configuration file. */
export interface ConfigText {
  /** The text without a byte order mark; null if there is no file. */
  readonly text: string | null;
  readonly hasMark: boolean;
  /** File mode; undefined for a new file. */
  readonly mode: number | undefined;
  /** A revision that changes with the content. */
  readonly revision: string;
}

const byteOrderMark = '\uFEFF';
const missingConfig: ConfigText = { text: null, hasMark: false, mode: undefined, revision: 'none' };

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ConfigProblem('is not UTF-8 text');
  }
};

/**
 * Reads a configuration file.
 * @throws ConfigProblem if the path is not a file, or cannot be read
 */
export const readConfig = async (file: string): Promise<ConfigText> => {
  try {
    const { mode } = await stat(file);
    const bytes = await readFile(file);
    const text = decodeUtf8(bytes);
    return {
      text: text.startsWith(byteOrderMark) ? text.slice(1) : text,
      hasMark: text.startsWith(byteOrderMark),
      mode: mode & 0o7777,
      revision: createHash('sha256').update(bytes).digest('hex'),
    };
  } catch (error) {
    if (error instanceof ConfigProblem) throw error;
    if (!isMissing(error)) throw new ConfigProblem(`cannot be read: ${(error as Error).message}`);
    const isLink = await lstat(file).then(
      () => true,
      () => false,
    );
    if (isLink) throw new ConfigProblem('is a link to a file that does not exist');
    return missingConfig;
  }
};

/** Whether the file is read-only for everyone. An administrator could write to it anyway. */
export const isReadOnly = ({ mode }: ConfigText): boolean => mode !== undefined && (mode & 0o222) === 0;

const getBackupPath = (file: string): string => `${file}.tandem-backup`;

/** Reads the backup: the file as it was before Tandem changed it. Its `text` is null if there is no backup. */
export const readBackup = (file: string): Promise<ConfigText> =>
  readConfig(getBackupPath(file)).catch((error: unknown) => {
    if (error instanceof ConfigProblem) return missingConfig;
    throw error;
  });

const toFileText = ({ text, hasMark }: Pick<ConfigText, 'text' | 'hasMark'>): string =>
  `${hasMark ? byteOrderMark : ''}${text ?? ''}`;

/** Stores a copy of the file next to it. If the file is missing, no copy is stored. */
export const backUp = async (file: string, present: ConfigText): Promise<void> => {
  if (present.text !== null) await replaceFile(getBackupPath(file), toFileText(present), present.mode);
  else await dropBackup(file);
};

export const dropBackup = (file: string): Promise<void> => rm(getBackupPath(file), { force: true });

/** Replaces the file atomically, with the same permissions. Removes it if `text` is null. */
export const writeConfig = async (file: string, present: ConfigText, text: string | null): Promise<void> => {
  if (text === null) await rm(file);
  else await replaceFile(file, toFileText({ ...present, text }), present.mode);
};
