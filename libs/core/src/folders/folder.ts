import { Auth } from '../auth/auth.js';
import { Int, oneOf, struct, t, withDefault, withDescription } from '../codec/index.js';
import { createVariablesCodec, Variables } from '../environments/variable.js';
import { type AppError, createInvalidInput } from '../errors.js';
import { ConnectionSettings, defaultConnections } from '../executions/connection-settings.js';
import { FolderId, WorkspaceId } from '../ids.js';
import { Foreign, foreign } from '../imports/foreign-scripts.js';
import { SavedRequest } from '../request-kinds.js';
import { createPairsCodec, Pairs } from '../requests/fields.js';
import type { RequestPosition } from '../requests/request-position.js';
import { RequestSettings } from '../requests/rest-request.js';

/** Maximum nesting of folders. Deeper folders in a data folder are not read. */
export const maxFolderDepth = 32;

const expectedFormat = `at most ${maxFolderDepth} names joined by /, none of them empty, . or .., without control characters`;

const isName = (name: string): boolean => name.trim() !== '' && name !== '.' && name !== '..';

const isNameList = (names: readonly string[]): boolean =>
  names.length <= maxFolderDepth && names.every(isName);

/**
 * Why a request cannot be put in `folder`; null if it can. The root, which is the empty path, is always valid. Paths from a data folder are
 * not checked: those files already exist, and Tandem never creates anything at such a path on its own.
 * @param argument the argument that the error names
 */
export const checkFolderPath = (folder: string, argument = 'folder'): AppError | null =>
  folder === '' || (!/\p{Cc}/u.test(folder) && isNameList(folder.split('/')))
    ? null
    : createInvalidInput(argument, `must be ${expectedFormat}; "" is the top`, {
        expected: expectedFormat,
        got: folder,
      });

/** The last segment of a path. */
export const getFolderName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The parent folder's path; "" at the root. */
export const getParentFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Whether `path` is the folder itself or inside it. Everything is inside the root. */
export const isWithin = (folder: string, path: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** The new path of `path` after a parent folder was moved. */
export const movePath = (path: string, from: string, to: string): string => `${to}${path.slice(from.length)}`;

/** The folders on the way to `path`, outermost first, including `path` itself. Paths from files may contain empty names. */
export const listPathsTo = (path: string): readonly string[] =>
  path
    .split('/')
    .map((name, at, names) => (name === '' ? '' : names.slice(0, at + 1).join('/')))
    .filter((one) => one !== '');

/** Whether two paths name the same directory on a case-insensitive file system. */
export const isSameOnDisk = (a: string, b: string): boolean =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();

/** The fields of a folder that its requests inherit. */
export const inheritedFields = {
  headers: createPairsCodec('Of its requests'),
  auth: withDescription(Auth, 'Of requests that inherit it'),
  variables: createVariablesCodec('Of its requests'),
  script: withDescription(t.string, 'Around those of its requests'),
  foreign,
  settings: withDescription(RequestSettings, 'Of its requests'),
} as const;

/**
 * The order inside a folder: its folders before its requests, each sorted by `seq`; or both together by `seq`, as in Postman and
 * Insomnia.
 */
export const FolderOrder = oneOf('folders-first', 'mixed');
export type FolderOrder = t.TypeOf<typeof FolderOrder>;

/** The defaults of a folder. */
export const folderDefaults = {
  description: '',
  headers: [],
  auth: { type: 'inherit' },
  variables: [],
  script: '',
  foreign: null,
  settings: {},
  order: 'folders-first',
  connections: defaultConnections,
} as const;

/**
 * A folder of a workspace. Its requests refer to it by path. `seq` orders it among its sibling folders, and also among the requests next
 * to it if the parent folder mixes both. Folders without `seq` come last, by name. Changing `seq` does not create a new revision. Times
 * are ISO 8601 in UTC.
 */
export const Folder = struct('a folder', {
  id: FolderId,
  workspaceId: WorkspaceId,
  path: withDescription(t.string, 'Folder names joined by /'),
  description: withDescription(t.string, 'Markdown'),
  // Missing in deleted folders stored by older versions.
  headers: withDefault(Pairs, folderDefaults.headers),
  auth: withDefault(Auth, folderDefaults.auth),
  variables: withDefault(Variables, folderDefaults.variables),
  script: withDefault(t.string, folderDefaults.script),
  foreign: withDefault(Foreign, folderDefaults.foreign),
  settings: withDefault(RequestSettings, folderDefaults.settings),
  order: withDefault(FolderOrder, folderDefaults.order),
  /** Only used for the workspace itself. */
  connections: withDefault(ConnectionSettings, folderDefaults.connections),
  seq: t.union([t.number, t.null], 'a number or null'),
  revision: Int,
  createdAt: t.string,
  updatedAt: t.string,
});
export type Folder = t.TypeOf<typeof Folder>;

/** The position of a folder among its siblings. */
export type FolderPosition = Pick<Folder, 'id' | 'seq'>;

type OrderedFolder = Pick<Folder, 'path' | 'seq'>;

const compareSeqAndName = (a: OrderedFolder, b: OrderedFolder): number => {
  const [first, second] = [a.seq ?? Infinity, b.seq ?? Infinity];
  return first === second ? getFolderName(a.path).localeCompare(getFolderName(b.path), 'en') : first - second;
};

/** Sorts folders in tree order: each folder comes before its contents. */
export const sortFolders = <A extends OrderedFolder>(folders: readonly A[]): readonly A[] => {
  const paths = new Set(folders.map(({ path }) => path));
  const beside = new Map<string, A[]>();
  for (const folder of folders) {
    let around = getParentFolder(folder.path);
    while (around !== '' && !paths.has(around)) around = getParentFolder(around);
    const siblings = beside.get(around) ?? [];
    siblings.push(folder);
    beside.set(around, siblings);
  }
  const inside = (around: string): readonly A[] =>
    [...(beside.get(around) ?? [])].sort(compareSeqAndName).flatMap((one) => [one, ...inside(one.path)]);
  return inside('');
};

/** A folder or request directly in a folder. */
export type LevelEntry<F, R> =
  | { readonly kind: 'folder'; readonly seq: number | null; readonly folder: F }
  | { readonly kind: 'request'; readonly seq: number | null; readonly request: R };

const appendToList = <A>(lists: Map<string, A[]>, key: string, value: A): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
};

