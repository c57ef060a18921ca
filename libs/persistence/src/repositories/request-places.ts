import type { RequestPlace, RequestPlaces, WorkspaceId } from '@tandem/core';
import { kindOfId } from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { tryStorage } from '../rows/stored-rows.js';
import { requestTables } from '../schema/tables.js';
import { requestPage } from './request-pages.js';

const union = (columns: string, narrowed: string): string =>
  Object.values(requestTables)
    .map(
      ({ options: { name } }, kind) => `SELECT ${columns}, ${kind} AS kind FROM "${name}" WHERE ${narrowed}`,
    )
    .join(' UNION ALL ');

const places = (
  db: EntityManager,
  workspaceId: WorkspaceId,
  folder: string | undefined,
): Promise<readonly RequestPlace[]> => {
  const narrowed = folder === undefined ? '"workspaceId" = $1' : '"workspaceId" = $1 AND "folder" = $2';
  const all = union('"id", "folder", "seq", "createdAt", "position"', narrowed);
  return db.query<RequestPlace[]>(
    `SELECT "id", "folder", "seq" FROM (${all}) AS r
     ORDER BY "folder", "seq" NULLS LAST, "createdAt", "kind", "position"`,
    folder === undefined ? [workspaceId] : [workspaceId, folder],
  );
};

interface End {
  readonly highest: number | null;
  readonly count: number | string;
  readonly placed: number | string;
}

/** The order of requests, a column of both tables. */
export const createRequestPlaces = ({ read, write, leave }: Access): RequestPlaces => ({
  list: (workspaceId, folder) =>
    tryStorage('reading the order of requests')(() => read((db) => places(db, workspaceId, folder))),
  page: (workspaceId, query) =>
    tryStorage('listing requests')(() => requestPage({ read, leave }, workspaceId, query)),
  end: (workspaceId, folder) =>
    tryStorage('reading the order of a folder')(async () => {
      const all = union('"seq"', '"workspaceId" = $1 AND "folder" = $2');
      const [end] = await read((db) =>
        db.query<End[]>(
          `SELECT max("seq") AS "highest", count(*) AS "count", count("seq") AS "placed" FROM (${all}) AS r`,
          [workspaceId, folder],
        ),
      );
      return {
        highest: end?.highest ?? null,
        hasUnplaced: Number(end?.count ?? 0) > Number(end?.placed ?? 0),
      };
    }),
  put: (workspaceId, changed) =>
    tryStorage('changing the order of requests')(() =>
      write(async (db) => {
        for (const { id, seq } of changed)
          await db.update(requestTables[kindOfId(id).kind], { id, workspaceId }, { seq });
      }),
    ),
});
