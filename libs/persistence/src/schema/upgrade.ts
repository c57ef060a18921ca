import type { MigrationInterface } from 'typeorm';

import { createNewerDatabaseError, createOutdatedError } from '../storage-fault.js';
import { PostgresFolderOrder, SqliteFolderOrder } from './folder-order.js';
import { Initial1795446000000 as PostgresInitial } from './postgres-initial.js';
import { Initial1795446000000 as SqliteInitial } from './sqlite-initial.js';

/** The migrations of one kind of database, and how unreleased builds recorded theirs. */
export interface SchemaHistory {
  /** The table with the names of applied migrations. */
  readonly table: string;
  /** Every migration, the oldest first. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** The names of `migrations`. */
  readonly names: readonly string[];
  /** The oldest migration of an unreleased build after which a database can be upgraded. */
  readonly oldestUpgradable: string;
  /** Completes the message about a database that cannot be opened: "use another …". */
  readonly alternative: 'data folder' | 'database';
}

export const sqliteHistory: SchemaHistory = {
  table: 'migrations',
  migrations: [SqliteInitial, SqliteFolderOrder],
  names: [new SqliteInitial().name, new SqliteFolderOrder().name],
  oldestUpgradable: 'Examples1795435200000',
  alternative: 'data folder',
};

export const postgresHistory: SchemaHistory = {
  table: 'tandem_migrations',
  migrations: [PostgresInitial, PostgresFolderOrder],
  names: [new PostgresInitial().name, new PostgresFolderOrder().name],
  oldestUpgradable: 'SealedSecrets1795438800000',
  alternative: 'database',
};

/** The time at which a migration was written, from the end of its name, in milliseconds since 1970. */
const getMigrationTime = (name: string): number => Number(name.slice(-13));

/** The state of a database's schema, which determines what must be done before the database is used. */
export type SchemaState = 'new' | 'current' | 'lacks-migrations' | 'unreleased';

/**
 * The state of a database with the migrations `applied`.
 * @param shown the name of the database in messages
 * @throws UnusableDatabase if it is of a newer version, or of an unreleased build that is too old
 */
export const findSchemaState = (
  { names, oldestUpgradable, alternative }: SchemaHistory,
  applied: readonly string[],
  shown: string,
): SchemaState => {
  const unknown = applied.filter((name) => !names.includes(name));
  const newer = unknown.filter((name) => !(getMigrationTime(name) < getMigrationTime(names[0] ?? '')));
  if (newer.length > 0) throw createNewerDatabaseError(shown, newer, alternative);
  if (unknown.length > 0) {
    if (applied.includes(oldestUpgradable)) return 'unreleased';
    const [last = ''] = unknown.toSorted((a, b) => getMigrationTime(b) - getMigrationTime(a));
    throw createOutdatedError(shown, last, alternative);
  }
  if (applied.length === 0) return 'new';
  return applied.length < names.length ? 'lacks-migrations' : 'current';
};

/** The last migration before 0.1.0. It changed no table. */
const lastUnreleased = 'FolderAuth1795442400000';

/** Runs statements in the transaction of the migrations. */
interface Queries {
  readonly query: (sql: string) => Promise<unknown>;
}

/**
 * Turns a database of an unreleased build of 0.1.0 into one with the initial schema of 0.1.0, which has a single migration instead of
 * all earlier ones.
 */
export const upgradeUnreleased = async (
  { table, names: [initial = ''] }: SchemaHistory,
  applied: readonly string[],
  queries: Queries,
): Promise<void> => {
  // "None" in a folder now ends the inheritance of auth. It used to mean "Inherit", so folders with "None" are changed to "Inherit".
  if (!applied.includes(lastUnreleased))
    await queries.query(
      `UPDATE "folders" SET "auth" = '{"type":"inherit"}' WHERE "auth" = '{"type":"none"}'`,
    );
  await queries.query(`DELETE FROM "${table}"`);
  await queries.query(
    `INSERT INTO "${table}" ("timestamp", "name") VALUES (${getMigrationTime(initial)}, '${initial}')`,
  );
};
