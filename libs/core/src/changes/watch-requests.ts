import type { AppError } from '../errors.js';
import type { WorkspaceId } from '../ids.js';
import type { RequestPlace } from '../requests/request-position.js';
import { pipe, TE } from '../fp.js';
import type { Repositories, RequestPlaces, SavedRequests } from '../ports/repositories.js';
import {
  notifyAfter,
  readBeforeWrite,
  type ChangedEntity,
  type Entity,
  type Notify,
  type Op,
  type OwnedEntity,
  type Write,
} from './watch-changes.js';

interface InFolder extends OwnedEntity {
  readonly folder: string;
}

/** Reports a request, and the order of its folder if the request got a position in it. */
const createPlacedNotifier =
  (
    notify: Notify,
    entity: Entity,
    op: Op,
    { seq, before }: { readonly seq: number | null | undefined; readonly before?: object | undefined },
  ) =>
  (one: InFolder) => {
    const { workspaceId, id, folder } = one;
    notify({ workspaceId, entity, id, op }, { before, after: one });
    if (seq !== undefined) notify({ workspaceId, entity: 'order', id: folder, op: 'updated' });
  };

/** Maximum number of requests recorded after a deleted one. One that still exists gives its position. */
const maxFollowingRequests = 20;

/** The order of folders in a transaction before the first deletion in them, so that it is read once. */
const orders = new WeakMap<Repositories, Map<string, readonly RequestPlace[]>>();

const readOrder = (
  repositories: Repositories,
  { workspaceId, folder }: Pick<InFolder, 'workspaceId' | 'folder'>,
): TE.TaskEither<AppError, readonly RequestPlace[]> => {
  const known = orders.get(repositories) ?? new Map<string, readonly RequestPlace[]>();
  orders.set(repositories, known);
  const key = `${workspaceId} ${folder}`;
  const found = known.get(key);
  if (found !== undefined) return TE.right(found);
  return pipe(
    repositories.requestPlaces.list(workspaceId, folder),
    TE.map((order) => {
      known.set(key, order);
      return order;
    }),
  );
};

/** A request about to be deleted, and those after it. */
const readDeletedEntity = <A extends InFolder>(
  repositories: Repositories,
  read: TE.TaskEither<AppError, A>,
): TE.TaskEither<AppError, ChangedEntity> =>
  pipe(
    read,
    TE.bindTo('before'),
    TE.bind('order', ({ before }) => readOrder(repositories, before)),
    TE.map(({ before, order }) => {
      const at = order.findIndex(({ id }) => id === before.id);
      return { before, nexts: order.slice(at + 1, at + 1 + maxFollowingRequests).map(({ id }) => id) };
    }),
  );

/** Requests that report their changes. */
export const watchRequests = <A extends InFolder, S>(
  requests: SavedRequests<A, S>,
  of: (repositories: Repositories) => SavedRequests<A, S>,
  write: Write,
  entity: Entity,
): SavedRequests<A, S> => ({
  ...requests,
  create: (request, seq) =>
    write((repositories, notify) =>
      notifyAfter(createPlacedNotifier(notify, entity, 'created', { seq }))(
        of(repositories).create(request, seq),
      ),
    ),
  replace: (next, expected, seq) =>
    write((repositories, notify) =>
      readBeforeWrite(
        write,
        () => of(repositories).get(next.workspaceId, next.id),
        (before) =>
          notifyAfter(createPlacedNotifier(notify, entity, 'updated', { seq, before }))(
            of(repositories).replace(next, expected, seq),
          ),
      ),
    ),
  remove: (workspaceId: WorkspaceId, id, expected) =>
    write((repositories, notify) =>
      readBeforeWrite(
        write,
        () => readDeletedEntity(repositories, of(repositories).get(workspaceId, id)),
        (deleted) =>
          notifyAfter(() => {
            notify({ workspaceId, entity, id, op: 'deleted' }, deleted);
          })(of(repositories).remove(workspaceId, id, expected)),
      ),
    ),
});

/** Positions that report the folders they reorder. */
export const watchPlaces = (places: RequestPlaces, write: Write): RequestPlaces => ({
  ...places,
  put: (workspaceId, changed) =>
    write(({ requestPlaces }, notify) =>
      notifyAfter(() => {
        for (const id of new Set(changed.map(({ folder }) => folder)))
          notify({ workspaceId, entity: 'order', id, op: 'updated' });
      })(requestPlaces.put(workspaceId, changed)),
    ),
});
