import { type DataSource, type EntityManager, MigrationExecutor, type QueryRunner } from 'typeorm';

import { createTransactionQueue, type Database, postgresDialect, reportUnreadableOnce } from '../access.js';
import { getQuery } from '../rows/stored-rows.js';
import { findSchemaState, postgresHistory, type SchemaState, upgradeUnreleased } from '../schema/upgrade.js';
import { openKeyFile, readKnownKeys, writeKnownKeys } from '../secrecy/keys.js';
import { sealedTables } from '../secrecy/sealing.js';
import {
  openSharedSealing,
  type SharedSealing,
  type SharedSealingOptions,
} from '../secrecy/shared-sealing.js';
import { StorageFault, toStorageFault } from '../storage-fault.js';
import {
  type Address,
  connectClient,
  connectPool,
  findServerProblem,
  isUnreachable,
  toOpenError,
} from './connection.js';

/** Runs statements. */
interface Queries {
  readonly query: (sql: string, values?: unknown[]) => Promise<unknown>;
}

/** A number that other programs are unlikely to lock: "tand" in ASCII. */
const lockNamespace = 0x74_61_6e_64;

/**
 * Takes the lock that only one write transaction can hold, until the transaction ends. As in SQLite, writes therefore see what others
 * have committed, and changes are committed in the order of their positions.
 */
const lockWrites = async (queries: Queries): Promise<void> => {
  await queries.query('SELECT pg_advisory_xact_lock($1, 1)', [lockNamespace]);
};

/** Waits for the lock of `key`, which is released when the connection ends. */
export const lockTurn = async (queries: Queries, key: string): Promise<void> => {
  await queries.query('SELECT pg_advisory_lock($1, hashtext($2))', [lockNamespace + 1, key]);
};

interface PresentSchema {
  readonly applied: readonly string[];
  readonly state: SchemaState;
}

const readState = async (runner: QueryRunner, { shown }: Address): Promise<PresentSchema> => {
  const [table] = (await runner.query(
    `SELECT to_regclass('${postgresHistory.table}') AS "name"`,
  )) as readonly {
    readonly name: string | null;
  }[];
  const rows = (
    table?.name == null ? [] : await runner.query(`SELECT "name" FROM "${postgresHistory.table}"`)
  ) as readonly { readonly name: string }[];
  const applied = rows.map(({ name }) => name);
  return { applied, state: findSchemaState(postgresHistory, applied, shown) };
};

/**
 * Runs the missing migrations of a database in one transaction, so that processes that start simultaneously run them once.
 * @throws UnusableDatabase if the database has unknown migrations
 */
