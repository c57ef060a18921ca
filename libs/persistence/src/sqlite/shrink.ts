import type { TaskQueue } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import type { DataSource } from 'typeorm';

/** Pages that are kept free for the next writes. */
const spare = 256;

/** How many pages are returned at a time, so that writes wait only a few milliseconds. */
const slice = 256;

const incremental = 2;

/** Returns the space of deleted rows to the operating system while nothing is written. */
export interface Shrinker {
  /** Called after each write. */
  readonly touch: () => void;
  readonly stop: () => void;
}

const numberOf = async (source: DataSource, pragma: string): Promise<number> => {
  const [row] = await source.query<Readonly<Record<string, number>>[]>(`PRAGMA ${pragma}`);
  return getOwnValue(row ?? {}, pragma) ?? 0;
};

/** Rebuilds a database of an older version, once, so that it can shrink in slices. */
const makeIncremental = async (source: DataSource): Promise<void> => {
  if ((await numberOf(source, 'auto_vacuum')) === incremental) return;
  await source.query('PRAGMA auto_vacuum = INCREMENTAL');
  await source.query('VACUUM');
};

/** Shortens the log without waiting for readers; otherwise the next run does. */
const shortenLog = async (source: DataSource): Promise<void> => {
  const waited = await source.query<{ readonly timeout: number }[]>('PRAGMA busy_timeout');
  await source.query('PRAGMA busy_timeout = 0');
  try {
    await source.query('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    await source.query(`PRAGMA busy_timeout = ${waited[0]?.timeout ?? 0}`);
  }
};

/** @param idleMs how long nothing must be written, in milliseconds */
export const createShrinking = (source: DataSource, lane: TaskQueue, idleMs: number): Shrinker => {
  let writes = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const shrink = async (): Promise<void> => {
    const before = writes;
    const isIdle = (): boolean => writes === before && !isStopped;
    const step = async (work: () => Promise<unknown>): Promise<void> => {
      if (isIdle()) await lane(async () => (isIdle() ? work() : undefined));
    };
    await step(() => makeIncremental(source));
    while (isIdle() && (await numberOf(source, 'freelist_count')) > spare)
      await step(() => source.query(`PRAGMA incremental_vacuum(${slice})`));
    await step(() => shortenLog(source));
  };
  const touch = (): void => {
    writes += 1;
    if (isStopped) return;
    clearTimeout(timer);
    // A failure, such as a lock of another process, is retried after the next write.
    timer = setTimeout(() => void shrink().catch(() => undefined), idleMs).unref();
  };
  return {
    touch,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
