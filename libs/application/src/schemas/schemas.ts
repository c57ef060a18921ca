import {
  type AppError,
  type AppResult,
  createCallSecrets,
  graphqlDefaults,
  createInvalidInput,
  type Ports,
  requestKinds,
  type SchemaAnswer,
} from '@tandem/core';
import { attempt, E, perform, pipe, taskEither, TE } from '@tandem/core/fp';
import {
  createExecutionState,
  getWorkspaceConnections,
  listEnvironmentSecrets,
  executeSteps,
  type RequestDraft,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { loadGraphql } from '../executions/execute.js';
import { loadWithProvided } from '../secrets/provided-secrets.js';
import { resolveInputRequestId } from '../requests/request-reference.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { type LoadedExecution, removeScripts, withExecutionContext } from '../executions/load-execution.js';
import {
  GetCachedSchemaArguments,
  GraphqlSchema,
  IntrospectGraphqlArguments,
  type SchemaCache,
  FetchSchemaArguments,
  SchemaText,
  type SchemaKey,
  sdlLimits,
  toSchemaKey,
} from './stored-schemas.js';
import { getIntrospectionQuery } from './read-schemas.js';
import { operation, readEffects } from '../operation.js';

/** Default for the maximum size of an introspection response, in bytes. */
export const defaultSchemaBytes = 16 * 1024 * 1024;

const createIntrospectionBody = async (): Promise<RequestDraft['body']> => ({
  type: 'graphql',
  query: await getIntrospectionQuery(),
  variables: {},
  operationName: 'IntrospectionQuery',
});

/** Reads the schema in a response as SDL, or says why the response contains none. */
const readSchema = (
  ports: Ports,
  { status, statusText, body }: SchemaAnswer,
): TE.TaskEither<string, string> => {
  const most = ports.graphqlSchemaBytes;
  return body.length > most
    ? TE.left(`The schema has ${body.length} bytes; at most ${most} are read.`)
    : ports.graphqlSchemas.read({ status, statusText, body });
};

/** Sends an introspection query through the steps of an execution, but runs no script and stores no execution. */
const requestSchema = (
  ports: Ports,
  asked: LoadedExecution,
  call: CallContext,
): AppResult<E.Either<string, string>> =>
  taskEither(function* () {
    const body = yield* perform(createIntrospectionBody);
    const loaded = removeScripts({ ...asked, request: { ...asked.request, body } });
    const setup = { ports, input: {}, call, secrets: createCallSecrets(call.secrets) };
    const send = withExecutionContext(setup, loaded, (context) =>
      TE.fromTask(() => executeSteps(context, () => undefined, createExecutionState(loaded.request))),
    );
    const { fault, response } = yield* attempt(send);
    if (fault !== null) return E.left(fault.message);
    if (response === null) return E.left('The server gave no answer.');
    return yield* perform(readSchema(ports, response));
  });

/** Fetches a schema into the cache. If that fails, the cache keeps the previous schema and adds the problem. */
const fetchIntoCache = (
  ports: Ports,
  cache: SchemaCache,
  key: SchemaKey,
  asked: LoadedExecution,
  call: CallContext,
): AppResult<GraphqlSchema> =>
  pipe(
    requestSchema(ports, asked, call),
    TE.map(
      E.match(
        (problem) => cache.put(key, { ...cache.get(key), problem }),
        (sdl) => cache.put(key, { sdl, fetchedAt: ports.clock.now().toISOString(), problem: null }),
      ),
    ),
  );

/** The cached schema of a request's server. */
export const graphqlSchema = operation({
  name: 'graphql_schema',
  title: 'Schema of a GraphQL request',
  description: 'Returns the schema that was fetched for a GraphQL request, whole, if there is one.',
  audience: 'person',
  arguments: GetCachedSchemaArguments,
  result: GraphqlSchema,
  effects: readEffects,
  useCase: 'graphql.schema',
  run:
    ({ ports, schemas: cache }) =>
    ({ id, workspaceId, url }: GetCachedSchemaArguments): AppResult<GraphqlSchema> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.bindTo('workspace'),
        TE.bind('request', ({ workspace }) => ports.store.graphqlRequests.get(workspace.id, id)),
        TE.map(({ workspace, request }) => cache.get(toSchemaKey(workspace, url ?? request.url, id))),
      ),
});

