import type { UnreadableRow } from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Dialect } from './dialect.js';
import type { Row } from './schema/tables.js';
import { faultOf } from './storage-fault.js';

type Run = <A>(work: (manager: EntityManager) => Promise<A>) => Promise<A>;

/** How a repository reaches the database: by itself, or within somebody's transaction. */
export interface Access {
  /** Runs a read; it sees what was committed and never the middle of a transaction. */
  readonly read: Run;
  /** The rows of a query that each execution makes. They may be shared, so they are never changed. */
  readonly rows: (sql: string, parameters: readonly string[]) => Promise<readonly Row[]>;
  /** Runs `work` alone in a transaction of its own; an exception undoes it. */
  readonly write: Run;
  /** Runs one statement alone, which is a transaction of its own and changes nothing that `rows` reads. */
  readonly insert: Run;
  /** Told of a row that a list leaves out because it cannot be read. */
  readonly leave: (row: UnreadableRow) => void;
  readonly dialect: Dialect;
}

/** A database as the repositories need it. */
export interface Database extends Access {
  /** What errors call it: the path of a file, or the address of a server. */
  readonly file: string;
  /** Ends after the writes that were begun. */
  readonly close: () => Promise<void>;
}

/** Access within a transaction of a database: reads and writes are all part of it. */
export const within = (manager: EntityManager, { file, leave, dialect }: Database): Access => {
  const run: Run = (work) =>
    work(manager).catch((error: unknown) => {
      throw faultOf(file, error);
    });
  return {
    read: run,
    rows: (sql, parameters) => run((db) => db.query<Row[]>(sql, [...parameters])),
    write: run,
    insert: run,
    leave,
    dialect,
  };
};
