import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { getDataFilePaths, keepPrivate, makeFolder } from '@tandem/node';
import type { DataSource } from 'typeorm';

import { type Database, reportUnreadableOnce } from '../access.js';
import { connect, withTransaction } from './connection.js';
import { type Check, checkDatabase, createDamageError } from './damage.js';
import { sqliteDialect } from '../dialect.js';
import { getQuery } from '../rows/select.js';
import { createRowCache, openDataVersion } from './row-cache.js';
import { yieldBetweenWrites } from './make-way.js';
import { migrate } from './migrate.js';
import { recover, type Recovery } from './recover.js';
import { createShrinking } from './shrink.js';
import { getErrorCode, toStorageFault, StorageFault } from '../storage-fault.js';
import { createTransactionQueue } from '../transaction-lane.js';
import { keychain, openKeyFile } from '../secrecy/key-places.js';
import { openSealing } from '../secrecy/open-sealing.js';
import type { Sealing } from '../secrecy/sealing.js';
import { createKeyError, toReadableError, UnusableDatabase } from '../unusable-database.js';

/** How long a write waits for other processes, in milliseconds. */
export const defaultBusyTimeoutMs = 5_000;

/** A larger database is checked while it is already in use, because reading it would delay the start too long. */
const maxImmediateCheckBytes = 64 * 1024 * 1024;

const defaultShrinkAfterMs = 5_000;

export interface DatabaseOptions {
  /** Called with warnings for the user. */
  readonly notice?: (message: string) => void;
  /** What to do with a damaged file. By default, it is refused. */
  readonly recover?: Recovery;
  /** How long after a write free space is returned to the system, in milliseconds. */
  readonly shrinkAfterMs?: number;
  /** The size up to which the file is checked before it is used, in bytes. */
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
  readonly sealing: Sealing;
  readonly reader: DataSource;
}

const openDatabaseSealing = async (
  writer: DataSource,
  file: string,
  { keychain: useKeychain = false, rotateKey = false, notice = () => undefined }: DatabaseOptions,
): Promise<Sealing> => {
  const beside = openKeyFile(getDataFilePaths(dirname(file)).secretKey);
  try {
    return await openSealing(writer, {
      places: [keychain, beside],
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
    const sealing = await openDatabaseSealing(writer, file, options);
    return { writer, sealing, reader: await connect(file, busyTimeoutMs) };
  } catch (error) {
    await writer.destroy();
    throw error;
  }
};

const openSound = async (
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
 * Remembers the identity of `file`. SQLite continues to write into a deleted file, so its writes would be lost without an
 * error.
 * @returns a check that throws a StorageFault once the path leads to another file or to none
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
const checkLater = async (
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
    return openSound(file, busyTimeoutMs, maxChecked, options);
  };
  const { writer, reader, sealing } = await attempt().catch(async (error: unknown) => {
    if (options.recover === undefined || !isDamaged(error)) throw error;
    notice(await recover(file, options.recover));
    return attempt();
  });
  const lane = createTransactionQueue();
  const shrinking = createShrinking(writer, lane, options.shrinkAfterMs ?? defaultShrinkAfterMs);
  const check = await checkLater(file, maxChecked, notice);
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
    sealing,
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
