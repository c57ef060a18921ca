import { type AppError, invalidInput, type Ports, type Repositories, type WorkspaceId } from '@tandem/core';
import { nearest } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

type Answer<A> = TE.TaskEither<AppError, A>;

/** The folders of some requests and those around them. */
const around = (requests: readonly { readonly folder: string }[]): readonly string[] => {
  const paths = requests.map(({ folder }) => folder.split('/'));
  const all = paths.flatMap((path) => path.map((_, at) => path.slice(0, at + 1).join('/')));
  return [...new Set(all)].filter((folder) => folder !== '').sort();
};

/** The folders that hold requests of a kind, and those around them. */
export const foldersOf = (
  requests: Pick<Repositories['restRequests'] | Repositories['graphqlRequests'], 'all'>,
  id: WorkspaceId,
): Answer<readonly string[]> => pipe(requests.all(id), TE.map(around));

/** How many folders a refusal names. */
const mostNamed = 10;

/** The refusal of a folder, with the names that were probably meant, or those that there are. */
export const folderRefused = (
  folder: string,
  known: readonly string[],
  { problem, others, none }: Readonly<Record<'problem' | 'others' | 'none', string>>,
): AppError => {
  const near = nearest(folder, known, 3);
  const named = near.length > 0 ? near : known.slice(0, mostNamed);
  const more = named.length < known.length && near.length === 0 ? ' and others' : '';
  const advice =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : named.length > 0
        ? `${others} ${named.join(', ')}${more}`
        : none;
  return invalidInput('folder', `${problem}; ${advice}`, {
    expected: 'a folder that holds requests',
    got: folder,
    near,
  });
};

/** Left when no request of either kind is in the folder or below it. The top is always there. */
export const knownFolder = ({ store }: Ports, id: WorkspaceId, folder: string): Answer<void> => {
  if (/^\/*$/.test(folder)) return TE.right(undefined);
  return pipe(
    TE.Do,
    TE.bind('rest', () => store.restRequests.list(id, { folder, take: 1 })),
    TE.bind('graphql', () => store.graphqlRequests.list(id, { folder, take: 1 })),
    TE.flatMap(({ rest, graphql }) =>
      rest.items.length + graphql.items.length > 0 ? TE.right(undefined) : unknownFolder(store, id, folder),
    ),
  );
};

const unknownFolder = (store: Ports['store'], id: WorkspaceId, folder: string): Answer<never> =>
  pipe(
    TE.Do,
    TE.bind('rest', () => foldersOf(store.restRequests, id)),
    TE.bind('graphql', () => foldersOf(store.graphqlRequests, id)),
    TE.flatMap(({ rest, graphql }) =>
      TE.left(
        folderRefused(folder, [...new Set([...rest, ...graphql])].sort(), {
          problem: 'is not a folder of this workspace',
          others: 'the folders are',
          none: 'all requests are at the top, which is ""',
        }),
      ),
    ),
  );
