import { getErrorCode } from './storage-fault.js';

/** A database that cannot be used as it is. The message is one line for the user and says what to do. */
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
 * The error for a database with migrations that this version does not know.
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

/** The error for a database of an unreleased build that is too old; `last` is its last migration. */
export const createOutdatedError = (shown: string, last: string, alternative: string): UnusableDatabase => {
  const message = `${shown} was written by an unreleased build of Tandem 0.1.0 that is too old for this version (${last}); open it once with the build of commit c008bb21, then with this version, or use another ${alternative}`;
  return new UnusableDatabase('outdated', message);
};

/** The message of anything that was thrown. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The error if a database cannot be backed up before a migration. */
export const createBackupError = (file: string, cause: unknown): UnusableDatabase => {
  const why = getErrorCode(cause) === 'SQLITE_FULL' ? 'the disk is full' : getErrorMessage(cause);
  const message = `${file} must be migrated for this version of Tandem, but cannot be backed up first: ${why}; make its folder writable and free enough space for a copy`;
  return new UnusableDatabase('no-backup', message, cause);
};

/** The error for a database whose migration failed and was rolled back. */
export const createMigrationError = (file: string, backup: string, cause: unknown): UnusableDatabase => {
  const message = `${file} could not be migrated for this version of Tandem: ${getErrorMessage(cause)}; nothing in it was changed, and ${backup} is a copy of it`;
  return new UnusableDatabase('not-migrated', message, cause);
};

/** The error if the key of the secrets in a file cannot be used or replaced. */
export const createKeyError = (file: string, place: string, rotating: boolean, cause: unknown): unknown => {
  if (getErrorCode(cause) === 'SQLITE_BUSY' && rotating)
    return new UnusableDatabase(
      'busy',
      `The key of the secrets in ${file} cannot be replaced while another program uses the file; end it and try again`,
      cause,
    );
  // These errors have messages of their own: those of SQLite, and the limit of open files.
  if (/^(?:SQLITE_|EMFILE$|ENFILE$)/.test(getErrorCode(cause))) return cause;
  const message = `The secrets in ${file} cannot be encrypted, because their key in ${place} cannot be used: ${getErrorMessage(cause)}`;
  return new UnusableDatabase('no-key', message, cause);
};

const sentences: Readonly<Record<string, readonly [UnusableDatabase['reason'], string]>> = {
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
  const known = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  return known === undefined ? error : new UnusableDatabase(known[0], `${file} ${known[1]}`, error);
};
