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

type Told = Omit<Change, 'by'>;
type Tell = (change: Told) => void;
type Entity = Change['entity'];
type Op = Change['op'];

/** What every stored thing but a workspace says of itself. */
interface Owned {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
}

interface InFolder extends Owned {
  readonly folder: string;
}

const after =
  <D>(tell: (done: D) => void) =>
  <A extends D>(work: TE.TaskEither<AppError, A>): TE.TaskEither<AppError, A> =>
    pipe(
      work,
      TE.map((done) => {
        tell(done);
        return done;
      }),
    );

const toldOf =
  (tell: Tell, entity: Entity, op: Op) =>
  ({ id, workspaceId }: Owned): void => {
    tell({ workspaceId, entity, id, op });
  };

/** Tells of a request, and of its folder's order where it was given a place in that. */
const toldOfPlaced =
  (tell: Tell, entity: Entity, op: Op, seq: number | null | undefined) => (one: InFolder) => {
    toldOf(tell, entity, op)(one);
    if (seq !== undefined)
      tell({ workspaceId: one.workspaceId, entity: 'folder', id: one.folder, op: 'updated' });
  };

/** Makes one write, and tells what it changed. */
type Write = <A>(
  work: (repositories: Repositories, tell: Tell) => TE.TaskEither<AppError, A>,
) => TE.TaskEither<AppError, A>;

const watchedRequests = <A extends InFolder, S>(
  requests: SavedRequests<A, S>,
  of: (repositories: Repositories) => SavedRequests<A, S>,
  write: Write,
  entity: Entity,
): SavedRequests<A, S> => ({
  ...requests,
  create: (request, seq) =>
    write((repositories, tell) =>
      after(toldOfPlaced(tell, entity, 'created', seq))(of(repositories).create(request, seq)),
    ),
  replace: (next, expected, seq) =>
    write((repositories, tell) =>
      after(toldOfPlaced(tell, entity, 'updated', seq))(of(repositories).replace(next, expected, seq)),
    ),
  remove: (workspaceId, id, expected) =>
    write((repositories, tell) =>
      after(() => {
        tell({ workspaceId, entity, id, op: 'deleted' });
      })(of(repositories).remove(workspaceId, id, expected)),
    ),
});

const watchedPlaces = (places: RequestPlaces, write: Write): RequestPlaces => ({
  ...places,
  put: (workspaceId, changed) =>
    write(({ requestPlaces }, tell) =>
      after(() => {
        for (const id of new Set(changed.map(({ folder }) => folder)))
          tell({ workspaceId, entity: 'folder', id, op: 'updated' });
      })(requestPlaces.put(workspaceId, changed)),
    ),
});

const watchedEnvironments = (environments: Environments, write: Write): Environments => ({
  ...environments,
  create: (one) =>
    write((to, tell) => after(toldOf(tell, 'environment', 'created'))(to.environments.create(one))),
  replace: (next, expected) =>
    write((to, tell) =>
      after(toldOf(tell, 'environment', 'updated'))(to.environments.replace(next, expected)),
    ),
  remove: (workspaceId, id, expected) =>
    write((to, tell) =>
      after(() => {
        tell({ workspaceId, entity: 'environment', id, op: 'deleted' });
      })(to.environments.remove(workspaceId, id, expected)),
    ),
  // Only executions change an environment name by name, for their scripts.
  change: (...args) =>
    write((to, tell) =>
      after(({ id, workspaceId }: Owned) => {
        tell({ workspaceId, entity: 'environment', id, op: 'updated', script: true });
      })(to.environments.change(...args)),
    ),
});

const workspaceTold = (tell: Tell, op: Op) => (id: WorkspaceId) => {
  tell({ workspaceId: id, entity: 'workspace', id, op });
};

const watchedWorkspaces = (workspaces: Workspaces, write: Write): Workspaces => ({
  ...workspaces,
  create: (one) =>
    write((to, tell) =>
      after(() => {
        workspaceTold(tell, 'created')(one.id);
      })(to.workspaces.create(one)),
    ),
  update: (one) =>
    write((to, tell) =>
      after(() => {
        workspaceTold(tell, 'updated')(one.id);
      })(to.workspaces.update(one)),
    ),
  activate: (id) =>
    write((to, tell) =>
      after(() => {
        workspaceTold(tell, 'updated')(id);
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
    executions: {
      ...executions,
      add: (...args) =>
        write((to, tell) =>
          after(({ workspaceId, summary: { id } }: StoredExecution) => {
            tell({ workspaceId, entity: 'execution', id, op: 'created' });
          })(to.executions.add(...args)),
        ),
    },
    givenSecrets: {
      ...givenSecrets,
      decide: (workspaceId, decision) =>
        write((to, tell) =>
          after(() => {
            workspaceTold(tell, 'updated')(workspaceId);
          })(to.givenSecrets.decide(workspaceId, decision)),
        ),
    },
  };
};

/** One change for each thing: what was made and then changed was made. The order of folders comes after what is in them. */
const condensed = (told: readonly Told[]): readonly Told[] => {
  const sooner = new Set<string>();
  const folders = told.filter(({ entity }) => entity === 'folder');
  const others = told.filter(({ entity }) => entity !== 'folder');
  return [...others, ...folders].filter(({ entity, id, op }) => {
    const key = `${entity} ${id}`;
    const isKnown = sooner.has(key);
    if (op !== 'deleted') sooner.add(key);
    return op !== 'updated' || !isKnown;
  });
};

/**
 * The store that tells each change after it is committed, one of a transaction after the whole of it. Where other processes
 * use the store, they are told by the transaction itself, so that none of them misses what was committed.
 * @param by the name of the caller, which its changes carry
 */
export const watchedStore = (store: Store, tell: (change: Change) => void, by?: string): Store => {
  const marked = (change: Told): Change => (by === undefined ? change : { ...change, by });
  const tellAll = (told: readonly Told[]): void => {
    condensed(told).map(marked).forEach(tell);
  };
  const share = ({ sharedChanges }: Repositories, told: readonly Told[]): TE.TaskEither<AppError, void> =>
    sharedChanges === undefined || told.length === 0
      ? TE.right(undefined)
      : sharedChanges.add(condensed(told).map(marked));
  const inTransaction: Write = (work) => {
    const told: Told[] = [];
    const attempt = store.transaction((repositories) => {
      told.length = 0;
      return pipe(
        work(repositories, (change) => told.push(change)),
        TE.tap(() => share(repositories, told)),
      );
    });
    return pipe(
      attempt,
      after(() => {
        tellAll(told);
      }),
    );
  };
  const alone: Write = (work) =>
    work(store, (change) => {
      tell(marked(change));
    });
  return {
    ...store,
    ...watched(store, store.shared === undefined ? alone : inTransaction),
    transaction: (work) =>
      inTransaction((repositories, push) => work(watched(repositories, (one) => one(repositories, push)))),
  };
};
