import type { Pair } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { EntityManager } from 'typeorm';

import { getQuery } from '../rows/select.js';
import { tryParseJson } from '../rows/stored-rows.js';

/** The new stored form of a column; undefined leaves it unchanged. */
type Reseal = (stored: string) => string | undefined;

const resealPairs =
  (reseal: Reseal): Reseal =>
  (column) => {
    const read = tryParseJson(column);
    if (E.isLeft(read) || !Array.isArray(read.right)) return undefined;
    const pairs = read.right as readonly Partial<Pair>[];
    return JSON.stringify(
      pairs.map((pair) =>
        typeof pair.value === 'string' ? { ...pair, value: reseal(pair.value) ?? pair.value } : pair,
      ),
    );
  };

/** The columns with secrets: their table, its key, and whether they are lists of pairs whose values are sealed. */
const columns = [
  { table: 'environments', column: 'secrets', keys: ['id'], pairs: true },
  { table: 'retired_environments', column: 'secrets', keys: ['workspaceId', 'id'], pairs: true },
  { table: 'secret_hosts', column: 'bound', keys: ['environmentId', 'name'], pairs: true },
  { table: 'former_secrets', column: 'value', keys: ['position'], pairs: false },
  { table: 'auth_tokens', column: 'accessToken', keys: ['position'], pairs: false },
  { table: 'auth_tokens', column: 'refreshToken', keys: ['position'], pairs: false },
  { table: 'auth_tokens', column: 'idToken', keys: ['position'], pairs: false },
  { table: 'cookies', column: 'cookie', keys: ['position'], pairs: false },
  { table: 'activities', column: 'restores', keys: ['position'], pairs: false },
] as const;

/** The tables that have sealed columns. */
export const sealedTables: readonly string[] = [...new Set(columns.map(({ table }) => table))];

/**
 * Replaces the stored form of all sealed values.
 * @returns how many rows were changed
 */
export const resealAll = async (db: EntityManager, reseal: Reseal): Promise<number> => {
  let changed = 0;
  for (const { table, column, keys, pairs } of columns) {
    const change = pairs ? resealPairs(reseal) : reseal;
    const names = keys.map((key) => `"${key}"`).join(', ');
    const where = keys.map((key, index) => `"${key}" = $${index + 2}`).join(' AND ');
    const rows = await getQuery(db)(`SELECT ${names}, "${column}" AS "stored" FROM "${table}"`, []);
    for (const row of rows) {
      const next = change(String(row.stored));
      if (next === undefined || next === row.stored) continue;
      const sql = `UPDATE "${table}" SET "${column}" = $1 WHERE ${where}`;
      await db.query(sql, [next, ...keys.map((key) => row[key])]);
      changed += 1;
    }
  }
  return changed;
};
