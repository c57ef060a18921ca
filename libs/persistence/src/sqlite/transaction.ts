import type { DataSource, EntityManager } from 'typeorm';

/**
 * Runs `work` in a transaction of `source`; an exception rolls it back. It takes the write lock at the start: a transaction
 * that reads first and writes later would fail immediately if another process has written in between
 * (https://www.sqlite.org/isolation.html).
 */
export const withTransaction = async <A>(
  source: DataSource,
  work: (manager: EntityManager) => Promise<A>,
): Promise<A> => {
  await source.query('BEGIN IMMEDIATE');
  try {
    const result = await work(source.manager);
    await source.query('COMMIT');
    return result;
  } catch (error) {
    // On a full disk SQLite has already rolled back, and there is nothing left to undo.
    await source.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
};
