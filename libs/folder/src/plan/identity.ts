import type { FolderBase, FolderKind, FolderState, FolderWarning } from '@tandem/core';

import { getSeq, type SomeFields } from '../document/fields.js';
import type { FileContent } from '../document/entity-file.js';
import type { FolderFile } from '../files/tree.js';

/** A file that is not yet matched to an entity. */
export interface Candidate {
  readonly file: FolderFile;
  readonly script: FolderFile | undefined;
  readonly base: FolderBase | undefined;
  readonly kind: FolderKind;
  readonly id: string | undefined;
  readonly content: FileContent | null;
}

/** An entity as found in its files. */
export interface FoundEntity {
  readonly id: string;
  readonly kind: FolderKind;
  readonly file: FolderFile;
  readonly script: FolderFile | undefined;
  /** Null if the hashes show that the files have not changed. */
  readonly content: FileContent | null;
  readonly fields: () => SomeFields;
}

/** Whether a folder has a directory but no `folder.yml`. */
export const isImplied = ({ file }: FoundEntity): boolean => file.hash === '';

/**
 * Assigns one file to each id. If several files have the same id, the file at the known path keeps it. The others keep their previous id
 * or get a new one.
 */
export const identifyCandidates = (
  all: readonly Candidate[],
  bases: readonly FolderBase[],
  state: FolderState,
  warnings: FolderWarning[],
) => {
  const known = new Map(bases.map((base) => [base.id, base.path]));
  const owners = new Map<string, Candidate>();
  const claim = (id: string, candidate: Candidate) => owners.set(id, candidate);
  const isOwn = ({ file }: Candidate, id: string) => known.get(id) === file.path;
  for (const one of all) if (one.kind === 'workspace') claim(state.workspaceId, one);
  for (const one of all) if (one.id !== undefined && isOwn(one, one.id)) claim(one.id, one);
  for (const one of all) if (one.id !== undefined && !owners.has(one.id)) claim(one.id, one);
  const settled = new Set(owners.values());
  for (const one of all) {
    if (settled.has(one)) continue;
    const own = one.base?.kind === one.kind && !owners.has(one.base.id) ? one.base.id : undefined;
    const id = own ?? state.newId(one.kind);
    claim(id, one);
    if (one.id === undefined) continue;
    const message = `${one.id} is in ${owners.get(one.id)?.file.path ?? ''} too; this copy got the id ${id}`;
    warnings.push({ code: 'duplicateId', message, path: one.file.path });
  }
  return owners;
};

/** Sorts files by the position of their entities, because new entities are created in this order. Entities without a position come last. */
export const sortOwners = (owners: ReadonlyMap<string, Candidate>) => {
  const seq = ({ content }: Candidate) => (content && getSeq(content.fields)) ?? Number.MAX_VALUE;
  return [...owners].sort(([, a], [, b]) => seq(a) - seq(b));
};
