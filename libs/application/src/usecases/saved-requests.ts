import {
  appendedTo,
  type AppError,
  createRedactor,
  folderProblem,
  type ListQuery,
  type Ports,
  type Repositories,
  type SavedRequests,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Stored, Transaction } from '../transaction.js';
import { knownFolder } from './known-folders.js';
import { resolveWorkspace } from './resolve-workspace.js';
import { knownSecrets } from './secrets.js';

/** What the use cases of both kinds of request rely on. */
interface Saved {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly folder: string;
  readonly revision: number;
  readonly updatedAt: string;
}

/** Which of the repositories holds a kind of request. */
type Of<A extends Saved, S> = (repositories: Repositories) => SavedRequests<A, S>;

/** Whether values of secrets are hidden from who asks. */
export interface Seer {
  readonly hidesSecrets?: boolean;
}

interface ListArguments extends Omit<ListQuery, 'after' | 'shown'> {
  readonly workspaceId?: string;
  readonly cursor?: string;
}

/** Stands for a secret in what is searched, where a search finds nothing. */
const gap = '\0';

/** What a caller may search: letter by letter, a secret that stands in a URL could be spelt out. */
const shownTo = (
  ports: Ports,
  search = '',
  { hidesSecrets = false }: Seer,
): TE.TaskEither<AppError, Pick<ListQuery, 'shown'>> =>
  hidesSecrets && search !== ''
    ? pipe(
        knownSecrets(ports),
        TE.map((secrets) => ({ shown: createRedactor(secrets, gap).text })),
      )
    : TE.right({});

/** A page of summaries. */
export const listSaved =
  <A extends Saved, S>(ports: Ports, requests: SavedRequests<A, S>) =>
  (
    { workspaceId, cursor, ...query }: ListArguments,
    caller: Seer = {},
  ): TE.TaskEither<AppError, { readonly requests: readonly S[]; readonly nextCursor?: string }> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.bindTo('workspace'),
      TE.bind('seen', () => shownTo(ports, query.search, caller)),
      TE.bind('page', ({ workspace, seen }) =>
        requests.list(workspace.id, {
          ...query,
          ...seen,
          ...(cursor === undefined ? {} : { after: cursor }),
        }),
      ),
      TE.tap(({ workspace, page }) =>
        page.items.length === 0 ? knownFolder(ports, workspace.id, query.folder ?? '') : TE.right(undefined),
      ),
      TE.map(({ page: { items, next } }) => ({
        requests: items,
        ...(next === undefined ? {} : { nextCursor: next }),
      })),
    );

export const getSaved =
  <A extends Saved, S>(ports: Stored, requests: SavedRequests<A, S>) =>
  ({
    workspaceId,
    id,
  }: {
    readonly workspaceId?: string;
    readonly id: A['id'];
  }): TE.TaskEither<AppError, A> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap((workspace) => requests.get(workspace.id, id)),
    );

/** The place after the last one of a folder; refused where that cannot be a folder. */
const endOf = (
  { requestPlaces }: Repositories,
  { workspaceId, folder }: Saved,
): ReturnType<Repositories['requestPlaces']['end']> => {
  const problem = folderProblem(folder);
  return problem ? TE.left(problem) : requestPlaces.end(workspaceId, folder);
};

/** Stores a new request as the last of its folder. */
export const createSaved =
  <A extends Saved, S>({ store }: Stored, of: Of<A, S>) =>
  (request: A): TE.TaskEither<AppError, A> =>
    pipe(
      endOf(store, request),
      TE.flatMap((end) => of(store).create(request, appendedTo(end))),
    );

/** Stores a changed request; one that comes to another folder is the last there. */
const replaceSaved =
  <A extends Saved, S>(repositories: Repositories, of: Of<A, S>) =>
  (present: A, next: A, expected: number): TE.TaskEither<AppError, A> =>
    present.folder === next.folder
      ? of(repositories).replace(next, expected)
      : pipe(
          endOf(repositories, next),
          TE.flatMap((end) => of(repositories).replace(next, expected, appendedTo(end))),
        );

/**
 * Changes what is stored now: in a transaction, so that somebody else's change of other fields is not lost.
 * With `ifRevision` only while the stored revision is that.
 */
export const changeSaved =
  <A extends Saved, S>({ store, clock }: Pick<Transaction, 'store' | 'clock'>, of: Of<A, S>) =>
  (workspace: Workspace, id: A['id'], patch: Partial<A>, ifRevision?: number): TE.TaskEither<AppError, A> => {
    const changed = (present: A): A => ({
      ...present,
      ...patch,
      revision: present.revision + 1,
      updatedAt: clock.now().toISOString(),
    });
    return pipe(
      of(store).get(workspace.id, id),
      TE.flatMap((present) =>
        replaceSaved(store, of)(present, changed(present), ifRevision ?? present.revision),
      ),
    );
  };

export const removeSaved =
  <A extends Saved, S>(ports: Stored, requests: SavedRequests<A, S>) =>
  ({
    workspaceId,
    id,
    ifRevision,
  }: {
    readonly workspaceId?: string;
    readonly id: A['id'];
    readonly ifRevision?: number;
  }): TE.TaskEither<AppError, { readonly deleted: string }> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap((workspace) => requests.remove(workspace.id, id, ifRevision)),
      TE.map(() => ({ deleted: id })),
    );
