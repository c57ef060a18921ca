import type { AppError } from '../errors.js';
import { type DeletedFolder, type Folder, maxDeletedFolders } from '../folders/folder.js';
import { E, pipe } from '../fp.js';
import type { Folders, Workspaces } from '../ports/repositories.js';
import type { Workspace } from '../workspaces/workspace.js';
import {
  createIntegrityError,
  createNotFoundError,
  formatRowKey,
  type MemoryAccess,
  removeEntry,
  type Rows,
  setEntry,
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

/** Creates an in-memory folder repository. */
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
  place: (workspaceId, positions) =>
    write((rows) => {
      const wanted = new Map(positions.map(({ id, seq }) => [formatRowKey(workspaceId, id), seq]));
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

const listVisibleWorkspaces = (rows: Rows): readonly Workspace[] =>
  [...rows.workspaces.values()].filter(({ id }) => !rows.hidden.has(id));

const sortLatestFirst = (rows: Rows) =>
  [...listVisibleWorkspaces(rows)].sort((a, b) => {
    if (a.lastOpenedAt !== b.lastOpenedAt) return a.lastOpenedAt < b.lastOpenedAt ? 1 : -1;
    return a.id < b.id ? -1 : 1;
  });

const getVisibleWorkspace = (rows: Rows, id: string): E.Either<AppError, Workspace> =>
  pipe(
    listVisibleWorkspaces(rows).find((one) => one.id === id),
    E.fromNullable(createNotFoundError('workspace', id)),
  );

const requireHidden = (rows: Rows, id: string): E.Either<AppError, Rows> =>
  rows.hidden.has(id) ? E.right(rows) : E.left(createNotFoundError('workspace', id));

/** Removes every row of a workspace. */
const removeWorkspaceRows = (rows: Rows, id: string): Rows => {
  const kept = <A extends { readonly workspaceId: string }>(map: ReadonlyMap<string, A>) =>
    new Map([...map].filter(([, { workspaceId }]) => workspaceId !== id));
  return {
    ...rows,
    workspaces: removeEntry(rows.workspaces, id),
    hidden: removeEntry(rows.hidden, id),
    environments: kept(rows.environments),
    folders: kept(rows.folders),
    activities: removeEntry(rows.activities, id),
    cookies: new Map([...rows.cookies].filter(([key]) => !key.startsWith(formatRowKey(id, '')))),
    authTokens: new Map([...rows.authTokens].filter(([key]) => !key.startsWith(formatRowKey(id, '')))),
    deletedFolders: removeEntry(rows.deletedFolders, id),
    runs: removeEntry(rows.runs, id),
    executions: new Map([...rows.executions].filter(([, { execution }]) => execution.workspaceId !== id)),
    folderMemories: removeEntry(rows.folderMemories, id),
    planned: removeEntry(rows.planned, id),
    retired: removeEntry(rows.retired, id),
    previousSecrets: removeEntry(rows.previousSecrets, id),
    providedSecrets: removeEntry(rows.providedSecrets, id),
    scriptSending: removeEntry(rows.scriptSending, id),
    secretBindings: new Map([...rows.secretBindings].filter(([, { workspaceId }]) => workspaceId !== id)),
    scriptReviews: removeEntry(rows.scriptReviews, id),
    requests: {
      rest: new Map([...rows.requests.rest].filter(([, { request }]) => request.workspaceId !== id)),
      graphql: new Map([...rows.requests.graphql].filter(([, { request }]) => request.workspaceId !== id)),
    },
  };
};

const readWorkspaces = ({
  read,
}: MemoryAccess): Pick<Workspaces, 'list' | 'all' | 'get' | 'active' | 'hidden'> => ({
  list: (take) => read((rows) => E.right(sortLatestFirst(rows).slice(0, take))),
  all: () => read((rows) => E.right(listVisibleWorkspaces(rows))),
  get: (id) => read((rows) => getVisibleWorkspace(rows, id)),
  active: () =>
    read((rows) => E.right(listVisibleWorkspaces(rows).find(({ id }) => id === rows.active) ?? null)),
  hidden: () =>
    read((rows) =>
      E.right(
        [...rows.workspaces.values()]
          .flatMap((workspace) => {
            const how = rows.hidden.get(workspace.id);
            return how === undefined ? [] : [{ workspace, ...how }];
          })
          .sort((a, b) => (a.at < b.at ? 1 : -1)),
      ),
    ),
});

const writeWorkspaces = ({
  write,
}: MemoryAccess): Omit<Workspaces, 'list' | 'all' | 'get' | 'active' | 'hidden'> => ({
  create: (workspace) =>
    write((rows) => {
      const taken = [...rows.workspaces.values()].some(
        ({ id, path }) => id === workspace.id || path === workspace.path,
      );
      if (taken) return E.left(createIntegrityError('creating a workspace', 'the id or the path is taken'));
      return E.right([
        workspace,
        { ...rows, workspaces: setEntry(rows.workspaces, workspace.id, workspace) },
      ]);
    }),
  update: (workspace) =>
    write((rows) =>
      pipe(
        getVisibleWorkspace(rows, workspace.id),
        E.map(() => [workspace, { ...rows, workspaces: setEntry(rows.workspaces, workspace.id, workspace) }]),
      ),
    ),
  activate: (id) =>
    write((rows) =>
      pipe(
        getVisibleWorkspace(rows, id),
        E.map(() => [undefined, { ...rows, active: id }]),
      ),
    ),
  hide: (id, hiding, at) =>
    write((rows) =>
      pipe(
        getVisibleWorkspace(rows, id),
        E.map(() => [
          undefined,
          {
            ...rows,
            hidden: setEntry(rows.hidden, id, { hiding, at }),
            active: rows.active === id ? null : rows.active,
          },
        ]),
      ),
    ),
  unhide: (id) =>
    write((rows) =>
      pipe(
        requireHidden(rows, id),
        E.map(() => [undefined, { ...rows, hidden: removeEntry(rows.hidden, id) }]),
      ),
    ),
  remove: (id) =>
    write((rows) =>
      pipe(
        requireHidden(rows, id),
        E.map(() => [undefined, removeWorkspaceRows(rows, id)]),
      ),
    ),
});

/** Creates an in-memory workspace repository. */
export const createMemoryWorkspaces = (access: MemoryAccess): Workspaces => ({
  ...readWorkspaces(access),
  ...writeWorkspaces(access),
});
