import { type DeletedFolder, maxDeletedFolders } from '../folders/deleted-folder.js';
import type { AppError } from '../errors.js';
import type { Folder } from '../folders/folder.js';
import { E, pipe } from '../fp.js';
import type { Folders } from '../ports/repositories.js';
import {
  createIntegrityError,
  setEntry,
  formatRowKey,
  type MemoryAccess,
  createNotFoundError,
  type Rows,
  removeEntry,
} from './rows.js';

const getFolder = (rows: Rows, workspaceId: string, id: string): E.Either<AppError, Folder> =>
  pipe(rows.folders.get(formatRowKey(workspaceId, id)), E.fromNullable(createNotFoundError('folder', id)));

const getFolderAtRevision = (
  rows: Rows,
  workspaceId: string,
  id: string,
  expected: number | undefined,
): E.Either<AppError, Folder> =>
  pipe(
    getFolder(rows, workspaceId, id),
    E.flatMap((present) =>
      expected === undefined || present.revision === expected
        ? E.right(present)
        : E.left<AppError>({ kind: 'revision-conflict', expected, present }),
    ),
  );

const listDeletedFolders = (rows: Rows, workspaceId: string) => rows.deletedFolders.get(workspaceId) ?? [];

const replaceDeletedFolders = (rows: Rows, workspaceId: string, deleted: readonly DeletedFolder[]) =>
  [undefined, { ...rows, deletedFolders: setEntry(rows.deletedFolders, workspaceId, deleted) }] as const;

/** An in-memory folder repository. */
export const createMemoryFolders = ({ read, write }: MemoryAccess): Folders => ({
  list: (workspaceId) =>
    read((rows) => E.right([...rows.folders.values()].filter((one) => one.workspaceId === workspaceId))),
  get: (workspaceId, id) => read((rows) => getFolder(rows, workspaceId, id)),
  create: (folder) =>
    write((rows) => {
      const key = formatRowKey(folder.workspaceId, folder.id);
      return !rows.workspaces.has(folder.workspaceId) || rows.folders.has(key)
        ? E.left(createIntegrityError('creating a folder', 'the workspace is not there or the id is taken'))
        : E.right([folder, { ...rows, folders: setEntry(rows.folders, key, folder) }]);
    }),
  replace: (next, expected) =>
    write((rows) =>
      pipe(
        getFolderAtRevision(rows, next.workspaceId, next.id, expected),
        E.map(({ seq }) => ({ ...next, seq })),
        E.map((stored) => {
          const folders = setEntry(rows.folders, formatRowKey(next.workspaceId, next.id), stored);
          return [stored, { ...rows, folders }] as const;
        }),
      ),
    ),
  place: (workspaceId, places) =>
    write((rows) => {
      const wanted = new Map(places.map(({ id, seq }) => [formatRowKey(workspaceId, id), seq]));
      const folders = [...rows.folders].map(([key, one]) => {
        const seq = wanted.get(key);
        return [key, seq === undefined ? one : { ...one, seq }] as const;
      });
      return E.right([undefined, { ...rows, folders: new Map(folders) }]);
    }),
  remove: (workspaceId, id, expected) =>
    write((rows) =>
      pipe(
        getFolderAtRevision(rows, workspaceId, id, expected),
        E.map(
          () =>
            [
              undefined,
              { ...rows, folders: removeEntry(rows.folders, formatRowKey(workspaceId, id)) },
            ] as const,
        ),
      ),
    ),
  keepDeleted: (workspaceId, deleted) =>
    write((rows) => {
      const others = listDeletedFolders(rows, workspaceId).filter(({ id }) => id !== deleted.id);
      const kept = [...others, deleted].slice(-maxDeletedFolders);
      return E.right(replaceDeletedFolders(rows, workspaceId, kept));
    }),
  deleted: (workspaceId, id) =>
    read((rows) => E.right(listDeletedFolders(rows, workspaceId).find((one) => one.id === id) ?? null)),
  forgetDeleted: (workspaceId, id) =>
    write((rows) => {
      const kept = listDeletedFolders(rows, workspaceId).filter((one) => one.id !== id);
      return E.right(replaceDeletedFolders(rows, workspaceId, kept));
    }),
});
