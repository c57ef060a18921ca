import {
  type FolderBase,
  createFolderEntity,
  type FolderKind,
  type FolderState,
  type StoredEntity,
} from '@tandem/core';

import type { FileContent } from '../document/entity-file.js';
import type { SomeFields } from '../document/fields.js';
import type { Subject } from '../plan/decide.js';
import type { Candidate, FoundEntity } from '../plan/identity.js';

/** Creates a base for tests of the planner. */
export const createBase = (
  id: string,
  kind: FolderKind,
  fields: SomeFields = {},
  more: Partial<FolderBase> = {},
): FolderBase => ({
  ...{ id, kind, path: `${id}.yml`, folder: '', fileHash: 'f', scriptHash: '', revision: 1, seq: null },
  ...{ settled: true, searched: '', fields: JSON.stringify(fields), ...more },
});

/** Creates an entity in the database. */
export const createStoredEntity = (
  id: string,
  kind: FolderKind,
  fields: SomeFields,
  revision = 1,
): StoredEntity => ({
  ...createFolderEntity(kind, id, fields),
  revision,
  seq: fields.seq ?? null,
});

export const createContent = (kind: FolderKind, fields: SomeFields, id?: string): FileContent => ({
  kind,
  id,
  fields,
  bareSecrets: [],
});

/** Creates an entity as found in its files. */
export const createFoundEntity = (
  id: string,
  kind: FolderKind,
  fields: SomeFields,
  { path = `${id}.yml`, text = 'text', isRead = true, script = undefined as string | undefined } = {},
): FoundEntity => ({
  ...{ id, kind, file: { path, hash: 'h', text }, fields: () => fields },
  script: script === undefined ? undefined : { path: path.replace('.yml', '.js'), hash: 'j', text: script },
  content: isRead ? createContent(kind, fields, id) : null,
});

/** Creates a file whose entity is not identified yet. */
export const createCandidate = (
  path: string,
  kind: FolderKind,
  more: Partial<Candidate> = {},
): Candidate => ({
  ...{ file: { path, hash: 'h', text: '' }, script: undefined, base: undefined, id: undefined },
  kind,
  content: null,
  ...more,
});

export const createSubject = (id: string, kind: FolderKind, sides: Partial<Subject>): Subject => ({
  id,
  kind,
  base: undefined,
  isSearched: true,
  stored: undefined,
  found: undefined,
  ...sides,
});

/** Creates a state that numbers new ids. */
export const createState = (more: Partial<FolderState> = {}): FolderState => {
  let last = 0;
  return {
    ...{
      workspaceId: 'ws_1' as FolderState['workspaceId'],
      path: '/w',
      stored: [],
      planned: [],
      secrets: [],
    },
    ...{ memory: { bases: [], removals: [] }, confirmDeletions: false, resolutions: [] },
    newId: (kind) => `new_${kind}_${++last}`,
    ...more,
  };
};

/** Creates a tree with these files. Each file's text is also its hash. */
export const createTree = (hashes: Readonly<Record<string, string>>) => ({
  exists: true,
  unreadable: [],
  notRead: [],
  leftovers: [],
  directories: [],
  files: new Map(Object.entries(hashes).map(([path, hash]) => [path, { path, hash, text: hash }])),
  hashes: new Map(Object.entries(hashes)),
  taken: Object.keys(hashes),
});
