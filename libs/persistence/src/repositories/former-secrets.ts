import { findPreviousSecrets, maxPreviousSecrets, type Pair } from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Sealing } from '../secrecy/sealing.js';

const insertOne = `INSERT INTO former_secrets ("workspaceId", "name", "value") VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING`;

const deleteOldest = `DELETE FROM former_secrets WHERE "workspaceId" = $1 AND "position" NOT IN
  (SELECT "position" FROM former_secrets WHERE "workspaceId" = $1 ORDER BY "position" DESC LIMIT $2)`;

/** Stores the values of `present` that `next` no longer contains. */
export const storePreviousSecrets = async (
  db: EntityManager,
  workspaceId: string,
  present: readonly Pair[],
  next: readonly Pair[],
  { seal }: Sealing,
): Promise<void> => {
  const former = findPreviousSecrets(present, next);
  for (const { name, value } of former) await db.query(insertOne, [workspaceId, name, seal(value)]);
  if (former.length > 0) await db.query(deleteOldest, [workspaceId, maxPreviousSecrets]);
};
