import type { FolderMemories, PlannedWrite } from '@tandem/core';

import type { Access } from '../access.js';
import { rowsWhere, storing } from '../rows.js';
import { folderPlanned } from '../schema/tables.js';

/** The files that a synchronization is about to write. */
export const createPlannedWrites = ({
  read,
  write,
}: Pick<Access, 'read' | 'write'>): Pick<FolderMemories, 'planned' | 'note' | 'forgetPlanned'> => ({
  planned: (workspaceId) =>
    storing('reading what is planned for a folder')(async () => {
      const rows = await read((db) => rowsWhere(db, folderPlanned, { workspaceId }));
      return rows.map(({ planned }) => JSON.parse(String(planned)) as PlannedWrite);
    }),
  note: (workspaceId, planned) =>
    storing('noting what is planned for a folder')(() =>
      // One statement for all: TypeORM takes longer for a row than SQLite does.
      write((db) =>
        db.query(
          `INSERT OR REPLACE INTO "folder_planned" ("workspaceId", "path", "id", "planned")
           SELECT ?1, value ->> 'path', value ->> 'id', value FROM json_each(?2)`,
          [workspaceId, JSON.stringify(planned)],
        ),
      ),
    ),
  forgetPlanned: (workspaceId, ids) =>
    storing('forgetting what is planned for a folder')(() =>
      write((db) =>
        ids === null
          ? db.query('DELETE FROM "folder_planned" WHERE "workspaceId" = ?1', [workspaceId])
          : db.query(
              `DELETE FROM "folder_planned" WHERE "workspaceId" = ?1 AND "id" IN (SELECT value FROM json_each(?2))`,
              [workspaceId, JSON.stringify(ids)],
            ),
      ),
    ),
});
