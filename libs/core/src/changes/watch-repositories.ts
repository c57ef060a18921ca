import type { Change } from '../activity/activity.js';
import type { Environment } from '../environments/environment.js';
import type { AppError } from '../errors.js';
import { type Folder, folderDefaults } from '../folders/folder.js';
import { E, pipe, TE } from '../fp.js';
import type { WorkspaceId } from '../ids.js';
import type {
  Cookies,
  Environments,
  Folders,
  Repositories,
  RequestPositions,
} from '../ports/repositories.js';
import type { SavedRequests } from '../ports/saved-requests.js';
import type { RequestPosition } from '../requests/request-position.js';

export type StoredChange = Omit<Change, 'by'>;

/** The entity before and after a change, for the activity. Only known if the activity is recorded. */
export interface ChangedEntity {
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  /** The ids of the requests that followed the deleted request in its folder. */
  readonly nexts?: readonly string[];
  /** The name of the request whose script made the change. */
  readonly request?: string | undefined;
}

/** A change in a transaction, before it is committed. */
export type PendingChange = StoredChange & ChangedEntity;

export type Notify = (change: StoredChange, entity?: ChangedEntity) => void;
type Entity = Change['entity'];
export type Op = Change['op'];

/** Identifies any stored entity except a workspace. */
interface OwnedEntity {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
}

export const notifyAfter =
  <D>(notify: (done: D) => void) =>
  <A extends D>(work: TE.TaskEither<AppError, A>): TE.TaskEither<AppError, A> =>
    pipe(
      work,
      TE.map((done) => {
        notify(done);
        return done;
      }),
    );

const createNotifier =
  (notify: Notify, entity: Entity, op: Op) =>
  (one: OwnedEntity): void => {
    notify({ workspaceId: one.workspaceId, entity, id: one.id, op }, { after: one });
  };

/** Makes one write and reports what it changed. */
export interface Write {
  <A>(
    work: (repositories: Repositories, notify: Notify) => TE.TaskEither<AppError, A>,
  ): TE.TaskEither<AppError, A>;
  /** Whether changes are recorded together with the previous state. */
  readonly isRecorded: boolean;
}

/** Reads the entity before a write; undefined if changes are not recorded or it does not exist. */
const readBeforeWrite = <A, B>(
  { isRecorded }: Write,
  read: () => TE.TaskEither<AppError, A>,
  work: (before: A | undefined) => TE.TaskEither<AppError, B>,
): TE.TaskEither<AppError, B> =>
  isRecorded
    ? pipe(
        TE.fromTask<E.Either<AppError, A>, AppError>(read()),
        TE.flatMap((found) => work(E.isRight(found) ? found.right : undefined)),
      )
    : work(undefined);

/** Makes a write and reports it with the entity before (if `read` finds it) and after the write. */
export const reportWrite = <A, B extends object>(
  write: Write,
  notify: Notify,
  change: StoredChange,
  read: () => TE.TaskEither<AppError, B>,
  work: TE.TaskEither<AppError, A>,
): TE.TaskEither<AppError, A> =>
  readBeforeWrite(write, read, (before) =>
    notifyAfter((done: A) => {
      notify(change, { before, after: (done ?? undefined) as object | undefined });
    })(work),
  );

/** Wraps a cookie repository to report which jar a write changed, but not the jar's contents. */
export const watchCookies = (cookies: Cookies, write: Write): Cookies => ({
  ...cookies,
  change: (workspaceId, environmentId, changes) =>
    write((to, notify) =>
      notifyAfter(() => {
        if (changes.set.length + changes.removed.length > 0)
          notify({ workspaceId, entity: 'cookies', id: environmentId ?? '', op: 'updated' });
      })(to.cookies.change(workspaceId, environmentId, changes)),
    ),
});

