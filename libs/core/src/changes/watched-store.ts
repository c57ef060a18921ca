import type { Change } from '../domain/change.js';
import type { AppError } from '../domain/errors.js';
import type { WorkspaceId } from '../domain/ids.js';
import type { StoredExecution } from '../domain/stored-execution.js';
import { pipe, TE } from '../fp.js';
import type { Repositories, RequestPlaces, SavedRequests, Store } from '../ports/repositories.js';

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
    TE.map((done: A) => {
      tell(done);
      return done;
    })(work);

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

const watchedRequests = <A extends InFolder, S>(
  requests: SavedRequests<A, S>,
  tell: Tell,
  entity: Entity,
): SavedRequests<A, S> => ({
  ...requests,
  create: (request, seq) => after(toldOfPlaced(tell, entity, 'created', seq))(requests.create(request, seq)),
  replace: (next, expected, seq) =>
    after(toldOfPlaced(tell, entity, 'updated', seq))(requests.replace(next, expected, seq)),
  remove: (workspaceId, id, expected) =>
    after(() => {
      tell({ workspaceId, entity, id, op: 'deleted' });
    })(requests.remove(workspaceId, id, expected)),
});

const watchedPlaces = (places: RequestPlaces, tell: Tell): RequestPlaces => ({
  ...places,
  put: (workspaceId, changed) =>
    after(() => {
      for (const id of new Set(changed.map(({ folder }) => folder)))
        tell({ workspaceId, entity: 'folder', id, op: 'updated' });
    })(places.put(workspaceId, changed)),
});

const watched = (repositories: Repositories, tell: Tell): Repositories => {
  const { workspaces, environments, restRequests, graphqlRequests, requestPlaces } = repositories;
  const { executions, folderMemories, givenSecrets } = repositories;
  const workspace = (op: Op) => (id: WorkspaceId) => {
    tell({ workspaceId: id, entity: 'workspace', id, op });
  };
  return {
    workspaces: {
      ...workspaces,
      create: (one) => after(() => workspace('created')(one.id))(workspaces.create(one)),
      update: (one) => after(() => workspace('updated')(one.id))(workspaces.update(one)),
      activate: (id) => after(() => workspace('updated')(id))(workspaces.activate(id)),
    },
    environments: {
      ...environments,
      create: (one) => after(toldOf(tell, 'environment', 'created'))(environments.create(one)),
      replace: (next, expected) =>
        after(toldOf(tell, 'environment', 'updated'))(environments.replace(next, expected)),
      remove: (workspaceId, id, expected) =>
        after(() => {
          tell({ workspaceId, entity: 'environment', id, op: 'deleted' });
        })(environments.remove(workspaceId, id, expected)),
      // Only executions change an environment name by name, for their scripts.
      change: (...args) =>
        after(({ id, workspaceId }: Owned) => {
          tell({ workspaceId, entity: 'environment', id, op: 'updated', script: true });
        })(environments.change(...args)),
    },
    restRequests: watchedRequests(restRequests, tell, 'rest'),
    graphqlRequests: watchedRequests(graphqlRequests, tell, 'graphql'),
    requestPlaces: watchedPlaces(requestPlaces, tell),
    executions: {
      ...executions,
      add: (...args) =>
        after(({ workspaceId, summary: { id } }: StoredExecution) => {
          tell({ workspaceId, entity: 'execution', id, op: 'created' });
        })(executions.add(...args)),
    },
    folderMemories,
    givenSecrets: {
      ...givenSecrets,
      decide: (workspaceId, decision) =>
        after(() => workspace('updated')(workspaceId))(givenSecrets.decide(workspaceId, decision)),
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

/** The store that tells each change after it is committed, one of a transaction after the whole of it. */
export const watchedStore = (store: Store, tell: Tell): Store => ({
  ...watched(store, tell),
  transaction: (work) => {
    const told: Told[] = [];
    return pipe(
      store.transaction((repositories) => {
        told.length = 0;
        return work(watched(repositories, (change) => told.push(change)));
      }),
      after(() => {
        condensed(told).forEach(tell);
      }),
    );
  },
});
