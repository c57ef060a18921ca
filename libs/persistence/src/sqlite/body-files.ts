import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { struct, t } from '@tandem/core/codec';
import { makeFolder } from '@tandem/node';

import type { Database } from '../access.js';
import { getQuery, queryDecoded } from '../rows/stored-rows.js';
import type { executions, RowOf } from '../schema/tables.js';

/**
 * Minimum length of a body that gets a file of its own, in bytes. SQLite reads and writes shorter ones faster than a file
 * (https://sqlite.org/intern-v-extern-blob.html).
 */
export const minFileBytes = 64 * 1024;

/** Maximum disk space of all bodies in files together, in bytes. */
export const defaultBodiesBytes = 512 * 1024 * 1024;

/** The row of an execution that is about to be added. */
export type NewExecutionRow = Omit<RowOf<typeof executions>, 'position'>;

/** Stores long bodies of executions in files of their own. */
export interface BodyFiles {
  /** Splits a row into the row to store and the body to write into a file. There is no body if the row keeps it. */
  readonly apart: (row: NewExecutionRow) => { readonly row: NewExecutionRow; readonly body?: Uint8Array };
  /** Writes the body of a row that is already stored. */
  readonly write: (id: string, body: Uint8Array) => Promise<void>;
  /** The body of a stored row; null if the file is missing or incomplete. */
  readonly read: (id: string, length: number) => Promise<Uint8Array | null>;
  /** Removes the oldest bodies beyond the limit, and the files of deleted executions. */
  readonly tidy: () => Promise<void>;
  /** Tidies if a body was written, or an execution with a body was deleted, since the last time. */
  readonly tidyIfNeeded: () => Promise<void>;
}

/** Whether a name cannot lead out of the folder on any file system. */
const isFileName = (name: string): boolean => /^\w[\w-]*$/.test(name);

const listFileNames = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);

const countStoredSql = `SELECT count(*) AS "count" FROM "executions" WHERE "bodyFile" IS NOT NULL`;

const storedBodiesSql = `SELECT "id", "bodyFile" FROM "executions" WHERE "bodyFile" IS NOT NULL ORDER BY "position" DESC`;

const StoredBodyRow = struct('a body in a file', { id: t.string, bodyFile: t.number });
type StoredBodyRow = t.TypeOf<typeof StoredBodyRow>;

const Count = struct('a count', { count: t.number });

/**
 * The ids of the oldest bodies that must be removed so that the others have at most `maxBytes` bytes together. The rows are newest first.
 */
const findExcessBodies = (rows: readonly StoredBodyRow[], maxBytes: number): readonly string[] => {
  let sum = 0;
  return rows.flatMap(({ id, bodyFile }) => ((sum += bodyFile) > maxBytes ? [id] : []));
};

/**
 * Stores long bodies in files. Every process stores a row before it writes the row's file, and deletes a row before it removes the file. A
 * file without a row can therefore always be removed: no process is about to store its row.
 * @param folder where the files are; created when the first is written
 */
export const createBodyFiles = (
  { read, insert }: Pick<Database, 'read' | 'insert'>,
  folder: string,
  maxBytes: number = defaultBodiesBytes,
): BodyFiles => {
  const pathOf = (id: string): string => join(folder, id);
  const drop = async (ids: readonly string[]): Promise<void> => {
    const parameters = ids.map(() => '?').join(', ');
    const sql = `UPDATE "executions" SET "bodyFile" = NULL, "bodyKind" = NULL WHERE "id" IN (${parameters})`;
    await insert((db) => db.query(sql, [...ids]));
  };
  /** How many executions had a body in a file when the folder was last tidied. */
  let known = 0;
  let hasWritten = false;
  const tidy = async (): Promise<void> => {
    hasWritten = false;
    // List the names first, so that files that are written during the query are not removed.
    const names = await listFileNames(folder);
    known = 0;
    if (names.length === 0) return;
    const rows = await read((db) => queryDecoded(getQuery(db), StoredBodyRow, storedBodiesSql));
    const dropped = findExcessBodies(rows, maxBytes);
    if (dropped.length > 0) await drop(dropped);
    const kept = new Set(rows.map(({ id }) => id));
    for (const id of dropped) kept.delete(id);
    known = kept.size;
    for (const name of names) if (!kept.has(name)) await rm(pathOf(name), { force: true });
  };
  const isGone = async (): Promise<boolean> => {
    const [row] = await read((db) => queryDecoded(getQuery(db), Count, countStoredSql));
    return row?.count !== known;
  };
  return {
    apart: (row) => {
      const { id, body } = row;
      if (body === null || body.length < minFileBytes || !isFileName(id)) return { row };
      return { row: { ...row, body: null, bodyFile: body.length }, body };
    },
    write: async (id, body) => {
      hasWritten = true;
      await makeFolder(folder);
      await writeFile(pathOf(id), body, { mode: 0o600 });
    },
    read: async (id, length) => {
      const bytes = await readFile(pathOf(id)).catch(() => null);
      return bytes?.length === length ? new Uint8Array(bytes) : null;
    },
    tidy,
    tidyIfNeeded: async () => {
      if (hasWritten || (known > 0 && (await isGone()))) await tidy();
    },
  };
};
