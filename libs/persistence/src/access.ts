import { describe, createUnreadableError, type UnreadableRow } from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Dialect } from './dialect.js';
import { getQuery, type RowQuery } from './rows/select.js';
import type { Sealing } from './secrecy/sealing.js';
import { toStorageFault } from './storage-fault.js';

type Run = <A>(work: (manager: EntityManager) => Promise<A>) => Promise<A>;

/** How a repository accesses the database: directly, or within a transaction. */
export interface Access {
  /** Runs a read, which sees only committed data. */
  readonly read: Run;
  /** The rows of a query that every execution makes. They are shared and must not be changed. */
  readonly rows: RowQuery;
  /** Runs `work` alone in its own transaction; an exception rolls it back. */
  readonly write: Run;
  /** Runs a single statement, its own transaction, that does not affect the results of `rows`. */
  readonly insert: Run;
  /** Called for a row that a list omits because it cannot be read. */
  readonly leave: (row: UnreadableRow) => void;
  readonly dialect: Dialect;
  /** Encrypts secrets in the database. */
  readonly sealing: Sealing;
}

/** A database for the repositories. */
export interface Database extends Access {
  /** Its name in errors: the path of a file, or the address of a server. */
  readonly file: string;
  /** Closes the database after running writes. */
  readonly close: () => Promise<void>;
}

/** Access within a transaction of a database: all reads and writes are part of it. */
export const createTransactionAccess = (
  manager: EntityManager,
  { file, leave, dialect, sealing }: Database,
): Access => {
  const run: Run = (work) =>
    work(manager).catch((error: unknown) => {
      throw toStorageFault(file, error);
    });
  return {
    read: run,
    rows: (sql, parameters) => run((db) => getQuery(db)(sql, parameters)),
    write: run,
    insert: run,
    leave,
    dialect,
    sealing,
  };
};

/** Reports each unreadable row only once. */
export const reportUnreadableOnce = (notice: (message: string) => void): Access['leave'] => {
  const given = new Set<string>();
  return (row) => {
    const message = describe(createUnreadableError(row));
    if (!given.has(message)) notice(message);
    given.add(message);
  };
};
