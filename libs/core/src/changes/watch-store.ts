import { createRequestRepositories } from '../request-kinds.js';
import type { Change } from '../activity/activity.js';
import type { AppError, AppResult } from '../errors.js';
import type { WorkspaceId } from '../ids.js';
import type { StoredExecution } from '../executions/stored-execution.js';
import type { Workspace } from '../workspaces/workspace.js';
import { pipe, TE } from '../fp.js';
import type { Repositories, Store, Workspaces } from '../ports/repositories.js';
import {
  type ChangedEntity,
  type PendingChange,
  type Notify,
  notifyAfter,
  type Op,
  reportWrite,
  type StoredChange,
  watchCookies,
  watchEnvironments,
  watchFolders,
  watchRequestPositions,
  watchRequests,
  type Write,
} from './watch-repositories.js';

const createWorkspaceNotifier = (notify: Notify, op: Op, entity?: ChangedEntity) => (id: WorkspaceId) => {
  notify({ workspaceId: id, entity: 'workspace', id, op }, entity);
};

/** Adds a field to a workspace that says whether lists show it, so that the activity records changes of this. */
const addListState = (workspace: Workspace, list: 'listed' | 'hidden' | 'removed' | 'deleted') => ({
  ...workspace,
  list,
});

const watchWorkspaces = (workspaces: Workspaces, write: Write): Workspaces => ({
  ...workspaces,
  create: (one) =>
    write((to, notify) =>
      notifyAfter(() => {
        createWorkspaceNotifier(notify, 'created', { after: one })(one.id);
      })(to.workspaces.create(one)),
    ),
  update: (one) =>
    write((to, notify) =>
      reportWrite(
        write,
        notify,
        { workspaceId: one.id, entity: 'workspace', id: one.id, op: 'updated' },
        () => to.workspaces.get(one.id),
        to.workspaces.update(one),
      ),
    ),
  activate: (id) =>
    write((to, notify) =>
      notifyAfter(() => {
        createWorkspaceNotifier(notify, 'updated')(id);
      })(to.workspaces.activate(id)),
    ),
  hide: (id, hiding, at) =>
    write((to, notify) =>
      pipe(
        to.workspaces.get(id),
        TE.tap(() => to.workspaces.hide(id, hiding, at)),
        TE.map((one) => {
          const entity = { before: addListState(one, 'listed'), after: addListState(one, hiding) };
          const isDeleted = hiding === 'deleted';
          createWorkspaceNotifier(
            notify,
            isDeleted ? 'deleted' : 'updated',
            isDeleted ? { before: one } : entity,
          )(id);
        }),
      ),
    ),
  unhide: (id) =>
    write((to, notify) =>
      pipe(
        to.workspaces.unhide(id),
        TE.flatMap(() => to.workspaces.get(id)),
        TE.map((one) => {
          createWorkspaceNotifier(notify, 'created', {
            before: addListState(one, 'hidden'),
            after: addListState(one, 'listed'),
          })(id);
        }),
      ),
    ),
});

/** @param writeUnrecorded stores what the activity does not show: executions and cookies */
const watchRepositories = (
  repositories: Repositories,
  write: Write,
  writeUnrecorded = write,
): Repositories => {
  const { executions, givenSecrets, scriptSending, scriptReviews, secretBindings } = repositories;
  const updateWorkspace = <A>(workspaceId: WorkspaceId, change: (to: Repositories) => AppResult<A>) =>
    write((to, notify) =>
      notifyAfter<A>(() => {
        createWorkspaceNotifier(notify, 'updated')(workspaceId);
      })(change(to)),
    );
  return {
    ...repositories,
    workspaces: watchWorkspaces(repositories.workspaces, write),
    environments: watchEnvironments(repositories.environments, write),
    ...createRequestRepositories((kind, { of }) => watchRequests(of(repositories), of, write, kind)),
    requestPositions: watchRequestPositions(repositories.requestPositions, write),
    folders: watchFolders(repositories.folders, write),
    cookies: watchCookies(repositories.cookies, writeUnrecorded),
    executions: {
      ...executions,
      add: (...args) =>
        writeUnrecorded((to, notify) =>
          notifyAfter(({ workspaceId, summary: { id } }: StoredExecution) => {
            notify({ workspaceId, entity: 'execution', id, op: 'created' });
          })(to.executions.add(...args)),
        ),
    },
    givenSecrets: {
      ...givenSecrets,
      decide: (workspaceId, decision) =>
        updateWorkspace(workspaceId, (to) => to.givenSecrets.decide(workspaceId, decision)),
    },
    scriptSending: {
      ...scriptSending,
      decide: (workspaceId, allowed) =>
        updateWorkspace(workspaceId, (to) => to.scriptSending.decide(workspaceId, allowed)),
    },
    secretBindings: {
      ...secretBindings,
      choose: (workspaceId, chosen) =>
        updateWorkspace(workspaceId, (to) => to.secretBindings.choose(workspaceId, chosen)),
    },
    scriptReviews: {
      ...scriptReviews,
      put: (workspaceId, reviews) =>
        updateWorkspace(workspaceId, (to) => to.scriptReviews.put(workspaceId, reviews)),
    },
  };
};

