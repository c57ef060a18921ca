import type { AppError, UnreadableRow } from '@tandem/core';
import { unreadableError } from '@tandem/core';
import { decode, parseJson, stringifyJson, type t } from '@tandem/core/codec';
import { E, TE } from '@tandem/core/fp';
import type { EntityManager, EntitySchema } from 'typeorm';

import type { Access } from '../access.js';
import { Refusal } from '../refusal.js';
import type { Row } from '../schema/tables.js';
import { storageFailed } from '../storage-fault.js';

/** Converts async work to a TaskEither: errors for the caller are kept, anything else is `storage-failed`. */
export const tryStorage =
  (doing: string) =>
  <A>(work: () => Promise<A>): TE.TaskEither<AppError, A> =>
    TE.tryCatch(work, (cause) => {
      if (cause instanceof Refusal) return cause.error;
      return cause instanceof Unreadable
        ? { ...unreadableError(cause.row, cause), doing }
        : storageFailed(doing, cause);
    });

const selectWhere = (table: EntitySchema<Row>, where: Readonly<Record<string, string>>): string => {
  const { name, columns } = table.options;
  const selected = Object.keys(columns).map((column) => `"${column}"`);
  const conditions = Object.keys(where).map((column, index) => `"${column}" = $${index + 1}`);
  return `SELECT ${selected.join(', ')} FROM "${name}" WHERE ${conditions.join(' AND ')}`;
};

/** Queries rows. */
export type RowQuery = Access['rows'];

/** The queries of a connection or of a transaction on it. */
export const queryOf =
  (db: EntityManager): RowQuery =>
  (sql, parameters) =>
    db.query<Row[]>(sql, [...parameters]);

/**
 * The rows whose columns match `where`, in creation order. Used for the reads of each execution, because building such a
 * query takes TypeORM as long as SQLite takes to answer it.
 */
export const rowsWhere = (
  query: RowQuery,
  table: EntitySchema<Row>,
  where: Readonly<Record<string, string>>,
): Promise<readonly Row[]> => query(`${selectWhere(table, where)} ORDER BY "position"`, Object.values(where));

/** The row whose columns match `where`, a key of its table. */
export const rowWhere = async (
  query: RowQuery,
  table: EntitySchema<Row>,
  where: Readonly<Record<string, string>>,
): Promise<Row | undefined> => (await query(selectWhere(table, where), Object.values(where)))[0];

/** Decodes a row only once if the next read returns the same object. */
export const memoizeByRow = <A extends object>(read: (row: Row) => A): ((row: Row) => A) => {
  const known = new WeakMap<Row, A>();
  return (row) => {
    const found = known.get(row) ?? read(row);
    known.set(row, found);
    return found;
  };
};

/** Parses JSON text. */
export const tryParseJson = (text: unknown): E.Either<unknown, unknown> =>
  E.tryCatch(
    () => parseJson(String(text)),
    (error) => error,
  );

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A row that cannot be decoded; thrown through a read. */
export class Unreadable extends Error {
  readonly row: UnreadableRow;
  constructor(row: UnreadableRow) {
    super(`the ${row.entity} ${row.id} does not decode: ${row.fields.join(', ')}`);
    this.row = row;
  }
}

/** Decodes a row with its codec after parsing the `json` columns; an error contains the id and name of `about`. */
export const decodeStoredRow =
  <A>(entity: UnreadableRow['entity'], codec: t.Type<A, unknown>, json: readonly string[]) =>
  (row: Row, about: Row = row): A => {
    const refused = (fields: readonly string[]) => {
      const name = textOf(about.name);
      const id = textOf(about.id) ?? 'without an id';
      return new Unreadable({
        entity,
        id,
        ...(name === undefined ? {} : { name }),
        fields: [...new Set(fields)],
      });
    };
    const columns = Object.entries(row).map(
      ([name, value]) => [name, json.includes(name) ? tryParseJson(value) : E.right(value)] as const,
    );
    const broken = columns.filter(([, value]) => E.isLeft(value)).map(([name]) => name);
    if (broken.length > 0) throw refused(broken);
    const values = columns.map(([name, value]) => [name, E.isRight(value) ? value.right : undefined]);
    const decoded = decode(codec)(Object.fromEntries(values));
    if (E.isRight(decoded)) return decoded.right;
    throw refused(decoded.left.map(({ path }) => path.split(/[.[]/)[0] ?? path));
  };

/** The rows that can be decoded; the others are passed to `leave`. */
export const readableRows = <A>(
  rows: readonly Row[],
  read: (row: Row) => A,
  leave: (unreadable: UnreadableRow, row: Row) => void,
): readonly A[] =>
  rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      leave(error.row, row);
      return [];
    }
  });

/** The row of an entity, with the `json` columns as text. */
export const toRow = (entity: object, json: readonly string[]): Row =>
  Object.fromEntries(
    Object.entries(entity).map(([name, value]) => [
      name,
      json.includes(name) ? stringifyJson(value) : (value as unknown),
    ]),
  );
