import { getOwnValue } from '@tandem/core/codec';
import type { EntityManager, EntitySchema } from 'typeorm';

import type { Row } from '../schema/tables.js';

/** Inserts rows with one statement, all or none. Missing columns are null; generated ones are omitted. */
export const insertRows = async (
  db: EntityManager,
  table: EntitySchema<Row>,
  rows: readonly Row[],
): Promise<void> => {
  const { name, columns } = table.options;
  const written = Object.entries(columns).flatMap(([column, options]) =>
    options?.generated === undefined ? [column] : [],
  );
  const places = `(${written.map(() => '?').join(', ')})`;
  const names = written.map((column) => `"${column}"`).join(', ');
  await db.query(
    `INSERT INTO "${name}" (${names}) VALUES ${rows.map(() => places).join(', ')}`,
    rows.flatMap((row) => written.map((column) => getOwnValue(row, column) ?? null)),
  );
};
