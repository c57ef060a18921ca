import { isDeepStrictEqual } from 'node:util';
import { posix } from 'node:path';

import { type FolderBase, type FolderEntity, createFolderEntity, isRequestKind } from '@tandem/core';

import type { SomeFields } from '../../document/fields.js';
import { getDirectory, type Places } from '../../layout/places.js';
import type { Decision } from '../decide.js';
import type { DecidedSubject } from '../folders/decide-folders.js';
import type { FoundEntity } from '../found.js';
import { resolveDependencyPath } from './targets.js';
import { getEntityPath } from '../write-entity.js';

/** Where requests will be, and how their files refer to them. */
export interface NeedPaths {
  /** Where an entity will be; the same each time for a request. */
  readonly placeOf: (entity: FolderEntity, found: FoundEntity | undefined) => string;
  /** The dependencies of a request as its file at `path` should have them. */
  readonly asWritten: (fields: SomeFields, path: string, found: FoundEntity | undefined) => readonly string[];
  /** Whether a request's file points to its dependencies once everything is in place. */
  readonly areCurrent: (found: FoundEntity, base: FolderBase | undefined) => boolean;
}

/** The paths that requests will have once `decisions` are carried out. */
export const createDependencyPaths = (
  places: Places,
  decisions: readonly DecidedSubject[],
  bases: readonly FolderBase[],
): NeedPaths => {
  const decided = new Map(decisions.map((one) => [one[0].id, one]));
  const former = new Map(bases.map(({ id, path }) => [id, path]));
  const known = new Map<string, string>();
  const place = (entity: FolderEntity, found: FoundEntity | undefined): string => {
    if (!isRequestKind(entity.kind)) return getEntityPath(places, entity, found);
    const path = known.get(entity.id) ?? getEntityPath(places, entity, found);
    known.set(entity.id, path);
    return path;
  };
  const futureOf = (id: string): string | undefined => {
    const one = decided.get(id);
    if (!one) return former.get(id);
    const [{ kind, found, base }, decision] = one;
    if (decision.do === 'settle') return place(createFolderEntity(kind, id, decision.file), found);
    // If somebody removed a file, the path to it stays.
    if (['nothing', 'keep', 'remove-stored'].includes(decision.do)) return found?.file.path ?? base?.path;
    return undefined;
  };
  const asWritten: NeedPaths['asWritten'] = ({ needs = [] }, path, found) => {
    // A path keeps the form in which somebody wrote it.
    const present = new Map(
      found?.content?.fields.needs?.map((need) => [resolveDependencyPath(path, need), need] as const),
    );
    return needs.map((id) => {
      const to = futureOf(id);
      if (to === undefined) return id;
      return present.get(to) ?? posix.relative(getDirectory(path), to);
    });
  };
  return {
    placeOf: place,
    asWritten,
    areCurrent: (found, base) => {
      // Most requests have no dependencies, so their memory is not decoded for this.
      if (!found.file.text.includes('needs')) return true;
      const fields = found.fields();
      const { needs = [] } = fields;
      if (needs.length === 0) return true;
      const path = futureOf(found.id) ?? found.file.path;
      if (found.content)
        return isDeepStrictEqual(asWritten(fields, path, found), found.content.fields.needs ?? []);
      return path === base?.path && needs.every((id) => futureOf(id) === former.get(id));
    },
  };
};

/** Rewrites a request's file although it is up to date, because a dependency has moved. */
export const createRewrite = (
  found: FoundEntity,
  stored: SomeFields,
): Extract<Decision, { readonly do: 'settle' }> => {
  const fields = found.fields();
  return {
    do: 'settle',
    file: fields,
    stored,
    base: fields,
    common: fields,
    conflicts: [],
    hits: [],
  };
};
