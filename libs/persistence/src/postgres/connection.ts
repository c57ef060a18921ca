import pg from 'pg';
import { DataSource } from 'typeorm';

import { postgresTables } from '../schema/postgres-tables.js';
import { clientConfig, TextClient } from './client.js';
import { migrations } from './migrations/all.js';

/** The most connections in the pool of a process. The one that listens and those that hold turns are not in it. */
const poolSize = 8;

/**
 * A pool of connections to a PostgreSQL database.
 * @param lockMs how long a lock of another process is waited for, in milliseconds
 */
export const connectPool = async (url: string, lockMs: number): Promise<DataSource> => {
  const source = new DataSource({
    type: 'postgres',
    driver: pg,
    entities: postgresTables,
    migrations: [...migrations],
    migrationsTableName: 'tandem_migrations',
    installExtensions: false,
    poolSize,
    // A connection that is lost while nobody uses it is replaced by the next query.
    poolErrorHandler: () => undefined,
    // The default one prints failed migrations to stdout, which may be an agent's.
    logger: 'debug',
    extra: { ...clientConfig(url), Client: TextClient, lock_timeout: lockMs },
  });
  return source.initialize();
};
