import {
  createFreeNames,
  deepestFolder,
  type ImportDocument,
  type ImportedEnvironment,
  type ImportedFolder,
  type ImportedRequest,
  type LeftOut,
  getFolderDisplayName,
  getFolderName,
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
