import { type AppResult, type AppError, getFolderBaseName, type Workspace, WorkspaceId } from '@tandem/core';
import { findNearest } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

import type { StoreAccess } from '../transaction.js';

const ways: readonly ((workspace: Workspace, ref: string) => boolean)[] = [
  ({ id }, ref) => id === ref,
  ({ path }, ref) => path === ref || path === ref.replace(/[\\/]+$/, ''),
  ({ name }, ref) => name.toLowerCase() === ref.toLowerCase(),
  ({ path }, ref) => getFolderBaseName(path).toLowerCase() === ref.toLowerCase(),
];

/** Resolves `ref` by id, then exact path, then name, then folder name. The last two are case-insensitive. */
export const findWorkspace = (all: readonly Workspace[], ref: string): E.Either<AppError, Workspace> => {
  for (const way of ways) {
    const matches = all.filter((workspace) => way(workspace, ref));
    if (matches.length > 1) return E.left({ kind: 'workspace-ambiguous', ref, matches });
    if (matches[0]) return E.right(matches[0]);
  }
  const names = all.map(({ name }) => name);
  return E.left({ kind: 'workspace-not-found', ref, near: findNearest(ref, [...new Set(names)], 3) });
};

const lookUp =
  ({ store }: StoreAccess) =>
  (ref: string): AppResult<Workspace> =>
    pipe(
      store.workspaces.all(),
      TE.flatMapEither((all) => findWorkspace(all, ref)),
    );

const getActiveWorkspace = ({ store }: StoreAccess): AppResult<Workspace> =>
  pipe(
    store.workspaces.active(),
    TE.flatMap((active) =>
      active === null ? TE.left<AppError>({ kind: 'no-active-workspace' }) : TE.right(active),
    ),
  );

/** The workspace of a call. Default: the active one. An id is found without reading the others. */
export const resolveWorkspace =
  (ports: StoreAccess) =>
  (ref: string | undefined): AppResult<Workspace> => {
    if (ref === undefined) return getActiveWorkspace(ports);
    if (!WorkspaceId.is(ref)) return lookUp(ports)(ref);
    return pipe(
      ports.store.workspaces.get(ref),
      TE.orElse((error) => (error.kind === 'not-found' ? lookUp(ports)(ref) : TE.left(error))),
    );
  };
