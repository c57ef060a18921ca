import type { UnreadableRow } from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Database } from './database.js';
import { faultOf } from './storage-fault.js';

/** How a repository reaches the database: by itself, or within somebody's transaction. */
export interface Access {
  readonly read: Database['read'];
  readonly write: Database['write'];
  readonly insert: Database['insert'];
  /** Told of a row that a list leaves out because it cannot be read. */
  readonly leave: (row: UnreadableRow) => void;
}

/** Access within a transaction on `file`: reads and writes are all part of it. */
export const within = (manager: EntityManager, { file, leave }: Database): Access => {
  const run = <A>(work: (manager: EntityManager) => Promise<A>): Promise<A> =>
    work(manager).catch((error: unknown) => {
      throw faultOf(file, error);
    });
  return { read: run, write: run, insert: run, leave };
};
