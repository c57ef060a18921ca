import type { RequestPlace, RequestPlaces, WorkspaceId } from '@tandem/core';
import { getKindRecordById } from '@tandem/core';
import { struct, t } from '@tandem/core/codec';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { queryAs, getQuery } from '../rows/select.js';
import { tryStorage } from '../rows/stored-rows.js';
import { requestTables } from '../schema/tables.js';
import { requestPage } from './request-pages.js';

const orderColumn = t.union([t.number, t.null], 'a number or null');
const StoredPlace = struct('a place', { id: t.string, folder: t.string, seq: orderColumn });

const selectFromAllKinds = (columns: string, narrowed: string): string =>
  Object.values(requestTables)
    .map(
      ({ options: { name } }, kind) => `SELECT ${columns}, ${kind} AS kind FROM "${name}" WHERE ${narrowed}`,
    )
    .join(' UNION ALL ');

const readRequestPlaces = (
  db: EntityManager,
  workspaceId: WorkspaceId,
  folder: string | undefined,
): Promise<readonly RequestPlace[]> => {
  const narrowed = folder === undefined ? '"workspaceId" = $1' : '"workspaceId" = $1 AND "folder" = $2';
  const all = selectFromAllKinds('"id", "folder", "seq", "createdAt", "position"', narrowed);
  return queryAs(
    getQuery(db),
    StoredPlace,
    `SELECT "id", "folder", "seq" FROM (${all}) AS r
     ORDER BY "folder", "seq" NULLS LAST, "createdAt", "kind", "position"`,
    folder === undefined ? [workspaceId] : [workspaceId, folder],
  );
};

const End = struct('the end of a folder', { highest: orderColumn, count: t.number, placed: t.number });

/** The order of requests, a column of both tables. */
export const createRequestPlaces = ({ read, write, leave }: Access): RequestPlaces => ({
  list: (workspaceId, folder) =>
    tryStorage('reading the order of requests')(() =>
      read((db) => readRequestPlaces(db, workspaceId, folder)),
    ),
  page: (workspaceId, query) =>
    tryStorage('listing requests')(() => requestPage({ read, leave }, workspaceId, query)),
  end: (workspaceId, folder) =>
    tryStorage('reading the order of a folder')(async () => {
      const all = selectFromAllKinds('"seq"', '"workspaceId" = $1 AND "folder" = $2');
      const [end] = await read((db) =>
        queryAs(
          getQuery(db),
          End,
          `SELECT max("seq") AS "highest", count(*) AS "count", count("seq") AS "placed" FROM (${all}) AS r`,
          [workspaceId, folder],
        ),
      );
      return {
        highest: end?.highest ?? null,
        hasUnplaced: (end?.count ?? 0) > (end?.placed ?? 0),
      };
    }),
  put: (workspaceId, changed) =>
    tryStorage('changing the order of requests')(() =>
      write(async (db) => {
        for (const { id, seq } of changed)
          await db.update(requestTables[getKindRecordById(id).kind], { id, workspaceId }, { seq });
      }),
    ),
});
