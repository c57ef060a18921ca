import { nearest } from '../codec/index.js';
import type { AppError } from '../domain/errors.js';
import { invalidInput } from '../domain/errors.js';
import type { RestRequestId } from '../domain/ids.js';
import type { RestRequestSummary } from '../domain/rest-request.js';
import type { Workspace } from '../domain/workspace.js';
import { pipe, TE } from '../fp.js';
import type { Ports } from '../ports/ports.js';

/** The most requests of one call. */
const mostRequests = 200;

type Answer<A> = TE.TaskEither<AppError, A>;

/** A request that is to be executed among others. */
export type Wanted = Pick<RestRequestSummary, 'id' | 'name'>;

/** What a call asks for. */
interface Asked {
  readonly ids?: readonly RestRequestId[];
  readonly folder?: string;
}

const byIds = (
  ports: Ports,
  { id: workspaceId }: Workspace,
  ids: readonly RestRequestId[],
): Answer<readonly Wanted[]> =>
  ids.reduce(
    (sofar: Answer<readonly Wanted[]>, id) =>
      pipe(
        sofar,
        TE.flatMap((found) =>
          TE.map((request: Wanted) => [...found, { id, name: request.name }])(
            ports.store.restRequests.get(workspaceId, id),
          ),
        ),
      ),
    TE.right([]),
  );

/** Those of a folder, in the order that a person gave them. */
const byFolder = ({ store }: Ports, { id }: Workspace, folder: string): Answer<readonly Wanted[]> =>
  pipe(
    TE.Do,
    TE.bind('page', () => store.restRequests.list(id, { folder, take: mostRequests + 1 })),
    TE.bind('places', () => store.requestPlaces.list(id)),
    TE.map(({ page, places }) => {
      const wanted = new Map(page.items.map((one) => [one.id as string, one]));
      return places.flatMap((place) => wanted.get(place.id) ?? []);
    }),
  );

/** The folders that hold REST requests, and those around them. */
const foldersOf = ({ store }: Ports, { id }: Workspace): Answer<readonly string[]> =>
  pipe(
    store.restRequests.all(id),
    TE.map((all) => {
      const paths = all.map(({ folder }) => folder.split('/'));
      const around = paths.flatMap((path) => path.map((_, at) => path.slice(0, at + 1).join('/')));
      return [...new Set(around)].filter((folder) => folder !== '').sort();
    }),
  );

/** How many folders a refusal names. */
const mostNamed = 10;

/** Nothing to execute in a folder: it is another's name, or holds none. */
const emptyFolder = (folder: string, known: readonly string[]): AppError => {
  const near = nearest(folder, known, 3);
  const named = near.length > 0 ? near : known.slice(0, mostNamed);
  const more = named.length < known.length && near.length === 0 ? ' and others' : '';
  const advice =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : named.length > 0
        ? `the folders that do are ${named.join(', ')}${more}`
        : 'all of them are at the top, which is ""';
  return invalidInput('folder', `holds no REST request; ${advice}`, {
    expected: 'a folder that holds REST requests',
    got: folder,
    near,
  });
};

/** Those of a folder; refused when there are none, but for the top: what was meant was something else. */
const inFolder = (ports: Ports, workspace: Workspace, folder: string): Answer<readonly Wanted[]> =>
  pipe(
    byFolder(ports, workspace, folder),
    TE.flatMap((wanted) =>
      wanted.length > 0 || /^\/*$/.test(folder)
        ? TE.right(wanted)
        : pipe(
            foldersOf(ports, workspace),
            TE.flatMap((known) => TE.left(emptyFolder(folder, known))),
          ),
    ),
  );

/** Refused before anything is sent: nothing or too much asked for, or an id that is not there. */
export const wantedOf = (
  ports: Ports,
  workspace: Workspace,
  { ids, folder }: Asked,
): Answer<readonly Wanted[]> => {
  if ((ids === undefined) === (folder === undefined)) {
    const got = ids === undefined ? undefined : { ids, folder };
    return TE.left(
      invalidInput('ids', 'or folder must be given, and not both', { expected: 'ids or folder', got }),
    );
  }
  return pipe(
    ids === undefined ? inFolder(ports, workspace, folder ?? '') : byIds(ports, workspace, ids),
    TE.flatMap((wanted) =>
      wanted.length > mostRequests
        ? TE.left(
            invalidInput(ids === undefined ? 'folder' : 'ids', `must hold at most ${mostRequests} requests`, {
              expected: `at most ${mostRequests} requests`,
              got: wanted.length,
            }),
          )
        : TE.right(wanted),
    ),
  );
};
