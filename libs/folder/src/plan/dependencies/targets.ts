import { posix } from 'node:path';

import { type FolderBase, type FolderWarning, isRequestKind, kindOfRequestId } from '@tandem/core';

import type { SomeFields } from '../../document/fields.js';
import { directoryOf } from '../../layout/places.js';
import type { Candidate } from '../identified.js';

/** The path that an entry of a file's `needs` leads to, from the root of the folder. */
export const targetOf = (path: string, need: string): string =>
  posix.normalize(posix.join(directoryOf(path), need));

/** The needs of a request by their ids, as far as its file leads to some; what it does not stays as it stands there. */
export type IdsOfNeeds = (
  needs: readonly string[],
  path: string,
  base: FolderBase | undefined,
) => readonly string[];

/**
 * Follows the needs in files to the requests that are there, else to those that were there when both sides agreed: a file that
 * was moved by hand leads to what it led to before, and so does one whose target was.
 */
export const idsOfNeeds = (
  owners: ReadonlyMap<string, Pick<Candidate, 'file' | 'kind'>>,
  bases: readonly FolderBase[],
): IdsOfNeeds => {
  const requests = [...owners].filter(([, { kind }]) => isRequestKind(kind));
  const now = new Map(requests.map(([id, { file }]) => [file.path, id]));
  const before = new Map(bases.filter(({ kind }) => isRequestKind(kind)).map(({ path, id }) => [path, id]));
  return (needs, path, base) =>
    needs.map((need) => {
      if (kindOfRequestId(need) !== undefined) return need;
      const from = [path, ...(base && base.path !== path ? [base.path] : [])];
      const ids = from.flatMap((one) => {
        const target = targetOf(one, need);
        return [now.get(target), before.get(target)];
      });
      return ids.find((id) => id !== undefined) ?? need;
    });
};

/** Says of each need that leads nowhere where it stands. */
export const findUnresolvedDependencies = (
  path: string,
  { needs = [] }: SomeFields,
): readonly FolderWarning[] =>
  needs.flatMap((need, index) =>
    kindOfRequestId(need) === undefined
      ? [
          {
            code: 'needNotFound',
            message: `needs[${index}] is ${JSON.stringify(need)}, where no request is; give the path from this file to that of a request`,
            path,
          },
        ]
      : [],
  );
