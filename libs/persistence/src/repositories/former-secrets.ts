import { formerSecrets, mostFormer, type Pair } from '@tandem/core';
import type { EntityManager } from 'typeorm';

import { rowsWhere } from '../rows.js';
import { environments } from '../schema/tables.js';
import { secretsFrom } from './secrets-from.js';

const insertOne = `INSERT INTO former_secrets ("workspaceId", "name", "value") VALUES (?, ?, ?)
  ON CONFLICT ("workspaceId", "value") DO NOTHING`;

const deleteOldest = `DELETE FROM former_secrets WHERE "workspaceId" = ? AND "position" NOT IN
  (SELECT "position" FROM former_secrets WHERE "workspaceId" = ? ORDER BY "position" DESC LIMIT ?)`;

/** Keeps the values of `present` that `next` no longer has. */
export const keepFormer = async (
  db: EntityManager,
  workspaceId: string,
  present: readonly Pair[],
  next: readonly Pair[],
): Promise<void> => {
  const former = formerSecrets(present, next);
  for (const { name, value } of former) await db.query(insertOne, [workspaceId, name, value]);
  if (former.length > 0) await db.query(deleteOldest, [workspaceId, workspaceId, mostFormer]);
};

/** The secrets that an environment has now; of a damaged one all that may be one. */
export const storedSecrets = async (
  db: EntityManager,
  workspaceId: string,
  id: string,
): Promise<readonly Pair[]> => {
  const [row] = await rowsWhere(db, environments, { id, workspaceId });
  return row === undefined ? [] : secretsFrom(row.secrets);
};
