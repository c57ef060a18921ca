import { randomBytes } from 'node:crypto';

import { pathsTo } from '@tandem/core';
import type { QueryRunner } from 'typeorm';

interface Used {
  readonly workspaceId: string;
  readonly folder: string;
}

/** Sixteen of `[0-9a-f]`. */
const newId = (): string => `fold_${randomBytes(8).toString('hex')}`;

const selectUsed = `SELECT "workspaceId", "folder" FROM "rest_requests"
  UNION SELECT "workspaceId", "folder" FROM "graphql_requests"`;

const insert = `INSERT INTO "folders" ("id", "workspaceId", "path", "description", "revision", "createdAt", "updatedAt")
  VALUES ($1, $2, $3, '', 1, $4, $4)`;

/** Creates the folders that requests are in, and those around them. */
export const insertFolders = async (runner: QueryRunner): Promise<void> => {
  const used = (await runner.query(selectUsed)) as readonly Used[];
  const keys = new Set(
    used.flatMap(({ workspaceId, folder }) =>
      pathsTo(folder).map((path) => JSON.stringify([workspaceId, path])),
    ),
  );
  const now = new Date().toISOString();
  for (const key of [...keys].sort()) {
    const [workspaceId, path] = JSON.parse(key) as readonly [string, string];
    await runner.query(insert, [newId(), workspaceId, path, now]);
  }
};
