import { AsyncLocalStorage } from 'node:async_hooks';

import {
  createTaskQueue,
  createUnreadableError,
  describe,
  type TaskQueue,
  type UnreadableRow,
} from '@tandem/core';
import type { EntityManager } from 'typeorm';

import { getQuery, type RowQuery } from './rows/stored-rows.js';
import type { Sealer } from './secrecy/sealing.js';
import { toStorageFault } from './storage-fault.js';

/** Creates a queue that rejects work started from inside its running work, because that would wait for itself forever. */
export const createTransactionQueue = (): TaskQueue => {
  const lane = createTaskQueue();
  const running = new AsyncLocalStorage<{ done: boolean }>();
  return (work) => {
    if (running.getStore()?.done === false) {
      return Promise.reject(
        new Error('a transaction is already open; use the repositories that were passed to it'),
      );
    }
    return lane(async () => {
      const turn = { done: false };
      try {
        return await running.run(turn, work);
      } finally {
        turn.done = true;
        // Up to Node 22, an active AsyncLocalStorage makes every promise slower. No other work of the queue runs now.
        running.disable();
      }
    });
  };
};

/** SQL that differs between databases. Arguments and results are SQL expressions. */
export interface Dialect {
  /** The position of `part` in `text`, from 1; 0 if it does not occur. */
  readonly find: (text: string, part: string) => string;
  /** The elements of a JSON list as rows with the column `value`. */
  readonly elements: (json: string) => string;
  /** The texts of a JSON list as rows with the column `value`. */
  readonly texts: (json: string) => string;
  /** Whether a column contains JSON. */
  readonly isJson: (column: string) => string;
}

export const sqliteDialect: Dialect = {
  find: (text, part) => `instr(${text}, ${part})`,
  elements: (json) => `json_each(${json})`,
  texts: (json) => `json_each(${json})`,
  isJson: (column) => `json_valid(${column})`,
};

export const postgresDialect: Dialect = {
  find: (text, part) => `strpos(${text}, ${part})`,
  elements: (json) => `json_array_elements(CAST(${json} AS json))`,
  texts: (json) => `json_array_elements_text(CAST(${json} AS json))`,
  // The table accepts only JSON.
  isJson: () => 'true',
};

type Run = <A>(work: (manager: EntityManager) => Promise<A>) => Promise<A>;

/** How a repository accesses the database: directly, or within a transaction. */
export interface Access {
  /** Runs a read, which sees only committed data. */
  readonly read: Run;
  /** Runs a query that every execution makes, and returns its rows. The rows are shared between callers and must not be changed. */
  readonly rows: RowQuery;
  /** Runs `work` alone in its own transaction; an exception rolls it back. */
  readonly write: Run;
  /** Runs a single statement as its own transaction. The statement must not affect the results of `rows`. */
  readonly insert: Run;
  /** Called with each row that a list omits because it cannot be read. */
  readonly leave: (row: UnreadableRow) => void;
  readonly dialect: Dialect;
  /** Encrypts secrets in the database. */
  readonly sealer: Sealer;
}

/** A database for the repositories. */
export interface Database extends Access {
  /** Waits for running writes, and then closes the database. */
  readonly file: string;
  /** Closes the database after running writes. */
  readonly close: () => Promise<void>;
}

/** Access within a transaction of a database: all reads and writes are part of it. */
export const createTransactionAccess = (
  manager: EntityManager,
  { file, leave, dialect, sealer }: Database,
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
    sealer,
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
