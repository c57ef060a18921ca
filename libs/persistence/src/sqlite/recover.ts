import { chmod, copyFile, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { TaskQueue } from '@tandem/core';
import sqlite3 from 'sqlite3';
import type { DataSource } from 'typeorm';

import { getErrorCode, UnusableDatabase } from '../storage-fault.js';

/** Maximum number of backups that are kept. */
const maxBackups = 2;

const extension = '.backup';

/** The time in the format of file names, so that names sort by time. */
const formatTimestamp = (): string => new Date().toISOString().replace(/[:.]/g, '-');

/** The backups next to `file`, newest first. */
const listBackups = async (file: string): Promise<readonly string[]> => {
  const [folder, prefix] = [dirname(file), `${basename(file)}.`];
  const names = await readdir(folder);
  return names
    .filter((name) => name.startsWith(prefix) && name.endsWith(extension))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
};

const flushToDisk = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
};

/**
 * Uses SQLite to copy the database to a file next to the original, so that the copy is consistent even if others write meanwhile. The copy
 * is renamed when it is complete. Only the newest copies are kept.
 * @returns the path of the copy
 */
export const backUp = async (source: DataSource, file: string): Promise<string> => {
  const target = `${file}.${formatTimestamp()}${extension}`;
  const partial = `${target}.${process.pid}.partial`;
  // SQLite writes into an existing empty file and keeps its mode.
  await (await open(partial, 'wx', 0o600)).close();
  try {
    await source.query('VACUUM INTO ?', [partial]);
    await flushToDisk(partial);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  for (const old of (await listBackups(file)).slice(maxBackups)) await rm(old, { force: true });
  return target;
};

/** A running check of a whole database file. */
export interface Check {
  /** The first problem; undefined if there is none, or if the check was stopped or failed. */
  readonly problem: Promise<string | undefined>;
  readonly end: () => void;
}

/** Runs SQLite's `quick_check` on its own connection, so that it delays nothing else. The check reads about 300 MB per second. */
export const checkDatabase = (file: string): Check => {
  let database: sqlite3.Database | undefined;
  let isOpen = false;
  const problem = new Promise<string | undefined>((resolve) => {
    database = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (opening) => {
      if (opening) {
        resolve(undefined);
        return;
      }
      isOpen = true;
      database?.all<{ readonly quick_check: string }>('PRAGMA quick_check(1)', (error, rows) => {
        // The connection that uses the file reports that it is not a database, or that it is locked.
        const damage = getErrorCode(error) === 'SQLITE_CORRUPT' ? error?.message : undefined;
        const found = error ? damage : rows[0]?.quick_check;
        isOpen = false;
        database?.close(() => {
          resolve(found === 'ok' ? undefined : found?.replace(/\s*\n\s*/g, ' '));
        });
      });
    });
  });
  return {
    problem,
    end: () => {
      // SQLite throws if the connection is already closed.
      if (isOpen) database?.interrupt();
    },
  };
};

/** Creates the error for a damaged file, with the ways to recover. */
export const createDamageError = async (file: string, problem: string): Promise<UnusableDatabase> => {
  const [newest] = await listBackups(file);
  const restore = newest === undefined ? '' : `with --recover backup to restore ${newest}, or `;
  return new UnusableDatabase(
    'damaged',
    `${file} is damaged (${problem}); start ${restore}with --recover new to start with an empty database. Either way the damaged file is kept`,
  );
};

/** Minimum duration of a transaction that may have blocked another process, in milliseconds. */
const longTransactionMs = 20;

/**
 * Pause after such a transaction, in milliseconds. A process that waits for the lock tries every 25 to 100 ms and would miss a shorter
 * pause.
 */
const gapMs = 25;

/** Lets other processes write between consecutive long transactions. */
export const yieldBetweenWrites =
  (lane: TaskQueue, change: <A>(work: () => Promise<A>) => Promise<A>) =>
  <A>(work: () => Promise<A>): Promise<A> => {
    let took = 0;
    const done = change(async () => {
      const began = performance.now();
      try {
        return await work();
      } finally {
        took = performance.now() - began;
      }
    });
    const makeWay = () => {
      if (took > longTransactionMs) void lane(() => pause(gapMs));
    };
    done.then(makeWay, makeWay);
    return done;
  };

/** How to replace a damaged database: by its newest backup, or by a new database. */
export type Recovery = 'backup' | 'new';

const moveIfExists = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};

/** Renames a damaged database. Renames its log first: otherwise SQLite would apply the log to the replacement. */
const moveDamagedDatabase = async (file: string): Promise<string> => {
  const aside = `${file}.${formatTimestamp()}.damaged`;
  for (const suffix of ['-wal', '-shm', '']) await moveIfExists(`${file}${suffix}`, `${aside}${suffix}`);
  return aside;
};

/**
 * Renames a damaged database and puts its newest backup, or nothing, in its place.
 * @returns what was done, as text for the user
 * @throws UnusableDatabase if there is no backup; nothing is changed then
 */
export const recover = async (file: string, how: Recovery): Promise<string> => {
  if (how === 'new') {
    const aside = await moveDamagedDatabase(file);
    return `${file} was damaged and is kept as ${aside}; the database is new and empty`;
  }
  const [newest] = await listBackups(file);
  if (newest === undefined) {
    const advice = 'use --recover new to start with an empty database; the damaged file is kept';
    throw new UnusableDatabase('damaged', `${file} is damaged and has no backup; ${advice}`);
  }
  const restored = `${file}.restoring`;
  await copyFile(newest, restored);
  await chmod(restored, 0o600);
  const aside = await moveDamagedDatabase(file);
  await rename(restored, file);
  return `${file} was damaged and is kept as ${aside}; it was restored from ${newest}`;
};
