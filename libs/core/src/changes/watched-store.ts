import type { Change } from '../domain/change.js';
import type { AppError } from '../domain/errors.js';
import type { WorkspaceId } from '../domain/ids.js';
import type { StoredExecution } from '../domain/stored-execution.js';
import { pipe, TE } from '../fp.js';
import type { Repositories, SavedRequests, Store } from '../ports/repositories.js';

type Told = Omit<Change, 'by'>;
type Tell = (change: Told) => void;
type Entity = Change['entity'];
type Op = Change['op'];

/** What every stored thing but a workspace says of itself. */
interface Owned {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
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

const watchedRequests = <A extends Owned, S>(
  requests: SavedRequests<A, S>,
  tell: Tell,
  entity: Entity,
): SavedRequests<A, S> => ({
  ...requests,
  create: (request) => after(toldOf(tell, entity, 'created'))(requests.create(request)),
  replace: (next, expected) => after(toldOf(tell, entity, 'updated'))(requests.replace(next, expected)),
  remove: (workspaceId, id, expected) =>
    after(() => {
      tell({ workspaceId, entity, id, op: 'deleted' });
    })(requests.remove(workspaceId, id, expected)),
});

const watched = (repositories: Repositories, tell: Tell): Repositories => {
  const { workspaces, environments, restRequests, graphqlRequests, executions, folderMemories } =
    repositories;
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
      change: (...args) => after(toldOf(tell, 'environment', 'updated'))(environments.change(...args)),
    },
    restRequests: watchedRequests(restRequests, tell, 'rest'),
    graphqlRequests: watchedRequests(graphqlRequests, tell, 'graphql'),
    executions: {
      ...executions,
      add: (...args) =>
        after(({ workspaceId, summary: { id } }: StoredExecution) => {
          tell({ workspaceId, entity: 'execution', id, op: 'created' });
        })(executions.add(...args)),
    },
    folderMemories,
  };
};

const same = (a: Told, b: Told): boolean => a.entity === b.entity && a.id === b.id;

/** One change for each thing: what was made and then changed was made. */
const condensed = (told: readonly Told[]): readonly Told[] =>
  told.filter((one, at) => {
    const sooner = told.slice(0, at).some((other) => same(one, other) && other.op !== 'deleted');
    return one.op !== 'updated' || !sooner;
  });

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
