import type { DataSource, EntityManager } from 'typeorm';

/**
 * Runs `work` in a transaction of `source`; an exception undoes it.
 * It takes the write lock at its beginning: one that reads first and writes later would be refused at once, without
 * any wait, when another process has written in between (https://www.sqlite.org/isolation.html).
 */
export const inTransaction = async <A>(
  source: DataSource,
  work: (manager: EntityManager) => Promise<A>,
): Promise<A> => {
  await source.query('BEGIN IMMEDIATE');
  try {
    const result = await work(source.manager);
    await source.query('COMMIT');
    return result;
  } catch (error) {
    // On a full disk SQLite has rolled back by itself, and then there is nothing left to undo.
    await source.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
};
