import {
  type AppError,
  type AppResult,
  everyKind,
  isRequestKind,
  findRequestKind,
  type Ports,
  type Workspace,
} from '@tandem/core';
import { findNearest } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

/** A request that can be found by its path or name. */
interface Findable {
  readonly name: string;
  readonly folder: string;
  /** Its folder and its name. */
  readonly path: string;
}

/** The index of a request; or why it was not found, as the end of a sentence about its name. */
export type FoundRequest = { readonly at: number } | { readonly problem: string };

const describeUnknownRequest = (all: readonly Findable[], target: string, of: string): FoundRequest => {
  const [near] = findNearest(target, [...all.map(({ path }) => path), ...all.map(({ name }) => name)]);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return { problem: `is not the name or path of a request of this ${of}${hint}` };
};

/**
 * Finds a request by its path, or else by its name in a folder, or else by a name that only one request has.
 * @param of what contains the requests, for errors
 */
export const findRequestByName = (
  all: readonly Findable[],
  folder: string | undefined,
  target: string,
  of: string,
): FoundRequest => {
  const path = target.replace(/^\/+/, '');
  const byPath = all.findIndex((one) => one.path === path);
  if (byPath >= 0) return { at: byPath };
  const named = [...all.keys()].filter((at) => all[at]?.name === target);
  const beside = named.filter((at) => all[at]?.folder === folder);
  const [only, another] = beside.length > 0 ? beside : named;
  if (only === undefined) return describeUnknownRequest(all, target, of);
  if (another === undefined) return { at: only };
  const paths = named
    .map((at) => all[at]?.path)
    .slice(0, 3)
    .join(', ');
  return { problem: `is the name of several requests; give a path, such as ${paths}` };
};

/** Loads the path and name of every request in a workspace. */
const loadFindableRequests = (
  ports: Ports,
  { id }: Workspace,
): AppResult<readonly (Findable & { readonly id: string })[]> =>
  pipe(
    TE.sequenceArray(everyKind.map(({ of }) => of(ports.store).all(id))),
    TE.map((requests) =>
      requests
        .flat()
        .map((one) => ({ ...one, path: one.folder === '' ? one.name : `${one.folder}/${one.name}` })),
    ),
  );

const removeExtension = (path: string): string =>
  path.replace(/^\.?\/+/, '').replace(/\.(?:yml|yaml|bru)$/, '');

/**
 * The id of the request in a file of the data folder, because Bruno's scripts refer to requests by file. Null if the file contains none.
 */
const findIdByFile = (ports: Ports, { id }: Workspace, target: string): AppResult<string | null> =>
  pipe(
    ports.store.folderMemories.get(id),
    TE.map(({ bases }) => {
      const requests = bases.filter(({ kind }) => isRequestKind(kind));
      return requests.find(({ path }) => removeExtension(path) === removeExtension(target))?.id ?? null;
    }),
  );

/**
 * The id of the request that a script names by id, path, name or file; or why it was not found.
 * @param from the id of the request that the script belongs to
 */
export const findRequest = (
  ports: Ports,
  workspace: Workspace,
  target: string,
  from: string,
): TE.TaskEither<AppError | string, string> =>
  findRequestKind(target) !== undefined
    ? TE.right(target)
    : pipe(
        loadFindableRequests(ports, workspace),
        TE.flatMap((requests): TE.TaskEither<AppError | string, string> => {
          const folder = requests.find(({ id }) => id === from)?.folder;
          const found = findRequestByName(requests, folder, target, 'workspace');
          if (!('problem' in found)) return TE.right(requests[found.at]?.id ?? target);
          return pipe(
            findIdByFile(ports, workspace, target),
            TE.flatMapEither((id): E.Either<AppError | string, string> =>
              id === null ? E.left(found.problem) : E.right(id),
            ),
          );
        }),
      );
