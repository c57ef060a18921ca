import type { t } from '@tandem/core/codec';
import type { EntityManager, EntitySchema } from 'typeorm';

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

const quote = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** The name of a table in SQL. */
export const nameOf = <R extends object>({ options: { name } }: EntitySchema<R>): string => `"${name}"`;

/**
 * Some columns of rows of a table. Used where TypeORM takes as long to build a query as the database to answer it: in each
 * execution, and for thousands of rows.
 * @param rest the query after the name of the table
 */
export const select = async <R extends object, K extends keyof R & string>(
  query: RowQuery,
  table: EntitySchema<R>,
  columns: readonly K[],
  rest: string,
  parameters: Parameters = [],
): Promise<readonly Pick<R, K>[]> => {
  const rows = await query(`SELECT ${quote(columns)} FROM ${nameOf(table)} ${rest}`, parameters);
  // The columns have the types of the table. What another program may have written is checked by the codec of the entity.
  return rows as readonly Pick<R, K>[];
};

type Where<K extends string> = Readonly<Record<K, string>>;

const conditionsOf = (where: Where<string>): string =>
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
  const columns = quote(Object.keys(table.options.columns));
  // As in `select`.
  return (await query(`SELECT ${columns} FROM ${nameOf(table)} ${rest}`, parameters)) as readonly R[];
};

/** The rows whose columns match `where`, in creation order. */
export const findRows = <R extends object, K extends keyof R & string>(
  query: RowQuery,
  table: EntitySchema<R>,
  where: Where<K>,
): Promise<readonly R[]> =>
  selectAll(query, table, `${conditionsOf(where)} ORDER BY "position"`, Object.values<string>(where));

/** The row whose columns match `where`, a key of its table. */
export const findRow = async <R extends object, K extends keyof R & string>(
  query: RowQuery,
  table: EntitySchema<R>,
  where: Where<K>,
): Promise<R | undefined> =>
  (await selectAll(query, table, conditionsOf(where), Object.values<string>(where)))[0];

/** The rows of a query whose columns are those of no table. */
export const queryAs = async <A>(
  query: RowQuery,
  codec: t.Type<A, unknown>,
  sql: string,
  parameters: Parameters = [],
): Promise<readonly A[]> => {
  const rows: readonly unknown[] = await query(sql, parameters);
  if (rows.every((row) => codec.is(row))) return rows;
  throw new Error(`a row is not ${codec.name}`);
};
