import sqlite3 from 'sqlite3';

import { backupsOf } from './backup.js';
import { codeOf } from './storage-fault.js';
import { UnusableDatabase } from './unusable-database.js';

/** A check of a whole database, which reads all of its file. */
export interface Check {
  /** What is wrong first, or undefined; undefined, too, when the check was ended or could not be made. */
  readonly problem: Promise<string | undefined>;
  readonly end: () => void;
}

/**
 * Runs SQLite's `quick_check` on a connection of its own, so that it delays nothing else.
 * It reads about 300 MB a second.
 */
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
        // What is no database at all, or is locked, is told by the connection that is to use it.
        const damage = codeOf(error) === 'SQLITE_CORRUPT' ? error?.message : undefined;
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
      // SQLite throws for a connection that is closed already.
      if (isOpen) database?.interrupt();
    },
  };
};

/** The refusal of a damaged file, with the ways on from there. */
export const damagedDatabase = async (file: string, problem: string): Promise<UnusableDatabase> => {
  const [newest] = await backupsOf(file);
  const restore = newest === undefined ? '' : `with --recover backup to restore ${newest}, or `;
  return new UnusableDatabase(
    'damaged',
    `${file} is damaged (${problem}); start ${restore}with --recover new to start with an empty database. Either way the damaged file is kept`,
  );
};
