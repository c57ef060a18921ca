import { createApplication, quietly } from '../application.js';
import { type AppError, invalidInput } from '../domain/errors.js';
import type { ExecuteGraphql, ExecuteRest, ExecutionFault, ExecutionResult } from '../domain/execution.js';
import { folderProblem } from '../domain/folder-path.js';
import { E, TE } from '../fp.js';
import type { IncomingResponse, OutgoingRequest, SendFailure, SendOptions } from '../ports/http.js';
import type { Store } from '../ports/repositories.js';
import type {
  HandlerAnswer,
  OnRequestAnswer,
  OnTestAnswer,
  ScriptEnvironment,
  ScriptRequest,
  ScriptResponse,
  ScriptRuntime,
} from '../ports/scripts.js';
import type { JsonPath } from '../ports/json-path.js';
import type { WorkspaceFolders } from '../ports/workspace-folders.js';
import type { WorkspaceFolder } from '../ports/workspace-folder.js';
import type { CreateGraphql } from '../usecases/graphql-requests.js';
import type { CreateRest } from '../usecases/rest-requests.js';
import { given } from './contracts/opened.js';
import { countingIds, fixedClock } from './fixed-ambient.js';
import { memoryStore } from './memory-store.js';

/** What an execution meets; nothing is run and nothing is sent. */
export interface Plan {
  /** What each handler answers, on top of an answer that changes nothing. */
  onRequest: Partial<OnRequestAnswer>;
  onResponse: Partial<HandlerAnswer>;
  onTest: Partial<OnTestAnswer>;
  /** What the other end answers, on top of 200 with the text `hello`. */
  response: Partial<IncomingResponse>;
  /** Why sending fails. */
  failure: SendFailure | null;
  /** The files of the workspace's folder, by their path in it. */
  files: Record<string, string>;
  /** Values of secrets from outside the database, by name. */
  outside: Record<string, string>;
  /** Why changes of the environment cannot be stored. */
  broken: AppError | null;
  /** Why executions cannot be kept. */
  full: AppError | null;
  /** Waited for before a request is answered. */
  meanwhile: (request: OutgoingRequest) => Promise<void>;
}

/** What was seen of the executions, in order. */
export interface Seen {
  readonly order: string[];
  readonly sent: OutgoingRequest[];
  readonly options: SendOptions[];
  readonly scripts: string[];
  readonly environments: ScriptEnvironment[];
  readonly requests: ScriptRequest[];
  readonly responses: ScriptResponse[];
}

const silent: HandlerAnswer = {
  present: true,
  error: null,
  result: null,
  logs: [],
  changes: [],
  diagnostics: [],
};

const plannedScripts = (plan: Plan, seen: Seen): ScriptRuntime => ({
  check: () => Promise.resolve(null),
  beyondLimit: (script) => (script.length > 1_000 ? 'is longer than 1000 bytes (A_LIMIT)' : null),
  withSession: (script, environment, _signal, use) => {
    seen.scripts.push(script);
    seen.environments.push(environment);
    return use({
      onRequest: (request) => {
        seen.order.push('onRequest');
        seen.requests.push(request);
        const { url, method, headers, body } = request;
        const answer = { ...silent, request: { url, method, headers, body }, mock: null };
        return Promise.resolve({ ...answer, ...plan.onRequest });
      },
      onResponse: (request, response) => {
        seen.order.push('onResponse');
        seen.requests.push(request);
        seen.responses.push(response);
        return Promise.resolve({ ...silent, ...plan.onResponse });
      },
      onTest: (request, response) => {
        seen.order.push('onTest');
        seen.requests.push(request);
        seen.responses.push(response);
        return Promise.resolve({ ...silent, tests: [], ...plan.onTest });
      },
    });
  },
});

/** Folders that are nowhere: new ones are numbered below `/data`. */
export const memoryFolders = (): WorkspaceFolders => {
  let made = 0;
  return {
    make: (name) => {
      made += 1;
      return TE.right(`/data/${made}-${name}`);
    },
    open: (path) =>
      path.startsWith('/')
        ? TE.right(path)
        : TE.left(
            invalidInput('path', 'must be an absolute path', { expected: 'an absolute path', got: path }),
          ),
  };
};

/** Selects the whole document, or what is called so at its top. */
export const noJsonPath: JsonPath = {
  select: (path, value) =>
    E.right([path === '$' ? value : (value as Record<string, unknown>)[path.slice(2)]]),
};

const notFound = (path: string): ExecutionFault => ({ code: 'FILE_NOT_FOUND', message: path });

/** A workspace whose folder holds nothing and cannot be used. */
const noFolder: WorkspaceFolder = {
  identify: () => TE.right(null),
  plan: ({ path }) => TE.left({ kind: 'folder-unusable', path, reason: 'there is none' }),
};