/**
 * Merges all changes to an entity into one: an entity that was created and then updated counts as created. The change to a folder's
 * order comes after the changes to its requests.
 */
const condenseChanges = (changes: readonly StoredChange[]): readonly StoredChange[] => {
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

/** Adds the changes to the activity within the transaction that made them. */
export type RecordChanges = (
  repositories: Repositories,
  changes: readonly PendingChange[],
) => TE.TaskEither<AppError, void>;

/** The author of the changes to a watched store, and the activity in which they are recorded. */
export interface WatchOptions {
  /** The caller's name, stored with each of its changes. */
  readonly by?: string | undefined;
  readonly record?: RecordChanges;
}

const toStoredChange = ({ workspaceId, entity, id, op, script }: PendingChange): StoredChange => ({
  workspaceId,
  entity,
  id,
  op,
  ...(script ? { script } : {}),
});

/**
 * A store that reports each change after commit. The changes of a transaction follow its commit. If other processes
 * share the store, the transaction also records its changes for them, so none of them can miss a committed change.
 */
export const watchStore = (
  store: Store,
  notify: (change: Change) => void,
  { by, record }: WatchOptions = {},
): Store => {
  const marked = (change: StoredChange): Change => (by === undefined ? change : { ...change, by });
  const markedOnce = (noted: readonly PendingChange[]) =>
    condenseChanges(noted.map(toStoredChange)).map(marked);
  const share = (
    { sharedChanges }: Repositories,
    changes: readonly PendingChange[],
  ): TE.TaskEither<AppError, void> =>
    sharedChanges === undefined || changes.length === 0
      ? TE.right(undefined)
      : sharedChanges.add(markedOnce(changes));
  const recorded: RecordChanges = (repositories, changes) =>
    record === undefined || changes.length === 0 ? TE.right(undefined) : record(repositories, changes);
  const inTransaction = <A>(
    work: (repositories: Repositories, note: Notify) => TE.TaskEither<AppError, A>,
  ): TE.TaskEither<AppError, A> => {
    const changes: PendingChange[] = [];
    const attempt = store.transaction((repositories) => {
      changes.length = 0;
      return pipe(
        work(repositories, (change, entity) => changes.push({ ...change, ...entity })),
        TE.tap(() => recorded(repositories, changes)),
        TE.tap(() => share(repositories, changes)),
      );
    });
    return pipe(
      attempt,
      notifyAfter(() => {
        markedOnce(changes).forEach(notify);
      }),
    );
  };
  const alone = <A>(
    work: (repositories: Repositories, note: Notify) => TE.TaskEither<AppError, A>,
  ): TE.TaskEither<AppError, A> =>
    work(store, (change) => {
      notify(marked(change));
    });
  const isRecorded = record !== undefined;
  const needsTransaction = store.shared !== undefined;
  const write: Write = Object.assign(isRecorded || needsTransaction ? inTransaction : alone, { isRecorded });
  const writeUnrecorded: Write = Object.assign(needsTransaction ? inTransaction : alone, { isRecorded });
  return {
    ...store,
    ...watchRepositories(store, write, writeUnrecorded),
    transaction: (work) =>
      inTransaction((repositories, note) => {
        const within: Write = Object.assign(
          <A>(one: (to: Repositories, note: Notify) => TE.TaskEither<AppError, A>) => one(repositories, note),
          { isRecorded },
        );
        return work(watchRepositories(repositories, within));
      }),
  };
};
