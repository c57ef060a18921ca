import { requestRepositories } from '../request-kinds.js';
import type { Change } from '../domain/change.js';
import type { AppError } from '../domain/errors.js';
import type { WorkspaceId } from '../domain/ids.js';
import type { StoredExecution } from '../domain/stored-execution.js';
import { pipe, TE } from '../fp.js';
import type {
  Environments,
  Repositories,
  RequestPlaces,
  SavedRequests,
  Store,
  Workspaces,
} from '../ports/repositories.js';
import { watchedFolders } from './watched-folders.js';
import {
  after,
  type Entity,
  type Notify,
  notifyOf,
  type Op,
  type Owned,
  type StoredChange,
  type Write,
} from './watching.js';

interface InFolder extends Owned {
  readonly folder: string;
}

/** Reports a request, and the order of its folder if the request was given a place in it. */
const notifyOfPlaced =
  (notify: Notify, entity: Entity, op: Op, seq: number | null | undefined) => (one: InFolder) => {
    notifyOf(notify, entity, op)(one);
    if (seq !== undefined)
      notify({ workspaceId: one.workspaceId, entity: 'order', id: one.folder, op: 'updated' });
  };

const watchedRequests = <A extends InFolder, S>(
  requests: SavedRequests<A, S>,
  of: (repositories: Repositories) => SavedRequests<A, S>,
  write: Write,
  entity: Entity,
): SavedRequests<A, S> => ({
  ...requests,
  create: (request, seq) =>
    write((repositories, notify) =>
      after(notifyOfPlaced(notify, entity, 'created', seq))(of(repositories).create(request, seq)),
    ),
  replace: (next, expected, seq) =>
    write((repositories, notify) =>
      after(notifyOfPlaced(notify, entity, 'updated', seq))(of(repositories).replace(next, expected, seq)),
    ),
  remove: (workspaceId, id, expected) =>
    write((repositories, notify) =>
      after(() => {
        notify({ workspaceId, entity, id, op: 'deleted' });
      })(of(repositories).remove(workspaceId, id, expected)),
    ),
});

const watchedPlaces = (places: RequestPlaces, write: Write): RequestPlaces => ({
  ...places,
  put: (workspaceId, changed) =>
    write(({ requestPlaces }, notify) =>
      after(() => {
        for (const id of new Set(changed.map(({ folder }) => folder)))
          notify({ workspaceId, entity: 'order', id, op: 'updated' });
      })(requestPlaces.put(workspaceId, changed)),
    ),
});

const watchedEnvironments = (environments: Environments, write: Write): Environments => ({
  ...environments,
  create: (one) =>
    write((to, notify) => after(notifyOf(notify, 'environment', 'created'))(to.environments.create(one))),
  replace: (next, expected) =>
    write((to, notify) =>
      after(notifyOf(notify, 'environment', 'updated'))(to.environments.replace(next, expected)),
    ),
  remove: (workspaceId, id, expected) =>
    write((to, notify) =>
      after(() => {
        notify({ workspaceId, entity: 'environment', id, op: 'deleted' });
      })(to.environments.remove(workspaceId, id, expected)),
    ),
  // Only executions change an environment name by name, for their scripts.
  change: (...args) =>
    write((to, notify) =>
      after(({ id, workspaceId }: Owned) => {
        notify({ workspaceId, entity: 'environment', id, op: 'updated', script: true });
      })(to.environments.change(...args)),
    ),
});

const notifyOfWorkspace = (notify: Notify, op: Op) => (id: WorkspaceId) => {
  notify({ workspaceId: id, entity: 'workspace', id, op });
};

const watchedWorkspaces = (workspaces: Workspaces, write: Write): Workspaces => ({
  ...workspaces,
  create: (one) =>
    write((to, notify) =>
      after(() => {
        notifyOfWorkspace(notify, 'created')(one.id);
      })(to.workspaces.create(one)),
    ),
  update: (one) =>
    write((to, notify) =>
      after(() => {
        notifyOfWorkspace(notify, 'updated')(one.id);
      })(to.workspaces.update(one)),
    ),
  activate: (id) =>
    write((to, notify) =>
      after(() => {
        notifyOfWorkspace(notify, 'updated')(id);
      })(to.workspaces.activate(id)),
    ),
});

const watched = (repositories: Repositories, write: Write): Repositories => {
  const { executions, givenSecrets } = repositories;
  return {
    ...repositories,
    workspaces: watchedWorkspaces(repositories.workspaces, write),
    environments: watchedEnvironments(repositories.environments, write),
    ...requestRepositories((kind, { of }) => watchedRequests(of(repositories), of, write, kind)),
    requestPlaces: watchedPlaces(repositories.requestPlaces, write),
    folders: watchedFolders(repositories.folders, write),
    executions: {
      ...executions,
      add: (...args) =>
        write((to, notify) =>
          after(({ workspaceId, summary: { id } }: StoredExecution) => {
            notify({ workspaceId, entity: 'execution', id, op: 'created' });
          })(to.executions.add(...args)),
        ),
    },
    givenSecrets: {
      ...givenSecrets,
      decide: (workspaceId, decision) =>
        write((to, notify) =>
          after(() => {
            notifyOfWorkspace(notify, 'updated')(workspaceId);
          })(to.givenSecrets.decide(workspaceId, decision)),
        ),
    },
  };
};

/** One change for each entity: created and then updated counts as created. The order of a folder follows its requests. */
const condensed = (changes: readonly StoredChange[]): readonly StoredChange[] => {
  const sooner = new Set<string>();
  const orders = changes.filter(({ entity }) => entity === 'order');
  const others = changes.filter(({ entity }) => entity !== 'order');
  return [...others, ...orders].filter(({ entity, id, op }) => {
    const key = `${entity} ${id}`;
    const isKnown = sooner.has(key);
    if (op !== 'deleted') sooner.add(key);
    return op !== 'updated' || !isKnown;
  });
};

/**
 * A store that reports each change after it is committed; the changes of a transaction follow its commit. If other processes
 * share the store, the transaction also records its changes for them, so none of them can miss a committed change.
 * @param by the name of the caller, which its changes carry
 */
export const watchedStore = (store: Store, notify: (change: Change) => void, by?: string): Store => {
  const marked = (change: StoredChange): Change => (by === undefined ? change : { ...change, by });
  const notifyAll = (changes: readonly StoredChange[]): void => {
    condensed(changes).map(marked).forEach(notify);
  };
  const share = (
    { sharedChanges }: Repositories,
    changes: readonly StoredChange[],
  ): TE.TaskEither<AppError, void> =>
    sharedChanges === undefined || changes.length === 0
      ? TE.right(undefined)
      : sharedChanges.add(condensed(changes).map(marked));
  const inTransaction: Write = (work) => {
    const changes: StoredChange[] = [];
    const attempt = store.transaction((repositories) => {
      changes.length = 0;
      return pipe(
        work(repositories, (change) => changes.push(change)),
        TE.tap(() => share(repositories, changes)),
      );
    });
    return pipe(
      attempt,
      after(() => {
        notifyAll(changes);
      }),
    );
  };
  const alone: Write = (work) =>
    work(store, (change) => {
      notify(marked(change));
    });
  return {
    ...store,
    ...watched(store, store.shared === undefined ? alone : inTransaction),
    transaction: (work) =>
      inTransaction((repositories, push) => work(watched(repositories, (one) => one(repositories, push)))),
  };
};
