import type { Row } from './schema/tables.js';

/** Queries rows, which must not be changed. */
type Query = (sql: string, parameters: readonly string[]) => Promise<readonly Row[]>;

/** Maximum number of cached queries. */
const mostQueries = 128;

/** Maximum length of cached rows, in UTF-16 units of their text. */
const longest = 128 * 1024;

const lengthOf = (rows: readonly Row[]): number =>
  rows
    .flatMap((row) => Object.values(row))
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

/** Answers queries from memory until someone writes. */
export interface KeptRows {
  /** Returns the same row objects as the last time if they have not changed since. */
  readonly rows: Query;
  /** Runs a write, during which nothing is answered from memory. */
  readonly writing: <A>(work: () => Promise<A>) => Promise<A>;
  /** Runs a write that does not affect these rows. The version is not queried meanwhile: that may wait for the same lock. */
  readonly apart: <A>(work: () => Promise<A>) => Promise<A>;
}

/**
 * @param query queries the database
 * @param foreignVersion returns a number that changes when someone else has written
 */
export const createKeptRows = (query: Query, foreignVersion: () => Promise<number>): KeptRows => {
  const kept = new Map<string, readonly Row[]>();
  let [writes, writesApart, version, generation] = [0, 0, NaN, 0];
  let asked: Promise<number> | undefined;
  const forget = (): void => {
    generation += 1;
    kept.clear();
  };
  /**
   * One version check for all simultaneous queries, made after all of them have begun. A tick comes after all promises that are
   * settled now, so that queries behind different numbers of promises share it.
   */
  const ask = (): Promise<number> =>
    (asked ??= new Promise<void>((resolve) => {
      process.nextTick(resolve);
    }).then(() => {
      asked = undefined;
      return foreignVersion();
    }));
  const keep = (key: string, rows: readonly Row[]): void => {
    if (lengthOf(rows) > longest) return;
    kept.set(key, rows);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostQueries) break;
      kept.delete(oldest);
    }
  };
  return {
    rows: async (sql, parameters) => {
      if (writes > 0 || writesApart > 0) return query(sql, parameters);
      const now = await ask();
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
