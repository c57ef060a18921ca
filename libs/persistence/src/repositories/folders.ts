import {
  DeletedFolder,
  Folder,
  type FolderId,
  type Folders,
  maxDeletedFolders,
  type WorkspaceId,
} from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { E, pipe } from '@tandem/core/fp';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { Refusal } from '../storage-fault.js';
import {
  decodeReadableRows,
  decodeStoredRow,
  findRow,
  findRows,
  getQuery,
  memoizeByRow,
  type RowQuery,
  toRow,
  tryParseJson,
  tryStorage,
} from '../rows/stored-rows.js';
import { deletedFolders, folders, type RowOf } from '../schema/tables.js';

const jsonColumns = ['headers', 'auth', 'variables', 'foreign', 'settings', 'connections'] as const;
const decodeRow = memoizeByRow<RowOf<typeof folders>, Folder>(decodeStoredRow('folder', Folder, jsonColumns));
const decodeDeleted = decode(DeletedFolder);

const loadFolder = async (query: RowQuery, workspaceId: WorkspaceId, id: FolderId): Promise<Folder> => {
  const row = await findRow(query, folders, { id, workspaceId });
  if (row === undefined) throw new Refusal({ kind: 'not-found', entity: 'folder', ref: id });
  return decodeRow(row);
};

/** Creates the error for a folder that does not have the expected revision. */
const createConflict = async (
  db: EntityManager,
  { workspaceId, id, expected }: { workspaceId: WorkspaceId; id: FolderId; expected: number },
): Promise<Refusal> => {
  const present = await loadFolder(getQuery(db), workspaceId, id);
  return new Refusal({ kind: 'revision-conflict', expected, present });
};

const dropOldestDeleted = (db: EntityManager, workspaceId: WorkspaceId): Promise<unknown> =>
  db.query(
    `DELETE FROM "deleted_folders" WHERE "workspaceId" = $1 AND "position" <= (
       SELECT "position" FROM "deleted_folders" WHERE "workspaceId" = $1
       ORDER BY "position" DESC LIMIT 1 OFFSET ${maxDeletedFolders}
     )`,
    [workspaceId],
  );

/** Creates a repository of the contents of deleted folders, with one row per deleted folder. */
const createDeletedFolders = ({
  read,
  write,
}: Access): Pick<Folders, 'keepDeleted' | 'deleted' | 'forgetDeleted'> => ({
  keepDeleted: (workspaceId, deleted) =>
    tryStorage('keeping a deleted folder')(() =>
      write(async (db) => {
        const { id } = deleted;
        await db.delete(deletedFolders, { workspaceId, id });
        await db.insert(deletedFolders, { workspaceId, id, deleted: JSON.stringify(deleted) });
        await dropOldestDeleted(db, workspaceId);
      }),
    ),
  deleted: (workspaceId, id) =>
    tryStorage('reading a deleted folder')(async () => {
      const row = await read((db) => findRow(getQuery(db), deletedFolders, { workspaceId, id }));
      const deleted = pipe(tryParseJson(row?.deleted), E.flatMap(decodeDeleted));
      return E.isRight(deleted) ? deleted.right : null;
    }),
  forgetDeleted: (workspaceId, id) =>
    tryStorage('forgetting a deleted folder')(async () => {
      await write((db) => db.delete(deletedFolders, { workspaceId, id }));
    }),
});

/** Creates the repository of folders. */
export const createFolders = (access: Access): Folders => {
  const { read, rows, write, leave } = access;
  return {
    list: (workspaceId) =>
      tryStorage('listing folders')(async () => {
        const found = await findRows(rows, folders, { workspaceId });
        return decodeReadableRows(found, decodeRow, leave);
      }),
    get: (workspaceId, id) =>
      tryStorage('reading a folder')(() => read((db) => loadFolder(getQuery(db), workspaceId, id))),
    create: (folder) =>
      tryStorage('creating a folder')(async () => {
        await write((db) => db.insert(folders, toRow(folder, jsonColumns)));
        return folder;
      }),
    replace: (next, expected) =>
      tryStorage('changing a folder')(() =>
        write(async (db) => {
          const { id, workspaceId } = next;
          const { seq: _kept, ...columns } = toRow(next, jsonColumns);
          const { affected } = await db.update(folders, { id, workspaceId, revision: expected }, columns);
          if (affected === 0) throw await createConflict(db, { workspaceId, id, expected });
          return loadFolder(getQuery(db), workspaceId, id);
        }),
      ),
    place: (workspaceId, positions) =>
      tryStorage('changing the order of folders')(() =>
        write(async (db) => {
          for (const { id, seq } of positions) await db.update(folders, { id, workspaceId }, { seq });
        }),
      ),
    remove: (workspaceId, id, expected) =>
      tryStorage('deleting a folder')(() =>
        write(async (db) => {
          const at = expected === undefined ? {} : { revision: expected };
          const { affected } = await db.delete(folders, { id, workspaceId, ...at });
          if (affected === 0) throw await createConflict(db, { workspaceId, id, expected: expected ?? 0 });
        }),
      ),
    ...createDeletedFolders(access),
  };
};
