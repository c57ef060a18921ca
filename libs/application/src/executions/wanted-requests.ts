import {
  type AppResult,
  type AppError,
  createInvalidInput,
  type Ports,
  requestKinds,
  type RestRequestSummary,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { requestIdsOf } from '../requests/request-reference.js';
import { createFolderRefusal, listRequestFolders } from '../folders/known-folders.js';

/** Maximum number of requests in one call. */
const maxRequests = 200;

/** A request to execute in a call with several. */
export type WantedRequest = Pick<RestRequestSummary, 'id' | 'name'>;

/** The requests that a call asks for. */
interface RequestSelection {
  readonly ids?: readonly string[];
  readonly folder?: string;
}

const loadByIds = (
  ports: Ports,
  { id: workspaceId }: Workspace,
  refs: readonly string[],
): AppResult<readonly WantedRequest[]> =>
  pipe(
    requestIdsOf(
      ports,
      requestKinds.rest,
      workspaceId,
      refs.map((ref, at) => [`ids[${at}]`, ref]),
    ),
    TE.flatMap(TE.traverseSeqArray((id) => ports.store.restRequests.get(workspaceId, id))),
    TE.map((requests) => requests.map(({ id, name }) => ({ id, name }))),
  );

/** The requests of a folder in their order. */
const loadByFolder = (
  { store }: Ports,
  { id }: Workspace,
  folder: string,
): AppResult<readonly WantedRequest[]> =>
  pipe(
    TE.Do,
    TE.bind('page', () => store.restRequests.list(id, { folder, take: maxRequests + 1 })),
    TE.bind('places', () => store.requestPlaces.list(id)),
    TE.map(({ page, places }) => {
      const wanted = new Map(page.items.map((one) => [one.id as string, one]));
      return places.flatMap((place) => wanted.get(place.id) ?? []);
    }),
  );

/** The error for a folder without requests: it does not exist, or is empty. */
const createEmptyFolderError = (folder: string, known: readonly string[]): AppError =>
  createFolderRefusal(folder, known, {
    problem: 'has no REST requests',
    others: 'the folders that do are',
    none: 'all of them are at the top, which is ""',
  });

/**
 * The requests of a folder. Refused if there are none, except at the top, because another folder was probably meant.
 */
const requireFolderRequests = (
  ports: Ports,
  workspace: Workspace,
  folder: string,
): AppResult<readonly WantedRequest[]> =>
  pipe(
    loadByFolder(ports, workspace, folder),
    TE.flatMap((wanted) =>
      wanted.length > 0 || /^\/*$/.test(folder)
        ? TE.right(wanted)
        : pipe(
            listRequestFolders(ports.store.restRequests, workspace.id),
            TE.flatMap((known) => TE.left(createEmptyFolderError(folder, known))),
          ),
    ),
  );

/** Refuses a call before anything is sent: no requests, too many, or an unknown id. */
export const loadWantedRequests = (
  ports: Ports,
  workspace: Workspace,
  { ids, folder }: RequestSelection,
): AppResult<readonly WantedRequest[]> => {
  if ((ids === undefined) === (folder === undefined)) {
    const got = ids === undefined ? undefined : { ids, folder };
    return TE.left(
      createInvalidInput('ids', 'or folder is required, but not both', { expected: 'ids or folder', got }),
    );
  }
  return pipe(
    ids === undefined
      ? requireFolderRequests(ports, workspace, folder ?? '')
      : loadByIds(ports, workspace, ids),
    TE.flatMap((wanted) =>
      wanted.length > maxRequests
        ? TE.left(
            createInvalidInput(
              ids === undefined ? 'folder' : 'ids',
              `must hold at most ${maxRequests} requests`,
              {
                expected: `at most ${maxRequests} requests`,
                got: wanted.length,
              },
            ),
          )
        : TE.right(wanted),
    ),
  );
};
