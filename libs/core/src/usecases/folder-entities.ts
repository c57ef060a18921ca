import type { Environment } from '../domain/environment.js';
import { graphqlFields } from '../domain/graphql-request.js';
import type { WorkspaceId } from '../domain/ids.js';
import type { Pair } from '../domain/pair.js';
import { restFields } from '../domain/rest-request.js';
import type { Workspace } from '../domain/workspace.js';
import type { AppError } from '../domain/errors.js';
import type { FolderKind } from '../domain/synchronization.js';
import { pipe, TE } from '../fp.js';
import type { Ports } from '../ports/ports.js';
import type { StoredEntity } from '../ports/workspace-folder.js';
import { withGivenValues } from './secrets.js';

type Fields = Readonly<Record<string, unknown>>;

const only = (entity: object, names: Fields): Fields =>
  Object.fromEntries(Object.entries(entity).filter(([name]) => Object.hasOwn(names, name)));

const withoutValue = ({ name, enabled }: Pair): Pair => ({ name, value: '', enabled });

/** An environment as its file has it: of secrets the names alone. */
const environmentFields = ({ name, variables, secrets }: Environment): Fields => ({
  name,
  variables,
  secrets: secrets.map(withoutValue),
});

const as =
  <A extends { readonly id: string; readonly revision: number }>(
    kind: FolderKind,
    fieldsOf: (entity: A) => Fields,
  ) =>
  (entity: A): StoredEntity => ({ kind, id: entity.id, revision: entity.revision, fields: fieldsOf(entity) });

/** What is stored of a workspace, as its folder would have it. */
export interface StoredWorkspace {
  readonly workspace: Workspace;
  readonly entities: readonly StoredEntity[];
  readonly secrets: readonly Pair[];
}

/** Loads all that the folder of workspace `id` mirrors. */
export const loadWorkspace = (
  ports: Pick<Ports, 'store' | 'secretValue'>,
  id: WorkspaceId,
): TE.TaskEither<AppError, StoredWorkspace> =>
  pipe(
    TE.Do,
    TE.bind('workspace', () => ports.store.workspaces.get(id)),
    TE.bind('environments', () => ports.store.environments.list(id)),
    TE.bind('rest', () => ports.store.restRequests.all(id)),
    TE.bind('graphql', () => ports.store.graphqlRequests.all(id)),
    TE.bind('places', () => ports.store.requestPlaces.list(id)),
    TE.let('seqOf', ({ places }) => new Map(places.map((place) => [place.id, place.seq]))),
    TE.map(({ workspace, environments, rest, graphql, seqOf }) => ({
      workspace,
      entities: [
        as<Workspace & { revision: number }>('workspace', ({ name }) => ({ name }))({
          ...workspace,
          revision: 0,
        }),
        ...environments.map(as('environment', environmentFields)),
        ...rest.map(
          as('rest', (request) => ({ ...only(request, restFields), seq: seqOf.get(request.id) ?? null })),
        ),
        ...graphql.map(
          as('graphql', (request) => ({
            ...only(request, graphqlFields),
            seq: seqOf.get(request.id) ?? null,
          })),
        ),
      ],
      secrets: withGivenValues(ports)(environments).flatMap(({ secrets }) => secrets),
    })),
  );

const occurrence = (pairs: readonly Pair[], index: number): number =>
  pairs.slice(0, index).filter(({ name }) => name === pairs[index]?.name).length;

/** Secrets as a file names them, with the values that are known already. */
export const withKnownValues = (named: readonly Pair[], known: readonly Pair[]): readonly Pair[] =>
  named.map((pair, index) => {
    const same = known.filter(({ name }) => name === pair.name)[occurrence(named, index)];
    return { ...pair, value: same?.value ?? '' };
  });
