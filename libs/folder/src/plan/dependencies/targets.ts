import { posix } from 'node:path';

import { type FolderBase, type FolderWarning, isRequestKind, findRequestKind } from '@tandem/core';

import type { SomeFields } from '../../document/fields.js';
import { getDirectory } from '../../layout/places.js';
import type { Candidate } from '../identified.js';

/** The path that an entry in a file's `needs` refers to, from the root of the folder. */
export const resolveDependencyPath = (path: string, need: string): string =>
  posix.normalize(posix.join(getDirectory(path), need));

/** The dependencies of a request by id, if its file's paths resolve; others stay as written. */
export type IdsOfNeeds = (
  needs: readonly string[],
  path: string,
  base: FolderBase | undefined,
) => readonly string[];

/**
 * Resolves dependencies in files to current requests, else to those from when both sides last agreed: a manually
 * moved file keeps its target, and a moved target keeps its references.
 */
export const resolveDependencyIds = (
  owners: ReadonlyMap<string, Pick<Candidate, 'file' | 'kind'>>,
  bases: readonly FolderBase[],
): IdsOfNeeds => {
  const requests = [...owners].filter(([, { kind }]) => isRequestKind(kind));
  const now = new Map(requests.map(([id, { file }]) => [file.path, id]));
  const before = new Map(bases.filter(({ kind }) => isRequestKind(kind)).map(({ path, id }) => [path, id]));
  return (needs, path, base) =>
    needs.map((need) => {
      if (findRequestKind(need) !== undefined) return need;
      const from = [path, ...(base && base.path !== path ? [base.path] : [])];
      const ids = from.flatMap((one) => {
        const target = resolveDependencyPath(one, need);
        return [now.get(target), before.get(target)];
      });
      return ids.find((id) => id !== undefined) ?? need;
    });
};

/** Reports where each unresolved dependency is. */
export const findUnresolvedDependencies = (
  path: string,
  { needs = [] }: SomeFields,
): readonly FolderWarning[] =>
  needs.flatMap((need, index) =>
    findRequestKind(need) === undefined
      ? [
          {
            code: 'needNotFound',
            message: `needs[${index}] is ${JSON.stringify(need)}, where no request is; give the path from this file to that of a request`,
            path,
          },
        ]
      : [],
  );