const ambientOf = (plan: Plan, seen: Seen) => ({
  scripts: plannedScripts(plan, seen),
  http: {
    cookiesOf: () => [],
    send:
      (request: OutgoingRequest, options: SendOptions): TE.TaskEither<SendFailure, IncomingResponse> =>
      async () => {
        seen.order.push('send');
        seen.sent.push(request);
        seen.options.push(options);
        await plan.meanwhile(request);
        if (plan.failure !== null) return E.left(plan.failure);
        return E.right({
          status: 200,
          statusText: 'OK',
          headers: [['content-type', 'text/plain']] as const,
          body: new TextEncoder().encode('hello'),
          time: 2,
          url: request.url,
          ...plan.response,
        });
      },
  },
  files: {
    read: (_folder: string, path: string): TE.TaskEither<ExecutionFault, Uint8Array> => {
      const text = plan.files[path];
      return text === undefined ? TE.left(notFound(path)) : TE.right(new TextEncoder().encode(text));
    },
    list: (_folder: string, most: number) => {
      const paths = Object.keys(plan.files).sort();
      return TE.right({ files: paths.slice(0, most), isCut: paths.length > most });
    },
  },
  folders: memoryFolders(),
  jsonPath: noJsonPath,
  clock: fixedClock(),
  ids: countingIds(),
  product: { name: 'Tandem', version: '9' },
  builtIns: () => ({ echo_base_url: 'http://echo' }),
  secretValue: (name: string) => (Object.hasOwn(plan.outside, name) ? plan.outside[name] : undefined),
});

const breaking = (store: Store, plan: Plan): Store => ({
  ...store,
  environments: {
    ...store.environments,
    change: (...args) => (plan.broken === null ? store.environments.change(...args) : TE.left(plan.broken)),
  },
  executions: {
    ...store.executions,
    add: (...args) => (plan.full === null ? store.executions.add(...args) : TE.left(plan.full)),
  },
});
/** What stands for the disk: a folder adapter, and the workspace's path. */
export interface PlannedFolder {
  readonly folder?: WorkspaceFolder;
  readonly path?: string;
}

/** An application in memory whose scripts and other ends answer as planned, with one workspace open. */
export const plannedApplication = async ({ folder = noFolder, path = '/w' }: PlannedFolder = {}) => {
  const plan: Plan = {
    onRequest: {},
    onResponse: {},
    onTest: {},
    response: {},
    failure: null,
    files: {},
    outside: {},
    broken: null,
    full: null,
    meanwhile: () => Promise.resolve(),
  };
  const seen: Seen = {
    order: [],
    sent: [],
    options: [],
    scripts: [],
    environments: [],
    requests: [],
    responses: [],
  };
  const store = memoryStore();
  const application = createApplication({ store: breaking(store, plan), ...ambientOf(plan, seen), folder });
  const { workspace } = await given(application.workspaces.open({ path }));

  // A folder that cannot be chosen is stored as a data folder may bring it.
  const placeOf = (wanted = '') =>
    folderProblem(wanted) ? { folder: '', brought: wanted } : { folder: wanted };
  const createRest = async (fields: Partial<CreateRest> = {}) => {
    const { folder: at, brought } = placeOf(fields.folder);
    const created = await given(
      application.rest.create({ name: 'R', url: 'http://h/x', script: 's', ...fields, folder: at }),
    );
    if (brought !== undefined) await given(store.restRequests.replace({ ...created, folder: brought }, 1));
    return created.id;
  };
  const createGraphql = async (fields: Partial<CreateGraphql> = {}) => {
    const { folder: at, brought } = placeOf(fields.folder);
    const created = await given(
      application.graphql.create({ name: 'G', url: 'http://h/g', ...fields, folder: at }),
    );
    if (brought !== undefined) await given(store.graphqlRequests.replace({ ...created, folder: brought }, 1));
    return created.id;
  };

  return {
    application,
    store,
    workspace,
    plan,
    seen,
    createRest,
    createGraphql,
    /** Creates a REST request and executes it. */
    rest: async (
      fields: Partial<CreateRest> = {},
      input: Omit<ExecuteRest, 'id'> = {},
    ): Promise<ExecutionResult> =>
      given<ExecutionResult>(application.rest.execute({ id: await createRest(fields), ...input }, quietly())),
    /** Creates a GraphQL request and executes it. */
    graphql: async (
      fields: Partial<CreateGraphql> = {},
      input: Omit<ExecuteGraphql, 'id'> = {},
    ): Promise<ExecutionResult> =>
      given<ExecutionResult>(
        application.graphql.execute({ id: await createGraphql(fields), ...input }, quietly()),
      ),
    /** The stored environment that is active. */
    environment: async () => {
      const { id, activeEnvironmentId } = await given(store.workspaces.get(workspace.id));
      if (activeEnvironmentId === null) throw new Error('no environment is active');
      return given(store.environments.get(id, activeEnvironmentId));
    },
  };
};
export type PlannedApplication = Awaited<ReturnType<typeof plannedApplication>>;
