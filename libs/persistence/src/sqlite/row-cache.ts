import type { Database, Statement } from 'sqlite3';
import type { DataSource } from 'typeorm';

import type { RowQuery, UndecodedRow } from '../rows/stored-rows.js';

/** Maximum number of cached queries. */
const maxCachedQueries = 128;

/** Maximum length of cached rows, in UTF-16 units of their text. */
const maxCachedLength = 128 * 1024;

const measureRows = (rows: readonly UndecodedRow[]): number =>
  rows
    .flatMap((row) => Object.values(row))
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

/** Resolves after all promises that are settled now, and after the promises that depend on them. */
const tick = (): Promise<void> =>
  new Promise((resolve) => {
    process.nextTick(resolve);
  });

/**
 * Shares one call of `work` among all callers in the same turn of the event loop, and among those in the turn in which it resolves. No
 * event from outside can arrive within a turn, so the result is not outdated.
 */
const shareWithinTurn = <A>(work: () => Promise<A>): (() => Promise<A>) => {
  let shared: Promise<A> | undefined;
  const begin = (): Promise<A> => {
    shared = undefined;
    const done = work();
    const forget = (): void => {
      if (shared === done) shared = undefined;
    };
    done.then(() => {
      shared ??= done;
      void tick().then(forget);
    }, forget);
    return done;
  };
  return () => (shared ??= tick().then(begin));
};

/** Answers queries from memory as long as nobody writes. */
export interface RowCache {
  /** Runs a query. Returns the same row objects as the last time if they have not changed since. */
  readonly rows: RowQuery;
  /** Runs a write. Until it ends, nothing is answered from memory. */
  readonly writing: <A>(work: () => Promise<A>) => Promise<A>;
  /**
   * Runs a write that does not affect the cached rows. The version is not queried until it ends, because the query might wait for the same
   * lock.
   */
  readonly apart: <A>(work: () => Promise<A>) => Promise<A>;
}

/**
 * @param query runs a query on the database
 * @param foreignVersion returns a number that changes when someone else has written
 */
export const createRowCache = (query: RowQuery, foreignVersion: () => Promise<number>): RowCache => {
  const kept = new Map<string, readonly UndecodedRow[]>();
  let [writes, writesApart, version, generation] = [0, 0, NaN, 0];
  const askVersion = shareWithinTurn(foreignVersion);
  const forget = (): void => {
    generation += 1;
    kept.clear();
  };
  const keep = (key: string, rows: readonly UndecodedRow[]): void => {
    if (measureRows(rows) > maxCachedLength) return;
    kept.set(key, rows);
    for (const oldest of kept.keys()) {
      if (kept.size <= maxCachedQueries) break;
      kept.delete(oldest);
    }
  };
  return {
    rows: async (sql, parameters) => {
      if (writes > 0 || writesApart > 0) return query(sql, parameters);
      const now = await askVersion();
      if (now !== version) {
        forget();
        version = now;
      }
      const key = JSON.stringify([sql, ...parameters]);
      const known = writes > 0 ? undefined : kept.get(key);
      if (known !== undefined) return known;
      const before = generation;
      const rows = await query(sql, parameters);
      if (generation === before && writes === 0) keep(key, rows);
      return rows;
    },
    writing: async (work) => {
      writes += 1;
      forget();
      try {
        return await work();
      } finally {
        writes -= 1;
        forget();
      }
    },
    apart: async (work) => {
      writesApart += 1;
      try {
        return await work();
      } finally {
        writesApart -= 1;
      }
    },
  };
};

/** Detects writes by other connections. */
export interface DataVersion {
  /** A number that changes with each commit by another connection, but not with the connection's own commits. */
  readonly read: () => Promise<number>;
  readonly close: () => Promise<void>;
}

type DataVersionRows = readonly { readonly data_version: number }[];

/** Prepares `PRAGMA data_version` (https://www.sqlite.org/pragma.html#pragma_data_version) on the connection of `source`. */
export const openDataVersion = async (source: DataSource): Promise<DataVersion> => {
  // TypeORM exports no type of its SQLite driver, which has the connection.
  const { databaseConnection } = source.driver as unknown as { readonly databaseConnection: Database };
  const statement = await new Promise<Statement>((resolve, reject) => {
    const prepared = databaseConnection.prepare('PRAGMA data_version', (error: Error | null) => {
      if (error === null) resolve(prepared);
      else reject(error);
    });
  });
  return {
    read: () =>
      new Promise((resolve, reject) => {
        statement.all((error: Error | null, rows: unknown) => {
          if (error === null) resolve((rows as DataVersionRows)[0]?.data_version ?? NaN);
          else reject(error);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        statement.finalize(() => {
          resolve();
        });
      }),
  };
};
