import pg from 'pg';
import { DataSource } from 'typeorm';

import { postgresTables } from '../schema/tables.js';
import { postgresHistory } from '../schema/upgrade.js';
import { createClientConfig, TextClient } from './client.js';

/** Maximum size of the connection pool of a process, without the connections that listen or hold turns. */
const poolSize = 8;

/**
 * A pool of connections to a PostgreSQL database.
 * @param lockMs how long to wait for locks of other processes, in milliseconds
 */
export const connectPool = async (url: string, lockMs: number): Promise<DataSource> => {
  const source = new DataSource({
    type: 'postgres',
    driver: pg,
    entities: postgresTables,
    migrations: [...postgresHistory.migrations],
    migrationsTableName: postgresHistory.table,
    installExtensions: false,
    poolSize,
    // An idle connection that is lost is replaced by the next query.
    poolErrorHandler: () => undefined,
    // The default logger prints failed migrations to stdout, which may belong to an agent.
    logger: 'debug',
    extra: { ...createClientConfig(url), Client: TextClient, lock_timeout: lockMs },
  });
  return source.initialize();
};
