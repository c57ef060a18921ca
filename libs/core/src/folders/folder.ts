import { withDefault, withDescription, Int, struct, t } from '../codec/index.js';
import { Auth } from '../auth/auth.js';
import { getFolderName, getParentFolder } from './folder-path.js';
import { Foreign, foreign } from '../imports/foreign-scripts.js';
import { FolderId, WorkspaceId } from '../ids.js';
import { ConnectionSettings, defaultConnections } from '../executions/connection-settings.js';
import { createPairsCodec, Pairs } from '../requests/pair.js';
import { createVariablesCodec, Variables } from '../environments/variable.js';
import { RequestSettings } from '../requests/rest-request.js';

/** The fields of a folder that its requests inherit. */
export const inheritedFields = {
  headers: createPairsCodec('Of its requests'),
  auth: withDescription(Auth, 'Of requests that inherit it'),
  variables: createVariablesCodec('Of its requests'),
  script: withDescription(t.string, 'Around those of its requests'),
  foreign,
  settings: withDescription(RequestSettings, 'Of its requests'),
} as const;

/** The defaults of a folder. */
export const folderDefaults = {
  description: '',
  headers: [],
  auth: { type: 'inherit' },
  variables: [],
  script: '',
  foreign: null,
  settings: {},
  connections: defaultConnections,
} as const;

/**
 * A folder of a workspace. Its requests refer to it by path. `seq` orders sibling folders; those without one come
 * last, by name. A change of `seq` does not create a new revision. Times are ISO 8601 in UTC.
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
  /** Only for the workspace. */
  connections: withDefault(ConnectionSettings, folderDefaults.connections),
  seq: t.union([t.number, t.null], 'a number or null'),
  revision: Int,
  createdAt: t.string,
  updatedAt: t.string,
});
export type Folder = t.TypeOf<typeof Folder>;

/** The position of a folder among its siblings. */
export type FolderPlace = Pick<Folder, 'id' | 'seq'>;

type OrderedFolder = Pick<Folder, 'path' | 'seq'>;

const bySeqAndName = (a: OrderedFolder, b: OrderedFolder): number => {
  const [first, second] = [a.seq ?? Infinity, b.seq ?? Infinity];
  return first === second ? getFolderName(a.path).localeCompare(getFolderName(b.path), 'en') : first - second;
};

/** The folders in tree order: each before its contents. */
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
    [...(beside.get(around) ?? [])].sort(bySeqAndName).flatMap((one) => [one, ...inside(one.path)]);
  return inside('');
};
