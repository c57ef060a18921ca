import type { EntitySchema } from 'typeorm';

import type { Access } from '../access.js';
import type { Row } from '../schema/tables.js';

/** How many rows are read at a time; others have the process after each time. */
export const readAtOnce = 250;

/** The rows of requests of a workspace, in creation order: every one, or those of `ids`. */
export async function* readAllRequests(
  { read, dialect }: Pick<Access, 'read' | 'dialect'>,
  table: EntitySchema<Row>,
  workspaceId: string,
  ids: readonly string[] | undefined,
): AsyncGenerator<readonly Row[]> {
  const { name, columns } = table.options;
  const selected = [...Object.keys(columns), 'position'].map((column) => `"${column}"`).join(', ');
  const some = ids === undefined ? '' : `AND "id" IN (SELECT value FROM ${dialect.texts('$3')})`;
  const given = ids === undefined ? [] : [JSON.stringify(ids)];
  // Thousands of rows: TypeORM's entities take longer than the query.
  const sql = `SELECT ${selected} FROM "${name}" WHERE "workspaceId" = $1 AND "position" > $2 ${some}
    ORDER BY "position" LIMIT ${readAtOnce}`;
  let after = 0;
  for (;;) {
    const from = after;
    const rows = await read((db) => db.query<Row[]>(sql, [workspaceId, from, ...given]));
    yield rows.map(({ position: _, ...row }) => row);
    if (rows.length < readAtOnce) return;
    after = Number(rows.at(-1)?.position);
  }
}