const migratePostgres = async (source: DataSource, address: Address): Promise<void> => {
  const runner = source.createQueryRunner();
  try {
    if ((await readState(runner, address)).state === 'current') return;
    await runner.startTransaction();
    try {
      await lockWrites(runner);
      const { applied, state } = await readState(runner, address);
      if (state === 'unreleased') await upgradeUnreleased(postgresHistory, applied, runner);
      const executor = new MigrationExecutor(source, runner);
      executor.transaction = 'none';
      await executor.executePendingMigrations();
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  } finally {
    await runner.release();
  }
};

/** The location of a store's key, and whether to replace the key. */
export interface StoreKeys {
  /** The file with the keys of this server. */
  readonly keyFile: string;
  /** The text of `TANDEM_STORE_KEY`. */
  readonly storeKey?: string;
  /** Whether to replace the key. */
  readonly rotateKey?: boolean;
}

/** Rewrites the tables after their secrets were encrypted for the first time, because deleted rows still contain plain text. */
const rewriteTables = async (source: DataSource, write: SharedSealingOptions['write']): Promise<void> => {
  const known = await readKnownKeys(source.manager);
  if (known === undefined || known.clean) return;
  for (const table of sealedTables) await source.query(`VACUUM FULL "${table}"`);
  await write(async (db) => {
    const now = await readKnownKeys(db);
    if (now !== undefined) await writeKnownKeys(db, { ...now, clean: true });
  });
};

/**
 * Opens the sealer of a PostgreSQL store.
 * @throws UnusableDatabase if the key is missing, or cannot be kept
 */
const openStoreSealing = async (
  source: DataSource,
  { shown }: Address,
  { keyFile: path, storeKey, rotateKey = false }: StoreKeys,
  { write, notice }: Pick<SharedSealingOptions, 'write' | 'notice'>,
): Promise<SharedSealing> => {
  const file = openKeyFile(path);
  const opened = await openSharedSealing({
    shown,
    file,
    given: storeKey,
    rotate: rotateKey,
    notice,
    write,
    read: (work) => work(source.manager),
  });
  // Fails while another server uses the tables; the next start tries again.
  await rewriteTables(source, write).catch(() => undefined);
  return opened;
};

const checkServer = async (url: string, address: Address): Promise<void> => {
  const client = await connectClient(url);
  try {
    const { rows } = await client.query<{ readonly version: string; readonly encoding: string }>(
      `SELECT current_setting('server_version_num') AS "version", current_setting('server_encoding') AS "encoding"`,
    );
    const problem = findServerProblem(address, Number(rows[0]?.version), rows[0]?.encoding ?? '');
    if (problem !== undefined) throw problem;
  } finally {
    void client.end().catch(() => undefined);
  }
};

const connect = async (url: string, address: Address, lockMs: number): Promise<DataSource> => {
  try {
    await checkServer(url, address);
    const source = await connectPool(url, lockMs);
    await migratePostgres(source, address).catch(async (error: unknown) => {
      await source.destroy();
      throw error;
    });
    return source;
  } catch (error) {
    throw toOpenError(address, error);
  }
};

/** Adds the address of the database to an error. */
export const toPostgresFault = ({ shown }: Address, error: unknown): unknown =>
  isUnreachable(error) ? new StorageFault('unreachable', shown, error) : toStorageFault(shown, error);

/** Runs `work` in a transaction, one at a time among all processes; an exception rolls it back. */
const withTransaction = async <A>(
  source: DataSource,
  work: (manager: EntityManager) => Promise<A>,
): Promise<A> => {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    await lockWrites(runner);
    const result = await work(runner.manager);
    await runner.commitTransaction();
    return result;
  } catch (error) {
    // If the connection is lost, the server has already rolled back the transaction.
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
};

/** A PostgreSQL database and its pool. */
export interface PostgresDatabase extends Database {
  readonly source: DataSource;
  /** Checks whether another server has replaced the key that encrypts the secrets. */
  readonly checkKey: () => Promise<void>;
}

/**
 * Opens a PostgreSQL database and updates its schema.
 * @throws UnusableDatabase
 */
export const openPostgresDatabase = async (
  url: string,
  address: Address,
  lockMs: number,
  keys: StoreKeys,
  notice: (message: string) => void,
): Promise<PostgresDatabase> => {
  const source = await connect(url, address, lockMs);
  const { sealer, check } = await openStoreSealing(source, address, keys, {
    write: (work) => withTransaction(source, work),
    notice,
  }).catch(async (error: unknown) => {
    await source.destroy();
    throw toOpenError(address, error);
  });
  const lane = createTransactionQueue();
  const naming = <A>(work: Promise<A>): Promise<A> =>
    work.catch((error: unknown) => {
      throw toPostgresFault(address, error);
    });
  let closing: Promise<void> | undefined;
  return {
    source,
    checkKey: () => check(source.manager),
    file: address.shown,
    read: (work) => naming(work(source.manager)),
    rows: (sql, parameters) => naming(getQuery(source.manager)(sql, parameters)),
    write: (work) =>
      naming(
        lane(() =>
          withTransaction(source, async (db) => {
            await check(db);
            return work(db);
          }),
        ),
      ),
    insert: (work) => naming(lane(() => work(source.manager))),
    leave: reportUnreadableOnce(notice),
    dialect: postgresDialect,
    sealer,
    close: () => (closing ??= lane(() => source.destroy())),
  };
};
