import type { AppError } from '@tandem/core';
import { decode, type t } from '@tandem/core/codec';
import { E, TE } from '@tandem/core/fp';
import type { EntityManager, EntitySchema } from 'typeorm';

import { Refusal } from './refusal.js';
import type { Row } from './schema/tables.js';
import { storageFailed } from './storage-fault.js';

/** Plain async work as a TaskEither: a refusal stays what it is, anything else is `storage-failed`. */
export const storing =
  (doing: string) =>
  <A>(work: () => Promise<A>): TE.TaskEither<AppError, A> =>
    TE.tryCatch(work, (cause) => (cause instanceof Refusal ? cause.error : storageFailed(doing, cause)));

/**
 * The rows whose columns are as in `where`, in the order of their creation. What each execution reads comes this way,
 * since to build such a query takes TypeORM as long as SQLite takes to answer it.
 */
export const rowsWhere = (
  db: EntityManager,
  table: EntitySchema<Row>,
  where: Readonly<Record<string, string>>,
): Promise<Row[]> => {
  const conditions = Object.keys(where).map((column) => `"${column}" = ?`);
  const sql = `SELECT * FROM "${table.options.name}" WHERE ${conditions.join(' AND ')} ORDER BY rowid`;
  return db.query<Row[]>(sql, Object.values(where));
};

/** Reads a row through its codec, the `json` columns parsed first. */
export const fromRow =
  <A>(codec: t.Type<A, unknown>, json: readonly string[]) =>
  (row: Row): A => {
    const entity = Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        json.includes(name) ? (JSON.parse(String(value)) as unknown) : value,
      ]),
    );
    const decoded = decode(codec)(entity);
    if (E.isRight(decoded)) return decoded.right;
    throw new Error(
      `a row of ${codec.name} does not decode: ${decoded.left.map(({ path }) => path).join(', ')}`,
    );
  };

/** The row of an entity, the `json` columns as text. */
export const toRow = (entity: object, json: readonly string[]): Row =>
  Object.fromEntries(
    Object.entries(entity).map(([name, value]) => [
      name,
      json.includes(name) ? JSON.stringify(value) : (value as unknown),
    ]),
  );
