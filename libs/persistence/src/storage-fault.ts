import type { AppError, StorageReason } from '@tandem/core';

/** An error that is thrown through a transaction to roll it back. */
export class Refusal extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.kind);
    this.error = error;
  }
}

const reasonsByCode: ReadonlyMap<string, StorageReason> = new Map([
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

const getStorageReason = (error: unknown): StorageReason => reasonsByCode.get(getErrorCode(error)) ?? 'other';

/** A storage failure with a known reason and file. `cause` is the original error. */
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

/** Creates a `storage-failed` error, with the reason and the file if `cause` contains them. */
export const createStorageError = (doing: string, cause: unknown): AppError => {
  if (cause instanceof StorageFault) {
    const { reason, file } = cause;
    return { kind: 'storage-failed', doing, reason, file, cause: cause.cause };
  }
  const { path } = (cause ?? {}) as { readonly path?: unknown };
  const file = typeof path === 'string' ? { file: path } : {};
  return { kind: 'storage-failed', doing, reason: getStorageReason(cause), ...file, cause };
};

/** A database that cannot be used. The message is one line for the user and says what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
  /** The message is for the user and is shown without a stack. */
  readonly forUser = true;
  readonly reason:
    | 'newer'
    | 'outdated'
    | 'not-a-database'
    | 'damaged'
    | 'busy'
    | 'no-backup'
    | 'not-migrated'
    | 'no-key'
    | 'read-only'
    | 'full'
    | 'not-opened'
    | 'invalid-address'
    | 'unreachable'
    | 'not-allowed'
    | 'missing'
    | 'too-old';
  constructor(reason: UnusableDatabase['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/**
 * Creates the error for a database with migrations that this version does not know.
 * @param alternative what to use instead
 */
export const createNewerDatabaseError = (
  shown: string,
  unknown: readonly string[],
  alternative: string,
): UnusableDatabase => {
  const names = unknown.join(', ');
  const message = `${shown} was written by a newer version of Tandem (${names}); update Tandem or use another ${alternative}`;
  return new UnusableDatabase('newer', message);
};

/** Creates the error for a database of an unreleased build that is too old; `last` is its last migration. */
export const createOutdatedError = (shown: string, last: string, alternative: string): UnusableDatabase => {
  const message = `${shown} was written by an unreleased build of Tandem 0.1.0 that is too old for this version (${last}); open it once with the build of commit c008bb21, then with this version, or use another ${alternative}`;
  return new UnusableDatabase('outdated', message);
};

/** Returns the message of any thrown value. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Creates the error if a database cannot be backed up before a migration. */
export const createBackupError = (file: string, cause: unknown): UnusableDatabase => {
  const why = getErrorCode(cause) === 'SQLITE_FULL' ? 'the disk is full' : getErrorMessage(cause);
  const message = `${file} must be migrated for this version of Tandem, but cannot be backed up first: ${why}; make its folder writable and free enough space for a copy`;
  return new UnusableDatabase('no-backup', message, cause);
};

/** Creates the error for a database whose migration failed and was rolled back. */
export const createMigrationError = (file: string, backup: string, cause: unknown): UnusableDatabase => {
  const message = `${file} could not be migrated for this version of Tandem: ${getErrorMessage(cause)}; nothing in it was changed, and ${backup} is a copy of it`;
  return new UnusableDatabase('not-migrated', message, cause);
};

/** Creates the error if the key of the secrets in a file cannot be used or replaced. */
export const createKeyError = (
  file: string,
  location: string,
  rotating: boolean,
  cause: unknown,
): unknown => {
  if (getErrorCode(cause) === 'SQLITE_BUSY' && rotating)
    return new UnusableDatabase(
      'busy',
      `The key of the secrets in ${file} cannot be replaced while another program uses the file; end it and try again`,
      cause,
    );
  // SQLite's errors and the limit of open files have messages of their own.
  if (/^(?:SQLITE_|EMFILE$|ENFILE$)/.test(getErrorCode(cause))) return cause;
  const message = `The secrets in ${file} cannot be encrypted, because their key in ${location} cannot be used: ${getErrorMessage(cause)}`;
  return new UnusableDatabase('no-key', message, cause);
};

const sentencesByCode: Readonly<Record<string, readonly [UnusableDatabase['reason'], string]>> = {
  SQLITE_NOTADB: ['not-a-database', 'is not a SQLite database; move it away or use another data folder'],
  SQLITE_READONLY: [
    'read-only',
    'cannot be written; make it and its folder writable, or use another data folder',
  ],
  SQLITE_FULL: ['full', 'cannot be written because the disk is full; free some space'],
  SQLITE_CANTOPEN: [
    'not-opened',
    'cannot be opened; check that it is a file, its permissions, and the limit of open files (ulimit -n)',
  ],
  SQLITE_BUSY: ['busy', 'is locked by another program; stop that program and try again'],
};

/** The message for the user about an error of SQLite while opening `file`; other errors are unchanged. */
export const toReadableError = (file: string, error: unknown): unknown => {
  const code = getErrorCode(error);
  const known = Object.hasOwn(sentencesByCode, code) ? sentencesByCode[code] : undefined;
  return known === undefined ? error : new UnusableDatabase(known[0], `${file} ${known[1]}`, error);
};