/** Fetches the schema of a request's server, for the window. */
export const graphqlFetchSchema = operation({
  name: 'graphql_fetch_schema',
  title: 'Fetch the schema of a GraphQL request',
  description: "Asks the request's server for its schema and keeps it.",
  audience: 'person',
  arguments: FetchSchemaArguments,
  result: GraphqlSchema,
  effects: { ...readEffects, openWorld: true },
  useCase: 'graphql.fetchSchema',
  run:
    ({ ports, schemas: cache }) =>
    (input: FetchSchemaArguments, call: CallContext): AppResult<GraphqlSchema> =>
      pipe(
        loadGraphql(ports)(input),
        TE.flatMap((asked) =>
          fetchIntoCache(
            ports,
            cache,
            toSchemaKey(asked.workspace, asked.request.url, input.id),
            asked,
            call,
          ),
        ),
      ),
});

/** Prepares an unsaved request for a URL. */
const prepareUrlRequest = (
  ports: Ports,
  url: string,
  workspaceId: string | undefined,
): AppResult<LoadedExecution> =>
  pipe(
    resolveWorkspace(ports)(workspaceId),
    TE.flatMap((workspace) =>
      pipe(
        loadWithProvided(ports, workspace),
        TE.bind('folders', () => ports.store.folders.list(workspace.id)),
        TE.map(
          ({ environment, secrets, bound, guards, notes, processVariables, folders }): LoadedExecution => {
            const { headers, settings } = graphqlDefaults;
            const nothing = { pathParams: [], queryParams: [], body: { type: 'none' } } as const;
            const auth = { type: 'none' } as const;
            const request = { id: url, name: url, method: 'POST', url, headers, auth, settings, ...nothing };
            return {
              workspace,
              environment,
              request,
              inherited: [],
              outerScripts: [],
              foreignScripts: [],
              connections: getWorkspaceConnections(folders),
              secrets,
              processVariables,
              bound,
              guards,
              saved: { id: '', name: url },
              notes,
              needs: [],
              tags: [],
              folder: '',
              script: '',
              jar: undefined,
            };
          },
        ),
      ),
    ),
  );

/** The request whose schema an agent asks for, and the schema's key in the cache. */
const findSchemaRequest = (
  ports: Ports,
  { id, url, workspaceId }: IntrospectGraphqlArguments,
): AppResult<readonly [SchemaKey, LoadedExecution]> => {
  const workspace = workspaceId === undefined ? {} : { workspaceId };
  if (id !== undefined && url === undefined)
    return pipe(
      resolveInputRequestId(ports, requestKinds.graphql, { id, ...workspace }),
      TE.flatMap(loadGraphql(ports)),
      TE.map((asked) => [toSchemaKey(asked.workspace, asked.request.url, asked.request.id), asked]),
    );
  if (id === undefined && url !== undefined)
    return pipe(
      prepareUrlRequest(ports, url, workspaceId),
      TE.map((asked) => [toSchemaKey(asked.workspace, url), asked]),
    );
  return TE.left(
    createInvalidInput('id', 'or url is needed, and not both', { expected: 'id or url', got: { id, url } }),
  );
};

/** Returns the cached schema, or fetches it if there is none, cut to the part that an agent asks for. */
export const graphqlIntrospect = operation({
  name: 'graphql_introspect',
  title: 'Schema of a GraphQL server',
  description:
    'Returns the schema as SDL, an outline if it is long; it is fetched once and kept until Tandem stops.',
  arguments: IntrospectGraphqlArguments,
  result: SchemaText,
  // The URL may contain secrets as variables, so a client should ask before it calls this.
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  useCase: 'graphql.introspect',
  run:
    ({ ports, schemas: cache }) =>
    (input: IntrospectGraphqlArguments, call: CallContext): AppResult<SchemaText> =>
      pipe(
        findSchemaRequest(ports, input),
        // The problem is stored in the cache and may contain a secret.
        TE.tapIO(
          ([, asked]) =>
            () =>
              call.secrets?.add(listEnvironmentSecrets({ ...asked, ports, input: {} })),
        ),
        TE.flatMap(([key, asked]) =>
          input.refresh === true || cache.get(key).sdl === null
            ? fetchIntoCache(ports, cache, key, asked, call)
            : TE.right(cache.get(key)),
        ),
        TE.flatMap(({ sdl, fetchedAt, problem }): TE.TaskEither<AppError, SchemaText> => {
          const said = problem === null ? {} : { problem };
          if (sdl === null) return TE.right({ sdl, truncated: false, fetchedAt, ...said });
          return pipe(
            ports.graphqlSchemas.cut(sdl, input, {
              maxBytes: input.maxBytes ?? sdlLimits.default,
              ...(input.offset === undefined ? {} : { offset: input.offset }),
            }),
            TE.map((cut) => ({ ...cut, fetchedAt, ...said })),
          );
        }),
      ),
});
