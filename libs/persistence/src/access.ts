import type { EntityManager } from 'typeorm';

import type { Database } from './database.js';

/** How a repository reaches the database: by itself, or within somebody's transaction. */
export interface Access {
  readonly read: Database['read'];
  readonly write: Database['write'];
  readonly insert: Database['insert'];
}

/** Access within a transaction: reads and writes are all part of it. */
export const within = (manager: EntityManager): Access => ({
  read: (work) => work(manager),
  write: (work) => work(manager),
  insert: (work) => work(manager),
});
