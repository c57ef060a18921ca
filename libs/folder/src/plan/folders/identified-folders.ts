import { type FolderBase, type FolderState, type FolderWarning, isWithin } from '@tandem/core';

import { getDirectory } from '../../layout/places.js';
import { isId } from '../candidates.js';
import type { NamedDirectory } from '../directories.js';
import type { Candidate } from '../identified.js';

interface IdentificationInput {
  readonly directories: readonly NamedDirectory[];
  /** The requests and environments, by id. */
  readonly files: ReadonlyMap<string, Candidate>;
  readonly bases: readonly FolderBase[];
  readonly state: FolderState;
  readonly warnings: FolderWarning[];
}

/**
 * The folder that all remembered requests of a directory were in, at the same depth; undefined if they come from
 * several.
 */
const findOrigins = ({ files, bases, directories }: IdentificationInput) => {
  const before = new Map(bases.map((base) => [base.id, base.folder]));
  const folderAt = new Map(directories.map((one) => [one.path, one.folder]));
  return ({ path, folder }: NamedDirectory): string | undefined => {
    const origins = new Set<string>();
    for (const [id, { file }] of files) {
      const was = before.get(id);
      if (was === undefined || !file.path.startsWith(`${path}/`)) continue;
      const inner = (folderAt.get(getDirectory(file.path)) ?? '').slice(folder.length);
      origins.add(was.endsWith(inner) ? was.slice(0, was.length - inner.length) : '');
    }
    const [origin] = origins;
    return origins.size === 1 && origin !== '' ? origin : undefined;
  };
};

/**
 * Identifies the folder of each directory: by the id in its file, else by its folder at the last agreement, by its
 * name in the app, by its place, or by the requests moved along in a rename.
 */
export const identifyFolders = (all: IdentificationInput): ReadonlyMap<string, Candidate> => {
  const { directories, bases, state, warnings } = all;
  const owners = new Map<string, Candidate>();
  const open = new Map(directories.flatMap((one) => (one.candidate ? [[one, one.candidate] as const] : [])));
  const stored = state.stored.filter(({ kind }) => kind === 'folder');
  const idByPath = new Map(
    stored.flatMap((one) => (one.kind === 'folder' ? [[one.fields.path, one.id] as const] : [])),
  );
  const known = new Map(bases.map((base) => [base.id, base.path]));
  const isKnownAt = (path: string) => bases.find((one) => one.kind === 'folder' && one.folder === path)?.id;
  type IdOf = (directory: NamedDirectory, candidate: Candidate) => string | undefined;
  const claim = (idOf: IdOf): void => {
    for (const [directory, candidate] of open) {
      const id = idOf(directory, candidate);
      if (id === undefined || owners.has(id)) continue;
      owners.set(id, candidate);
      open.delete(directory);
    }
  };
  const own = ({ id }: Candidate) => (isId('folder', id) ? id : undefined);
  const baseOf = ({ base }: Candidate) => (base?.kind === 'folder' ? base : undefined);
  claim((_, one) => (known.get(own(one) ?? '') === one.file.path ? own(one) : undefined));
  claim((_, one) => own(one));
  claim(({ folder }, one) => (baseOf(one)?.folder === folder ? one.base?.id : undefined));
  claim(({ folder }) => idByPath.get(folder));
  claim((_, one) => baseOf(one)?.id);
  const originOf = findOrigins(all);
  claim((directory) => {
    const origin = originOf(directory);
    return origin === undefined ? undefined : (isKnownAt(origin) ?? idByPath.get(origin));
  });
  for (const candidate of open.values()) {
    const id = state.newId('folder');
    owners.set(id, candidate);
    const taken = own(candidate);
    if (taken === undefined) continue;
    const message = `${taken} is in ${owners.get(taken)?.file.path ?? ''} too; this copy got the id ${id}`;
    warnings.push({ code: 'duplicateId', message, path: candidate.file.path });
  }
  return owners;
};

/** Whether requests of the folder were synchronized in this directory, before folders were entities. */
export const hasSynchronizedRequests = (bases: readonly FolderBase[], path: string): boolean =>
  bases.some((base) => base.kind !== 'folder' && isWithin(path, base.path));