/**
 * Lists the direct contents of each folder, by the folder's path, in the order of the tree and of runs. Among entries with the same
 * `seq`, folders come first, and each kind keeps its order, so that the order is stable.
 * @param folders also the workspace itself, with the path "", if it is stored
 * @param requests in order within each folder
 */
export const createLevels = <
  F extends OrderedFolder & Pick<Folder, 'order'>,
  R extends Pick<RequestPosition, 'folder' | 'seq'>,
>(
  folders: readonly F[],
  requests: readonly R[],
): ((path: string) => readonly LevelEntry<F, R>[]) => {
  const mixed = new Set(folders.filter(({ order }) => order === 'mixed').map(({ path }) => path));
  const levels = new Map<string, LevelEntry<F, R>[]>();
  for (const folder of sortFolders(folders.filter(({ path }) => path !== '')))
    appendToList(levels, getParentFolder(folder.path), { kind: 'folder', seq: folder.seq, folder });
  for (const request of requests)
    appendToList(levels, request.folder, { kind: 'request', seq: request.seq, request });
  // Sorting is stable, so folders stay before requests with the same `seq`.
  for (const path of mixed)
    levels.get(path)?.sort((a, b) => (a.seq === b.seq ? 0 : (a.seq ?? Infinity) - (b.seq ?? Infinity)));
  return (path) => levels.get(path) ?? [];
};

/** A deleted folder and everything that was deleted with it, from which an undo restores it. */
export const DeletedFolder = struct('a deleted folder', {
  id: FolderId,
  /** The deleted folder and the folders inside it. */
  folders: t.readonlyArray(Folder),
  /** In creation order, each with its position in its folder. */
  requests: t.readonlyArray(
    struct('a deleted request', { request: SavedRequest, seq: t.union([t.number, t.null]) }),
  ),
});
export type DeletedFolder = t.TypeOf<typeof DeletedFolder>;

/** Maximum number of stored deleted folders per workspace. */
export const maxDeletedFolders = 20;
