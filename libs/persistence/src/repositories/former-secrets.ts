import { formerSecrets, mostFormer, type Pair } from '@tandem/core';
import type { EntityManager } from 'typeorm';

import { queryOf, rowWhere } from '../rows.js';
import { environments } from '../schema/tables.js';
import { secretsFrom } from './secrets-from.js';

const insertOne = `INSERT INTO former_secrets ("workspaceId", "name", "value") VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING`;

const deleteOldest = `DELETE FROM former_secrets WHERE "workspaceId" = $1 AND "position" NOT IN
  (SELECT "position" FROM former_secrets WHERE "workspaceId" = $1 ORDER BY "position" DESC LIMIT $2)`;

/** Stores the values of `present` that `next` no longer contains. */
export const keepFormer = async (
  db: EntityManager,
  workspaceId: string,
  present: readonly Pair[],
  next: readonly Pair[],
): Promise<void> => {
  const former = formerSecrets(present, next);
  for (const { name, value } of former) await db.query(insertOne, [workspaceId, name, value]);
  if (former.length > 0) await db.query(deleteOldest, [workspaceId, mostFormer]);
};

/** The current secrets of an environment; for a damaged one, everything that may be a secret. */
export const storedSecrets = async (
  db: EntityManager,
  workspaceId: string,
  id: string,
): Promise<readonly Pair[]> => {
  const row = await rowWhere(queryOf(db), environments, { id, workspaceId });
  return row === undefined ? [] : secretsFrom(row.secrets);
};
