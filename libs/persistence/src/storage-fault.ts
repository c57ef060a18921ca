import type { AppError, StorageReason } from '@tandem/core';

/** An error that is thrown through a transaction to roll it back. */
export class Refusal extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.kind);
    this.error = error;
  }
}

const reasons: ReadonlyMap<string, StorageReason> = new Map([
  ['SQLITE_FULL', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['53100', 'full'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['55P03', 'busy'],
  ['53300', 'busy'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_PERM', 'read-only'],
  ['SQLITE_CANTOPEN', 'read-only'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['25006', 'read-only'],
  ['42501', 'read-only'],
]);

/** The code of an error of SQLite, PostgreSQL or the system, or of TypeORM's wrapper around it. */
export const getErrorCode = (error: unknown): string => {
  const { code, driverError } = (error ?? {}) as {
    readonly code?: unknown;
    readonly driverError?: { readonly code?: unknown };
  };
  const known = driverError?.code ?? code;
  return typeof known === 'string' ? known : '';
};

const getStorageReason = (error: unknown): StorageReason => reasons.get(getErrorCode(error)) ?? 'other';

/** A storage failure with a known reason and file; `cause` is the original error. */
export class StorageFault extends Error {
  readonly reason: StorageReason;
  readonly file: string;
  constructor(reason: StorageReason, file: string, cause: unknown) {
    super(`${file}: ${reason}`, { cause });
    this.reason = reason;
    this.file = file;
  }
}

/** Adds the file to an error with a known reason; other errors are unchanged. */
export const toStorageFault = (file: string, error: unknown): unknown => {
  if (error instanceof StorageFault || error instanceof Refusal) return error;
  const reason = getStorageReason(error);
  return reason === 'other' ? error : new StorageFault(reason, file, error);
};

/** `storage-failed` with the reason and the file, if `cause` contains them. */
export const createStorageError = (doing: string, cause: unknown): AppError => {
  if (cause instanceof StorageFault) {
    const { reason, file } = cause;
    return { kind: 'storage-failed', doing, reason, file, cause: cause.cause };
  }
  const { path } = (cause ?? {}) as { readonly path?: unknown };
  const file = typeof path === 'string' ? { file: path } : {};
  return { kind: 'storage-failed', doing, reason: getStorageReason(cause), ...file, cause };
};
