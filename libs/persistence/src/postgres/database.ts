import type { DataSource, EntityManager } from 'typeorm';

import { type Database, reportUnreadableOnce } from '../access.js';
import { postgresDialect } from '../dialect.js';
import { createTransactionQueue } from '../transaction-lane.js';
import { toStorageFault, StorageFault } from '../storage-fault.js';
import { getQuery } from '../rows/select.js';
import type { Address } from './address.js';
import { connectClient } from './client.js';
import { connectPool } from './connection.js';
import { migratePostgres } from './migrate.js';
import { isUnreachable, toOpenError, findUnsuitability } from './refusals.js';
import { openStoreSealing, type StoreKeys } from './sealing.js';
import { lockWrites } from './write-lock.js';

const checkServer = async (url: string, address: Address): Promise<void> => {
  const client = await connectClient(url);
  try {
    const { rows } = await client.query<{ readonly version: string; readonly encoding: string }>(
      `SELECT current_setting('server_version_num') AS "version", current_setting('server_encoding') AS "encoding"`,
    );
    const problem = findUnsuitability(address, Number(rows[0]?.version), rows[0]?.encoding ?? '');
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
    // If the connection is lost, the server has rolled it back already.
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
};

/** A PostgreSQL database and its pool. */
export interface PostgresDatabase extends Database {
  readonly source: DataSource;
  /** Checks whether another server has replaced the key of the secrets. */
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
  const { sealing, check } = await openStoreSealing(source, address, keys, {
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
    sealing,
    close: () => (closing ??= lane(() => source.destroy())),
  };
};
