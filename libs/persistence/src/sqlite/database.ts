import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { TaskQueue } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { getDataFilePaths, keepPrivate, makeFolder } from '@tandem/node';
import type { DataSource } from 'typeorm';

import { createTransactionQueue, type Database, reportUnreadableOnce, sqliteDialect } from '../access.js';
import { getQuery } from '../rows/stored-rows.js';
import { findSchemaState, type SchemaState, sqliteHistory, upgradeUnreleased } from '../schema/upgrade.js';
import { keychain, openKeyFile } from '../secrecy/keys.js';
import { openSealing } from '../secrecy/open-sealing.js';
import type { Sealer } from '../secrecy/sealing.js';
import {
  createBackupError,
  createKeyError,
  createMigrationError,
  getErrorCode,
  StorageFault,
  toReadableError,
  toStorageFault,
  UnusableDatabase,
} from '../storage-fault.js';
import { connect, withTransaction } from './connection.js';
import {
  backUp,
  type Check,
  checkDatabase,
  createDamageError,
  recover,
  type Recovery,
  yieldBetweenWrites,
} from './recover.js';
import { createRowCache, openDataVersion } from './row-cache.js';

interface PresentSchema {
  readonly applied: readonly string[];
  readonly state: SchemaState;
}

const readState = async (source: DataSource, file: string): Promise<PresentSchema> => {
  const [table] = await source.query<unknown[]>(
    `SELECT 1 FROM sqlite_master WHERE name = '${sqliteHistory.table}'`,
  );
  const rows =
    table === undefined
      ? []
      : await source.query<{ readonly name: string }[]>(`SELECT "name" FROM "${sqliteHistory.table}"`);
  const applied = rows.map(({ name }) => name);
  return { applied, state: findSchemaState(sqliteHistory, applied, file) };
};

/** Backs up a database before a migration, unless it is new and has no content. */
const createBackup = async (
  source: DataSource,
  file: string,
  isNew: boolean,
): Promise<string | undefined> => {
  if (isNew) return undefined;
  try {
    return await backUp(source, file);
  } catch (error) {
    throw createBackupError(file, error);
  }
};

/**
 * Creates the tables of `source`, or runs the missing migrations, in one transaction, so that they run only once if two processes open a
 * file simultaneously. A database with content is backed up first.
 * @throws UnusableDatabase if the file has unknown migrations or cannot be migrated
 */
export const migrate = async (source: DataSource, file: string): Promise<void> => {
  const { state } = await readState(source, file);
  if (state === 'current') return;
  const backup = await createBackup(source, file, state === 'new');
  try {
    await withTransaction(source, async () => {
      const present = await readState(source, file);
      if (present.state === 'unreleased') await upgradeUnreleased(sqliteHistory, present.applied, source);
      await source.runMigrations({ transaction: 'none' });
    });
  } catch (error) {
    const isForUser = error instanceof UnusableDatabase || getErrorCode(error) === 'SQLITE_BUSY';
    throw isForUser || backup === undefined ? error : createMigrationError(file, backup, error);
  }
};

/** Number of free pages that stay in the file for the next writes. */
const minFreePages = 256;

/** Maximum number of pages that are returned at a time, so that writes wait only a few milliseconds. */
const maxReturnedPages = 256;

const incrementalMode = 2;

/** Returns the space of deleted rows to the operating system while nothing is written. */
export interface Shrinker {
  /** Called after each write. */
  readonly touch: () => void;
  readonly stop: () => void;
}

const readPragma = async (source: DataSource, pragma: string): Promise<number> => {
  const [row] = await source.query<Readonly<Record<string, number>>[]>(`PRAGMA ${pragma}`);
  return getOwnValue(row ?? {}, pragma) ?? 0;
};

/** Rebuilds a database of an older version once, so that free space can be returned in small steps. */
const enableIncrementalVacuum = async (source: DataSource): Promise<void> => {
  if ((await readPragma(source, 'auto_vacuum')) === incrementalMode) return;
  await source.query('PRAGMA auto_vacuum = INCREMENTAL');
  await source.query('VACUUM');
};

