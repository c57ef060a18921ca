import type { FolderMemories, PlannedWrite } from '@tandem/core';

import type { Access } from '../access.js';
import { getQuery, findRows } from '../rows/select.js';
import { tryStorage } from '../rows/stored-rows.js';
import { folderPlanned } from '../schema/tables.js';

const keepLastOfEachPath = (planned: readonly PlannedWrite[]): readonly PlannedWrite[] => [
  ...new Map(planned.map((one) => [one.path, one])).values(),
];

/** The files that a synchronization is about to write. */
export const createPlannedWrites = ({
  read,
  write,
  dialect,
}: Pick<Access, 'read' | 'write' | 'dialect'>): Pick<
  FolderMemories,
  'planned' | 'note' | 'forgetPlanned'
> => ({
  planned: (workspaceId) =>
    tryStorage('reading the planned writes of a folder')(async () => {
      const rows = await read((db) => findRows(getQuery(db), folderPlanned, { workspaceId }));
      return rows.map(({ planned }) => JSON.parse(planned) as PlannedWrite);
    }),
  note: (workspaceId, planned) =>
    tryStorage('storing the planned writes of a folder')(() =>
      // One statement for all rows: TypeORM takes longer for a row than SQLite.
      write((db) =>
        db.query(
          `INSERT INTO "folder_planned" ("workspaceId", "path", "id", "planned")
           SELECT $1, value ->> 'path', value ->> 'id', value FROM ${dialect.elements('$2')} WHERE true
           ON CONFLICT ("workspaceId", "path") DO UPDATE SET "id" = excluded."id", "planned" = excluded."planned"`,
          [workspaceId, JSON.stringify(keepLastOfEachPath(planned))],
        ),
      ),
    ),
  forgetPlanned: (workspaceId, ids) =>
    tryStorage('removing the planned writes of a folder')(() =>
      write((db) =>
        ids === null
          ? db.query('DELETE FROM "folder_planned" WHERE "workspaceId" = $1', [workspaceId])
          : db.query(
              `DELETE FROM "folder_planned" WHERE "workspaceId" = $1 AND "id" IN (SELECT value FROM ${dialect.texts('$2')})`,
              [workspaceId, JSON.stringify(ids)],
            ),
      ),
    ),
});
