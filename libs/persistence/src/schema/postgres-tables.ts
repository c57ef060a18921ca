import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

import { type Row, tables } from './tables.js';

const typeNames: ReadonlyMap<unknown, EntitySchemaColumnOptions['type']> = new Map([
  ['blob', 'bytea'],
  ['real', 'double precision'],
  ['integer', 'bigint'],
]);

type Columns = Readonly<Record<string, EntitySchemaColumnOptions>>;

/** The same table with PostgreSQL's column types. */
const toPostgresTable = ({ options: { name, columns } }: EntitySchema<Row>): EntitySchema<Row> => {
  const renamed = Object.entries(columns as Columns).map(([column, options]) => {
    const type = typeNames.get(options.type);
    return [column, type === undefined ? options : { ...options, type }];
  });
  return new EntitySchema<Row>({ name, columns: Object.fromEntries(renamed) as Columns });
};

/** The same tables under the same names. */
export const postgresTables = tables.map(toPostgresTable);
