import {
  type Auth,
  createFreeNames,
  maxFolderDepth,
  getFolderDisplayName,
  getFolderName,
  getParentFolder,
  type ImportDocument,
  type ImportedEnvironment,
  type ImportedFolder,
  type ImportedRequest,
  type LeftOut,
  type Pair,
  placeStep,
} from '@tandem/core';

/** The fields of a folder besides its path. */
export type FolderFields = Omit<ImportedFolder, 'path'>;

/** A document under construction. */
export interface Draft {
  /** Adds a folder and returns its path, whose last name is unique among its siblings. */
  readonly addFolder: (parent: string, name: string, fields?: FolderFields) => string;
  /** Sets the fields that all requests of the import inherit. */
  readonly setRoot: (fields: FolderFields) => void;
  /** Adds a request. Folders and requests keep their order, even if a request comes before a folder. */
  readonly addRequest: (request: ImportedRequest) => void;
  readonly addEnvironment: (environment: ImportedEnvironment) => void;
  /** Records a part of the document that Tandem cannot express. */
  readonly leaveOut: (location: string, what: string) => void;
  /**
   * Completes the document. A request without an origin gets its path as origin. `source` is the document's name if it is omitted.
   */
  readonly finish: (about: Pick<ImportDocument, 'format' | 'why' | 'name' | 'source'>) => ImportDocument;
}

/** Gives each request a unique origin. */
const addUniqueOrigins = (requests: readonly ImportedRequest[]): readonly ImportedRequest[] => {
  const taken = new Map<string, number>();
  return requests.map((one) => {
    const wanted = `${one.kind} ${one.origin ?? `${one.folder}/${one.name}`}`;
    const count = (taken.get(wanted) ?? 0) + 1;
    taken.set(wanted, count);
    return { ...one, origin: count === 1 ? wanted : `${wanted} ${count}` };
  });
};

/** The kinds of the entries of each folder, in order. */
type EntryKinds = ReadonlyMap<string, readonly ('folder' | 'request')[]>;

/** Finds the folders in which a request comes before a folder. In all other folders, a run executes the subfolders first. */
const findMixedFolders = (levels: EntryKinds): ReadonlySet<string> =>
  new Set(
    [...levels]
      .filter(
        ([, kinds]) => kinds.lastIndexOf('folder') > kinds.indexOf('request') && kinds.includes('request'),
      )
      .map(([path]) => path),
  );

/** Assigns positions to the entries of mixed folders, and marks these folders. */
const addOrder = (
  levels: EntryKinds,
  folders: readonly ImportedFolder[],
  requests: readonly ImportedRequest[],
): Pick<ImportDocument, 'folders' | 'requests'> => {
  const mixed = findMixedFolders(levels);
  if (mixed.size === 0) return { folders, requests };
  const seqsOf = (kind: 'folder' | 'request') => {
    const left = new Map(
      [...mixed].map((path) => [
        path,
        (levels.get(path) ?? []).flatMap((one, at) => (one === kind ? [(at + 1) * placeStep] : [])),
      ]),
    );
    return (path: string): { readonly seq?: number } => {
      const seq = left.get(path)?.shift();
      return seq === undefined ? {} : { seq };
    };
  };
  const [seqOfFolder, seqOfRequest] = [seqsOf('folder'), seqsOf('request')];
  const root = mixed.has('') && !folders.some(({ path }) => path === '') ? [{ path: '' }] : [];
  return {
    folders: [...root, ...folders].map((folder) => ({
      ...folder,
      ...(folder.path === '' ? {} : seqOfFolder(getParentFolder(folder.path))),
      ...(mixed.has(folder.path) ? { order: 'mixed' as const } : {}),
    })),
    requests: requests.map((request) => ({ ...request, ...seqOfRequest(request.folder) })),
  };
};

const toDiskKey = (path: string): string => path.normalize('NFC').toLowerCase();

export const createDraft = (): Draft => {
  const folders: ImportedFolder[] = [];
  const requests: ImportedRequest[] = [];
  const environments: ImportedEnvironment[] = [];
  const levels = new Map<string, ('folder' | 'request')[]>();
  const note = (path: string, kind: 'folder' | 'request'): void => {
    const level = levels.get(path);
    if (level === undefined) levels.set(path, [kind]);
    else level.push(kind);
  };
  const leftOut: LeftOut[] = [];
  /** A function for each folder, by its path, that finds a free name in it. */
  const names = new Map<string, (name: string) => string>();
  const nameOfEnvironment = createFreeNames(toDiskKey);
  const below = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);
  return {
    addFolder: (parent, name, fields = {}) => {
      // Reserve two levels: the import's own folder, and another one around it that a caller may choose.
      if (parent.split('/').length >= maxFolderDepth - 2) {
        leftOut.push({
          place: below(parent, name),
          what: `the folder is nested too deeply; what is in it came to ${getFolderName(parent)}`,
        });
        return parent;
      }
      const beside = names.get(toDiskKey(parent)) ?? createFreeNames(toDiskKey);
      names.set(toDiskKey(parent), beside);
      const path = below(parent, beside(getFolderDisplayName(name, 'Folder')));
      folders.push({ path, ...fields });
      note(parent, 'folder');
      return path;
    },
    setRoot: (fields) => folders.unshift({ path: '', ...fields }),
    addRequest: (request) => {
      requests.push(request);
      note(request.folder, 'request');
    },
    addEnvironment: (environment) => {
      const name = nameOfEnvironment(environment.name.trim() || 'Environment');
      environments.push({ ...environment, name });
    },
    leaveOut: (place, what) => leftOut.push({ place, what }),
    finish: ({ source, ...about }) => ({
      ...about,
      source: `${about.format} ${source === undefined || source === '' ? about.name : source}`,
      ...addOrder(levels, folders, addUniqueOrigins(requests)),
      environments,
      leftOut,
    }),
  };
};

/** Creates the auth of a key that is sent as a cookie, in addition to the jar's cookies for the request. */
export const createCookieKey = (name: string, value: string): Auth => ({
  type: 'api-key',
  name: 'Cookie',
  value: `${name}=${value}`,
  in: 'header',
});

const isSentCookie = ({ name, enabled }: Pair): boolean => enabled && name.toLowerCase() === 'cookie';

/** Adds a cookie key to the request's own Cookie header, if it has one. Otherwise that header would replace the key. */
export const joinCookieKey = <A extends Auth>(
  auth: A,
  headers: readonly Pair[],
): { readonly auth: A | { readonly type: 'none' }; readonly headers: readonly Pair[] } => {
  const at = headers.findIndex(isSentCookie);
  if (auth.type !== 'api-key' || auth.in !== 'header' || auth.name !== 'Cookie' || at < 0)
    return { auth, headers };
  const { value } = auth;
  return {
    auth: { type: 'none' },
    headers: headers.map((one, index) => (index === at ? { ...one, value: `${one.value}; ${value}` } : one)),
  };
};
