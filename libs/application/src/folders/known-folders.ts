import {
  type AppResult,
  type AnyRequest,
  type AppError,
  type SavedRequests,
  createInvalidInput,
  type Ports,
  type Repositories,
  type WorkspaceId,
} from '@tandem/core';
import { findNearest } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { excludeRoot } from '../workspaces/resolve-workspace.js';

/** Lists the folders of some requests, and their parents. */
const listEnclosingFolders = (requests: readonly { readonly folder: string }[]): readonly string[] => {
  const paths = requests.map(({ folder }) => folder.split('/'));
  const all = paths.flatMap((path) => path.map((_, at) => path.slice(0, at + 1).join('/')));
  return [...new Set(all)].filter((folder) => folder !== '').sort();
};

/** Lists the folders that contain requests of a kind, and their parents. */
export const listRequestFolders = (
  requests: Pick<SavedRequests<AnyRequest, unknown> | Repositories['restRequests'], 'all'>,
  id: WorkspaceId,
): AppResult<readonly string[]> => pipe(requests.all(id), TE.map(listEnclosingFolders));

/** How many existing folders a refusal names. */
const maxNamedFolders = 10;

/** Creates the error for a folder that does not exist. It names similar folders, or all folders if none is similar. */
export const createFolderRefusal = (
  folder: string,
  known: readonly string[],
  { problem, others, none }: Readonly<Record<'problem' | 'others' | 'none', string>>,
): AppError => {
  const near = findNearest(folder, known, 3);
  const named = near.length > 0 ? near : known.slice(0, maxNamedFolders);
  const more = named.length < known.length && near.length === 0 ? ' and others' : '';
  const advice =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : named.length > 0
        ? `${others} ${named.join(', ')}${more}`
        : none;
  return createInvalidInput('folder', `${problem}; ${advice}`, {
    expected: 'a folder that holds requests',
    got: folder,
    near,
  });
};

/** Refuses a folder that does not exist. The top level always exists. */
export const requireKnownFolder = ({ store }: Ports, id: WorkspaceId, folder: string): AppResult<void> => {
  const wanted = folder.replace(/^\/+|\/+$/g, '');
  if (wanted === '') return TE.right(undefined);
  return pipe(
    store.folders.list(id),
    TE.flatMap((all) => {
      const paths = excludeRoot(all)
        .map(({ path }) => path)
        .sort();
      return paths.includes(wanted)
        ? TE.right(undefined)
        : TE.left(
            createFolderRefusal(folder, paths, {
              problem: 'is not a folder of this workspace',
              others: 'the folders are',
              none: 'all requests are at the top, which is ""',
            }),
          );
    }),
  );
};