/** Wraps an environment repository to report every change. */
export const watchEnvironments = (environments: Environments, write: Write): Environments => ({
  ...environments,
  create: (one) =>
    write((to, notify) =>
      notifyAfter(createNotifier(notify, 'environment', 'created'))(to.environments.create(one)),
    ),
  replace: (next, expected, plain) =>
    write((to, notify) =>
      reportWrite(
        write,
        notify,
        { workspaceId: next.workspaceId, entity: 'environment', id: next.id, op: 'updated' },
        () => to.environments.get(next.workspaceId, next.id),
        to.environments.replace(next, expected, plain),
      ),
    ),
  remove: (workspaceId, id, expected) =>
    write((to, notify) =>
      reportWrite(
        write,
        notify,
        { workspaceId, entity: 'environment', id, op: 'deleted' },
        () => to.environments.get(workspaceId, id),
        to.environments.remove(workspaceId, id, expected),
      ),
    ),
  // Only executions change individual variables of an environment, on behalf of their scripts.
  change: (workspaceId, id, changes, at, request) =>
    write((to, notify) =>
      readBeforeWrite(
        write,
        () => to.environments.get(workspaceId, id),
        (before) =>
          notifyAfter((stored: Environment) => {
            notify(
              { workspaceId, entity: 'environment', id, op: 'updated', script: true },
              { before, after: stored, request },
            );
          })(to.environments.change(workspaceId, id, changes, at)),
      ),
    ),
});

/**
 * Reports settings that are stored for a workspace for the first time as an update, because the workspace already existed. They are stored
 * as a folder with an empty path.
 */
const createRootNotifier =
  (notify: Notify) =>
  (stored: Folder): void => {
    const { workspaceId, id } = stored;
    const before = { ...stored, ...folderDefaults };
    notify({ workspaceId, entity: 'folder', id, op: 'updated' }, { before, after: stored });
  };

/** Wraps a folder repository to report every change. A new position of a folder is reported as an update of the folder. */
export const watchFolders = (folders: Folders, write: Write): Folders => ({
  ...folders,
  create: (one) =>
    write((to, notify) =>
      notifyAfter(one.path === '' ? createRootNotifier(notify) : createNotifier(notify, 'folder', 'created'))(
        to.folders.create(one),
      ),
    ),
  replace: (next, expected) =>
    write((to, notify) =>
      reportWrite(
        write,
        notify,
        { workspaceId: next.workspaceId, entity: 'folder', id: next.id, op: 'updated' },
        () => to.folders.get(next.workspaceId, next.id),
        to.folders.replace(next, expected),
      ),
    ),
  place: (workspaceId, positions) =>
    write((to, notify) =>
      notifyAfter(() => {
        for (const { id } of positions) notify({ workspaceId, entity: 'folder', id, op: 'updated' });
      })(to.folders.place(workspaceId, positions)),
    ),
  remove: (workspaceId, id, expected) =>
    write((to, notify) =>
      reportWrite(
        write,
        notify,
        { workspaceId, entity: 'folder', id, op: 'deleted' },
        () => to.folders.get(workspaceId, id),
        to.folders.remove(workspaceId, id, expected),
      ),
    ),
});

interface InFolder extends OwnedEntity {
  readonly folder: string;
}

/** Reports a change to a request. If the request also got a position, reports a change to the order of its folder. */
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

/**
 * Maximum number of requests that are recorded after a deleted request. Undo inserts the deleted request before the first of them that
 * still exists.
 */
const maxFollowingRequests = 20;

/** Caches the order that a folder had before the first deletion in a transaction, so that each folder is read only once. */
const folderOrders = new WeakMap<Repositories, Map<string, readonly RequestPosition[]>>();

const readOrder = (
  repositories: Repositories,
  { workspaceId, folder }: Pick<InFolder, 'workspaceId' | 'folder'>,
): TE.TaskEither<AppError, readonly RequestPosition[]> => {
  const known = folderOrders.get(repositories) ?? new Map<string, readonly RequestPosition[]>();
  folderOrders.set(repositories, known);
  const key = `${workspaceId} ${folder}`;
  const found = known.get(key);
  if (found !== undefined) return TE.right(found);
  return pipe(
    repositories.requestPositions.list(workspaceId, folder),
    TE.map((order) => {
      known.set(key, order);
      return order;
    }),
  );
};

/** Reads a request that is about to be deleted, and the ids of the requests after it. */
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

/** Wraps a request repository to report every change. */
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

/** Wraps the request positions to report the folders whose order changes. */
export const watchRequestPositions = (positions: RequestPositions, write: Write): RequestPositions => ({
  ...positions,
  put: (workspaceId, changed) =>
    write(({ requestPositions }, notify) =>
      notifyAfter(() => {
        for (const id of new Set(changed.map(({ folder }) => folder)))
          notify({ workspaceId, entity: 'order', id, op: 'updated' });
      })(requestPositions.put(workspaceId, changed)),
    ),
});
