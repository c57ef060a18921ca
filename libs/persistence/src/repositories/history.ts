import { getOwnValue } from '@tandem/core/codec';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import type { BodyFiles, NewExecutionRow } from '../sqlite/body-files.js';
import { quoteTableName } from '../rows/stored-rows.js';
import { executions } from '../schema/tables.js';
import { getErrorCode } from '../storage-fault.js';

/** Adds executions, and reads them together with those that are not written yet. */
export interface History {
  readonly add: (row: NewExecutionRow) => Promise<void>;
  /** Runs a read, which sees everything that was added. */
  readonly read: Access['read'];
  /** Resolves once every added execution is written, or is lost and the notice says so. */
  readonly written: () => Promise<void>;
}

type Connection = Pick<Access, 'read' | 'insert'>;

/** Writes each execution before `add` ends. */
export const createImmediateHistory = ({ read, insert }: Connection): History => ({
  add: async (row) => {
    await insert((db) => db.insert(executions, row));
  },
  read,
  written: () => Promise.resolve(),
});

/** The limits of a group of waiting executions. It is written when it reaches one of them. */
export interface HistoryLimits {
  /** Maximum time that an execution waits to be written, in milliseconds. */
  readonly delayMs: number;
  /** Maximum number of executions in a group. */
  readonly maxExecutions: number;
  /** Maximum size of waiting texts and bodies, in bytes. */
  readonly maxBytes: number;
}

const defaultLimits: HistoryLimits = { delayMs: 50, maxExecutions: 64, maxBytes: 8 * 1024 * 1024 };

const describeCause = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const countRowBytes = (row: NewExecutionRow): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8),
    0,
  );

/** Inserts all rows with one statement, or none. Missing columns are null, and generated columns are omitted. */
const insertRows = async (db: EntityManager, rows: readonly NewExecutionRow[]): Promise<void> => {
  const { columns } = executions.options;
  const written = Object.entries(columns).flatMap(([column, options]) =>
    options.generated === undefined ? [column] : [],
  );
  const parameters = `(${written.map(() => '?').join(', ')})`;
  const names = written.map((column) => `"${column}"`).join(', ');
  await db.query(
    `INSERT INTO ${quoteTableName(executions)} (${names}) VALUES ${rows.map(() => parameters).join(', ')}`,
    rows.flatMap((row) => written.map((column) => getOwnValue(row, column) ?? null)),
  );
};

/** Stores rows, and then the bodies that belong in files. */
const storeRows =
  (insert: Connection['insert'], files: BodyFiles | undefined, notice: (message: string) => void) =>
  async (rows: readonly NewExecutionRow[]): Promise<void> => {
    const parts = rows.map((row) => files?.apart(row) ?? { row });
    const bare = parts.map(({ row }) => row);
    await insert((db) => insertRows(db, bare));
    if (files === undefined) return;
    try {
      for (const { row, body } of parts) if (body) await files.write(row.id, body);
      await files.tidyIfNeeded();
    } catch (error) {
      // The executions are stored, but without these bodies.
      notice(`The body of a response could not be stored: ${describeCause(error)}`);
    }
  };

/**
 * Writes executions a moment after they were added, in groups and in their order. Executions that still wait are lost if the process is
 * killed.
 * @param notice called when executions could not be written. From then on, `add` writes each one itself until that succeeds.
 */
export const createGroupedHistory = (
  { read, insert }: Connection,
  notice: (message: string) => void,
  given: Partial<HistoryLimits> = {},
  files?: BodyFiles,
): History => {
  const limits = { ...defaultLimits, ...given };
  let waiting: NewExecutionRow[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  let isFailing = false;
  const store = storeRows(insert, files, notice);
  const group = async (rows: readonly NewExecutionRow[]): Promise<void> => {
    try {
      await store(rows);
    } catch (error) {
      // A row that the table rejects must not prevent the others.
      if (rows.length > 1 && getErrorCode(error) === 'SQLITE_CONSTRAINT') {
        for (const row of rows) await group([row]);
        return;
      }
      isFailing = true;
      notice(
        `${rows.length} of the latest executions could not be stored in the history: ${describeCause(error)}`,
      );
    }
  };
  const written = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return last;
    const rows = waiting;
    [waiting, bytes] = [[], 0];
    last = last.then(() => group(rows));
    return last;
  };
  const alone = async (row: NewExecutionRow): Promise<void> => {
    await written();
    await store([row]);
    isFailing = false;
  };
  return {
    add: async (row) => {
      if (isFailing) return alone(row);
      waiting.push(row);
      bytes += countRowBytes(row);
      // Callers that add faster than the disk writes have to wait for it.
      if (waiting.length >= limits.maxExecutions || bytes >= limits.maxBytes) return written();
      timer ??= setTimeout(() => void written(), limits.delayMs);
    },
    read: async (work) => {
      await written();
      return read(work);
    },
    written,
  };
};
