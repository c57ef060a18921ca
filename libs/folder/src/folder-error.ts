import { getOwnValue } from '@tandem/core/codec';
import { type AppError, createInvalidInput } from '@tandem/core';

import { getErrorCode } from './files/operations.js';
import { FileChangedError } from './files/write-tree.js';
import { InvalidResolutionError } from './plan/decide.js';

const reasonByCode: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it is not a folder',
  EACCES: 'it may not be read or written',
  EPERM: 'it may not be written',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
};

/** A folder that cannot be synchronized in its current state; the message gives the reason. */
export class UnusableFolder extends Error {}

/** An error of the database, thrown through the code that writes files. */
export class RefusedError extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.kind);
    this.error = error;
  }
}

/** Converts a file system error in the workspace `path` to a message for the caller. */
export const toFolderError =
  (path: string) =>
  (error: unknown): AppError => {
    if (error instanceof RefusedError) return error.error;
    if (error instanceof FileChangedError) return { kind: 'folder-changed', path: error.path };
    if (error instanceof InvalidResolutionError)
      return createInvalidInput('value', 'does not fit the field', {
        expected: error.expected,
        got: error.value,
      });
    if (error instanceof UnusableFolder) return { kind: 'folder-unusable', path, reason: error.message };
    if (error instanceof Error && error.name === 'AbortError')
      return { kind: 'folder-unusable', path, reason: 'Tandem is closing' };
    const code = getErrorCode(error);
    if (code === undefined)
      return { kind: 'storage-failed', doing: 'synchronizing the folder', reason: 'other', cause: error };
    return { kind: 'folder-unusable', path, reason: getOwnValue(reasonByCode, code) ?? code };
  };
