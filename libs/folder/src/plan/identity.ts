import type { FolderBase, FolderKind, FolderState, FolderWarning } from '@tandem/core';

import { getSeq, type SomeFields } from '../document/fields.js';
import type { FileContent } from '../document/entity-file.js';
import type { FolderFile } from '../files/tree.js';

/** An entity file before its entity is identified. */
export interface Candidate {
  readonly file: FolderFile;
  readonly script: FolderFile | undefined;
  readonly base: FolderBase | undefined;
  readonly kind: FolderKind;
  readonly id: string | undefined;
  readonly content: FileContent | null;
}

/** An entity as its files have it. */
export interface FoundEntity {
  readonly id: string;
  readonly kind: FolderKind;
  readonly file: FolderFile;
  readonly script: FolderFile | undefined;
  /** Null while the hashes show that the files match the memory. */
  readonly content: FileContent | null;
  readonly fields: () => SomeFields;
}

/** Whether a folder has a directory but no `folder.yml`. */
export const isImplied = ({ file }: FoundEntity): boolean => file.hash === '';

/**
 * One file for each id: of several, the one at the known place keeps it; the others get their own back or a new one.
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

/** New entities are imported by their `seq`, those without one last, because this becomes their creation order. */
export const sortOwners = (owners: ReadonlyMap<string, Candidate>) => {
  const seq = ({ content }: Candidate) => (content && getSeq(content.fields)) ?? Number.MAX_VALUE;
  return [...owners].sort(([, a], [, b]) => seq(a) - seq(b));
};
