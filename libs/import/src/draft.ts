import {
  type Auth,
  createFreeNames,
  deepestFolder,
  getFolderDisplayName,
  getFolderName,
  type ImportDocument,
  type ImportedEnvironment,
  type ImportedFolder,
  type ImportedRequest,
  type LeftOut,
  type Pair,
} from '@tandem/core';

/** What is known of a folder besides its path. */
export type FolderFields = Omit<ImportedFolder, 'path'>;

/** A document under construction. */
export interface Draft {
  /** Adds a folder and returns its path, whose last name is unique among its siblings. */
  readonly addFolder: (parent: string, name: string, fields?: FolderFields) => string;
  /** Records what applies to all requests of the import. */
  readonly setRoot: (fields: FolderFields) => void;
  readonly addRequest: (request: ImportedRequest) => void;
  readonly addEnvironment: (environment: ImportedEnvironment) => void;
  /** Records that something has no counterpart here. */
  readonly leaveOut: (place: string, what: string) => void;
  /** A request without an origin gets its path as origin; a name is the source unless there is another. */
  readonly finish: (about: Pick<ImportDocument, 'format' | 'why' | 'name' | 'source'>) => ImportDocument;
}

/** The requests, each with a unique origin. */
const addUniqueOrigins = (requests: readonly ImportedRequest[]): readonly ImportedRequest[] => {
  const taken = new Map<string, number>();
  return requests.map((one) => {
    const wanted = `${one.kind} ${one.origin ?? `${one.folder}/${one.name}`}`;
    const count = (taken.get(wanted) ?? 0) + 1;
    taken.set(wanted, count);
    return { ...one, origin: count === 1 ? wanted : `${wanted} ${count}` };
  });
};

const toDiskKey = (path: string): string => path.normalize('NFC').toLowerCase();

export const createDraft = (): Draft => {
  const folders: ImportedFolder[] = [];
  const requests: ImportedRequest[] = [];
  const environments: ImportedEnvironment[] = [];
  const leftOut: LeftOut[] = [];
  /** The names within each folder. */
  const names = new Map<string, (name: string) => string>();
  const nameOfEnvironment = createFreeNames(toDiskKey);
  const below = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);
  return {
    addFolder: (parent, name, fields = {}) => {
      // One folder surrounds the import, and callers may choose another one around that.
      if (parent.split('/').length >= deepestFolder - 2) {
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
      return path;
    },
    setRoot: (fields) => folders.unshift({ path: '', ...fields }),
    addRequest: (request) => requests.push(request),
    addEnvironment: (environment) => {
      const name = nameOfEnvironment(environment.name.trim() || 'Environment');
      environments.push({ ...environment, name });
    },
    leaveOut: (place, what) => leftOut.push({ place, what }),
    finish: ({ source, ...about }) => ({
      ...about,
      source: `${about.format} ${source === undefined || source === '' ? about.name : source}`,
      folders,
      requests: addUniqueOrigins(requests),
      environments,
      leftOut,
    }),
  };
};

/** A folder's item in the order in which the other tool runs it. */
export interface Part {
  readonly kind: 'request' | 'folder';
  readonly name: string;
}

/** Reports requests that the other tool runs before sibling folders: a run here starts with the folders. */
export const noteOrder = (draft: Draft, place: string, parts: readonly Part[]): void => {
  const last = parts.findLastIndex(({ kind }) => kind === 'folder');
  const before = parts.slice(0, Math.max(last, 0)).filter(({ kind }) => kind === 'request');
  const [first] = before;
  if (first === undefined) return;
  const names =
    before.length === 1 ? `“${first.name}” runs` : `“${first.name}” and ${before.length - 1} more run`;
  draft.leaveOut(
    place,
    `the order: ${names} before the folder “${parts[last]?.name ?? ''}” there, and after it here, where folders come first; move what has to come first into a folder, or let others need it`,
  );
};

/** A key sent as a cookie: in the Cookie header, beside the jar's cookies for the request. */
export const createCookieKey = (name: string, value: string): Auth => ({
  type: 'api-key',
  name: 'Cookie',
  value: `${name}=${value}`,
  in: 'header',
});

const isSentCookie = ({ name, enabled }: Pair): boolean => enabled && name.toLowerCase() === 'cookie';

/**
 * Adds a cookie key to the request's own Cookie header, if any, because that header would be sent instead of the key.
 */
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
