import { type AppError, createUnreadableError, type UnreadableRow } from '@tandem/core';
import { decode, parseJson, stringifyJson, type t } from '@tandem/core/codec';
import { E, TE } from '@tandem/core/fp';
import type { EntityManager, EntitySchema } from 'typeorm';

import { createStorageError, Refusal } from '../storage-fault.js';

/** A row before it is decoded: a query may select anything. */
export type UndecodedRow = Readonly<Record<string, unknown>>;

type Parameters = readonly (string | number | null)[];

/** Runs a query. Its rows may be shared and must not be changed. */
export type RowQuery = (sql: string, parameters: Parameters) => Promise<readonly UndecodedRow[]>;

/** The queries of a connection or of a transaction on it. */
export const getQuery =
  (db: EntityManager): RowQuery =>
  (sql, parameters) =>
    db.query<UndecodedRow[]>(sql, [...parameters]);

const quoteNames = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** The name of a table in SQL. */
export const quoteTableName = <R extends object>({ options: { name } }: EntitySchema<R>): string =>
  `"${name}"`;

/**
 * Some columns of a table's rows. Used in each execution and for thousands of rows, where TypeORM takes as long to build a query as the
 * database takes to answer it.
 * @param rest the query after the name of the table
 */
export const select = async <R extends object, K extends keyof R & string>(
  query: RowQuery,
  table: EntitySchema<R>,
  columns: readonly K[],
  rest: string,
  parameters: Parameters = [],
): Promise<readonly Pick<R, K>[]> => {
  const rows = await query(`SELECT ${quoteNames(columns)} FROM ${quoteTableName(table)} ${rest}`, parameters);
  // The columns have the types of the table. What another program may have written is checked by the codec of the entity.
  return rows as readonly Pick<R, K>[];
};

type Where<K extends string> = Readonly<Record<K, string>>;

const formatConditions = (where: Where<string>): string =>
  `WHERE ${Object.keys(where)
    .map((column, index) => `"${column}" = $${index + 1}`)
    .join(' AND ')}`;

/**
 * Whole rows of a table.
 * @param rest the query after the name of the table
 */
export const selectAll = async <R extends object>(
  query: RowQuery,
  table: EntitySchema<R>,
  rest: string,
  parameters: Parameters = [],
): Promise<readonly R[]> => {
  const columns = quoteNames(Object.keys(table.options.columns));
  // The columns have the types of the table, as in `select`.
  return (await query(`SELECT ${columns} FROM ${quoteTableName(table)} ${rest}`, parameters)) as readonly R[];
};

/** The rows whose columns equal `where`, in creation order. */
export const findRows = <R extends object, K extends keyof R & string>(
  query: RowQuery,
  table: EntitySchema<R>,
  where: Where<K>,
): Promise<readonly R[]> =>
  selectAll(query, table, `${formatConditions(where)} ORDER BY "position"`, Object.values<string>(where));

/** The row whose columns equal `where`, a key of its table. */
export const findRow = async <R extends object, K extends keyof R & string>(
  query: RowQuery,
  table: EntitySchema<R>,
  where: Where<K>,
): Promise<R | undefined> =>
  (await selectAll(query, table, formatConditions(where), Object.values<string>(where)))[0];

/** Runs a query whose columns do not belong to a single table, and decodes its rows. */
export const queryDecoded = async <A>(
  query: RowQuery,
  codec: t.Type<A, unknown>,
  sql: string,
  parameters: Parameters = [],
): Promise<readonly A[]> => {
  const rows: readonly unknown[] = await query(sql, parameters);
  if (rows.every((row) => codec.is(row))) return rows;
  throw new Error(`a row is not ${codec.name}`);
};

/** Converts async work to a TaskEither: a refusal stays as it is, any other error becomes `storage-failed`. */
export const tryStorage =
  (doing: string) =>
  <A>(work: () => Promise<A>): TE.TaskEither<AppError, A> =>
    TE.tryCatch(work, (cause) => {
      if (cause instanceof Refusal) return cause.error;
      return cause instanceof UnreadableRowError
        ? { ...createUnreadableError(cause.row, cause), doing }
        : createStorageError(doing, cause);
    });

/** Returns the previously decoded value if a read returns the same row object. */
export const memoizeByRow = <R extends object, A extends object>(read: (row: R) => A): ((row: R) => A) => {
  const known = new WeakMap<R, A>();
  return (row) => {
    const found = known.get(row) ?? read(row);
    known.set(row, found);
    return found;
  };
};

/** Parses JSON text; the left side is the error. */
export const tryParseJson = (text: unknown): E.Either<unknown, unknown> =>
  E.tryCatch(
    () => parseJson(String(text)),
    (error) => error,
  );

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A row that cannot be decoded. Reads throw it, so that their caller can report the row. */
export class UnreadableRowError extends Error {
  readonly row: UnreadableRow;
  constructor(row: UnreadableRow) {
    super(`the ${row.entity} ${row.id} does not decode: ${row.fields.join(', ')}`);
    this.row = row;
  }
}

/** Decodes a row with its codec after parsing the `json` columns. Errors contain the id, and `about` for people. */
export const decodeStoredRow =
  <A>(entity: UnreadableRow['entity'], codec: t.Type<A, unknown>, json: readonly string[]) =>
  (row: UndecodedRow, about: UndecodedRow = row): A => {
    const refused = (fields: readonly string[]) => {
      const name = toText(about.name);
      const id = toText(about.id) ?? 'without an id';
      return new UnreadableRowError({
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

/** Decodes rows. Passes those that cannot be decoded to `leave`. */
export const decodeReadableRows = <R, A>(
  rows: readonly R[],
  read: (row: R) => A,
  leave: (unreadable: UnreadableRow, row: R) => void,
): readonly A[] =>
  rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      leave(error.row, row);
      return [];
    }
  });

/** Parses the JSON object in a column. Any other content is left for the codec to refuse. */
export const parseJsonColumn = <K extends string>(
  row: Readonly<Record<K, unknown>>,
  column: K,
): UndecodedRow => {
  const read = tryParseJson(row[column]);
  const isObject = E.isRight(read) && typeof read.right === 'object' && read.right !== null;
  return isObject ? (read.right as UndecodedRow) : { [column]: row[column] };
};

/** The row of an entity, with the `json` columns as text. */
export const toRow = <A extends object, J extends keyof A & string>(
  entity: A,
  json: readonly J[],
): { readonly [K in keyof A]: K extends J ? string : A[K] } => {
  const isJson = new Set<string>(json);
  const columns = Object.entries(entity).map(([name, value]) => [
    name,
    isJson.has(name) ? stringifyJson(value) : (value as unknown),
  ]);
  return Object.fromEntries(columns) as { readonly [K in keyof A]: K extends J ? string : A[K] };
};