/** Truncates the log without waiting for readers. If a reader uses it, it is truncated the next time. */
const shortenLog = async (source: DataSource): Promise<void> => {
  const waited = await source.query<{ readonly timeout: number }[]>('PRAGMA busy_timeout');
  await source.query('PRAGMA busy_timeout = 0');
  try {
    await source.query('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    await source.query(`PRAGMA busy_timeout = ${waited[0]?.timeout ?? 0}`);
  }
};

/** @param idleMs time without writes after which space is returned, in milliseconds */
const createShrinker = (source: DataSource, lane: TaskQueue, idleMs: number): Shrinker => {
  let writes = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const shrink = async (): Promise<void> => {
    const before = writes;
    const isIdle = (): boolean => writes === before && !isStopped;
    const step = async (work: () => Promise<unknown>): Promise<void> => {
      if (isIdle()) await lane(async () => (isIdle() ? work() : undefined));
    };
    await step(() => enableIncrementalVacuum(source));
    while (isIdle() && (await readPragma(source, 'freelist_count')) > minFreePages)
      await step(() => source.query(`PRAGMA incremental_vacuum(${maxReturnedPages})`));
    await step(() => shortenLog(source));
  };
  const touch = (): void => {
    writes += 1;
    if (isStopped) return;
    clearTimeout(timer);
    // After a failure, such as a lock held by another process, the next write tries again.
    timer = setTimeout(() => void shrink().catch(() => undefined), idleMs).unref();
  };
  return {
    touch,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/** How long a write waits for other processes, in milliseconds. */
export const defaultBusyTimeoutMs = 5_000;

/**
 * Maximum size of a database that is checked before it is used, in bytes. Checking a larger one would delay the start too long, so it is
 * checked afterwards.
 */
const maxImmediateCheckBytes = 64 * 1024 * 1024;

const defaultShrinkAfterMs = 5_000;

export interface DatabaseOptions {
  /** Called with warnings for the user. */
  readonly notice?: (message: string) => void;
  /** How to replace a damaged file. By default, the start is refused. */
  readonly recover?: Recovery;
  /** Time after a write until free space is returned to the system, in milliseconds. */
  readonly shrinkAfterMs?: number;
  /** Maximum size of a file that is checked before it is used, in bytes. */
  readonly maxCheckedAtOnce?: number;
  /** Whether the key of the secrets is put into the platform's keychain, if there is one; otherwise it is in a file. */
  readonly keychain?: boolean;
  /** Whether to replace the key of the secrets. */
  readonly rotateKey?: boolean;
}

/** Creates the file for its owner only, and its folder if needed. */
const prepareFile = async (file: string, notice: (message: string) => void): Promise<void> => {
  await makeFolder(dirname(file));
  await (await open(file, 'a', 0o600)).close();
  const warning = await keepPrivate(file, 0o600);
  if (warning !== undefined) notice(warning);
};

interface Connections {
  readonly writer: DataSource;
  readonly sealer: Sealer;
  readonly reader: DataSource;
}

const openDatabaseSealing = async (
  writer: DataSource,
  file: string,
  { keychain: useKeychain = false, rotateKey = false, notice = () => undefined }: DatabaseOptions,
): Promise<Sealer> => {
  const beside = openKeyFile(getDataFilePaths(dirname(file)).secretKey);
  try {
    return await openSealing(writer, {
      locations: [keychain, beside],
      preferred: useKeychain ? [keychain, beside] : [beside],
      rotate: rotateKey,
      notice,
    });
  } catch (error) {
    throw createKeyError(file, beside.shown, rotateKey, error);
  }
};

const connectBoth = async (
  file: string,
  busyTimeoutMs: number,
  options: DatabaseOptions,
): Promise<Connections> => {
  const writer = await connect(file, busyTimeoutMs);
  try {
    await migrate(writer, file);
    const sealer = await openDatabaseSealing(writer, file, options);
    return { writer, sealer, reader: await connect(file, busyTimeoutMs) };
  } catch (error) {
    await writer.destroy();
    throw error;
  }
};

const openCheckedDatabase = async (
  file: string,
  busyTimeoutMs: number,
  maxChecked: number,
  options: DatabaseOptions,
): Promise<Connections> => {
  const { size } = await stat(file);
  const problem = size > 0 && size <= maxChecked ? await checkDatabase(file).problem : undefined;
  if (problem !== undefined) throw await createDamageError(file, problem);
  try {
    return await connectBoth(file, busyTimeoutMs, options);
  } catch (error) {
    if (getErrorCode(error) === 'SQLITE_CORRUPT')
      throw await createDamageError(file, (error as Error).message);
    throw toReadableError(file, error);
  }
};

const readFileIdentity = async (file: string): Promise<string> => {
  const { dev, ino } = await stat(file, { bigint: true });
  return `${dev}:${ino}`;
};

/**
 * Remembers the identity of `file`. SQLite continues to write into a deleted file, so its writes would be lost without an error.
 * @returns a check that throws a StorageFault once the path refers to another file or to none
 */
const createFileCheck = async (file: string): Promise<() => Promise<void>> => {
  const opened = await readFileIdentity(file);
  return async () => {
    const now = await readFileIdentity(file).catch((error: unknown) => error);
    if (now !== opened)
      throw new StorageFault('gone', file, now instanceof Error ? now : new Error('another file'));
  };
};

const isDamaged = (error: unknown): boolean =>
  error instanceof UnusableDatabase && (error.reason === 'damaged' || error.reason === 'not-a-database');

/** Checks a file that is too large to be checked before it is used. */
const checkInBackground = async (
  file: string,
  maxChecked: number,
  notice: (message: string) => void,
): Promise<Check> => {
  const { size } = await stat(file);
  if (size <= maxChecked) return { problem: Promise.resolve(undefined), end: () => undefined };
  const check = checkDatabase(file);
  const told = check.problem.then(async (problem) => {
    if (problem !== undefined) notice((await createDamageError(file, problem)).message);
    return problem;
  });
  return { problem: told.catch(() => undefined), end: check.end };
};

/**
 * Opens a SQLite file with one connection for writes and one for reads. Creates the file if needed and updates its schema.
 * @throws UnusableDatabase, or the system's error if the file cannot be accessed
 */
export const openDatabase = async (
  file: string,
  busyTimeoutMs: number,
  options: DatabaseOptions = {},
): Promise<Database> => {
  const notice = options.notice ?? (() => undefined);
  const maxChecked = options.maxCheckedAtOnce ?? maxImmediateCheckBytes;
  const attempt = async (): Promise<Connections> => {
    await prepareFile(file, notice);
    return openCheckedDatabase(file, busyTimeoutMs, maxChecked, options);
  };
  const { writer, reader, sealer } = await attempt().catch(async (error: unknown) => {
    if (options.recover === undefined || !isDamaged(error)) throw error;
    notice(await recover(file, options.recover));
    return attempt();
  });
  const lane = createTransactionQueue();
  const shrinking = createShrinker(writer, lane, options.shrinkAfterMs ?? defaultShrinkAfterMs);
  const check = await checkInBackground(file, maxChecked, notice);
  const checkFile = await createFileCheck(file);
  const naming = <A>(work: Promise<A>): Promise<A> =>
    work.catch((error: unknown) => {
      throw toStorageFault(file, error);
    });
  const changing = <A>(work: () => Promise<A>): Promise<A> => {
    shrinking.touch();
    return naming(lane(async () => (await checkFile(), work())));
  };
  const long = yieldBetweenWrites(lane, changing);
  const versions = await openDataVersion(writer);
  const kept = createRowCache(
    (sql, parameters) => naming(getQuery(reader.manager)(sql, parameters)),
    () => naming(versions.read()),
  );
  shrinking.touch();
  let closing: Promise<void> | undefined;
  return {
    file,
    read: (work) => naming(work(reader.manager)),
    rows: kept.rows,
    write: (work) => long(() => kept.writing(() => withTransaction(writer, work))),
    insert: (work) => changing(() => kept.apart(() => work(writer.manager))),
    leave: reportUnreadableOnce(notice),
    dialect: sqliteDialect,
    sealer,
    close: () => {
      shrinking.stop();
      check.end();
      return (closing ??= lane(async () => {
        await check.problem;
        await versions.close();
        await reader.destroy();
        await writer.destroy();
      }));
    },
  };
};
