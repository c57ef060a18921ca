import {
  type AnswerScriptCall,
  type AppError,
  type Cookie,
  type DocumentReader,
  type ExecutionFault,
  type HandlerAnswer,
  type HeaderList,
  type IncomingResponse,
  createInvalidInput,
  type JsonPath,
  getFolderDisplayName,
  type OnRequestAnswer,
  type OnTestAnswer,
  type OutgoingRequest,
  type RunControl,
  type ScriptEnvironment,
  type ScriptRequest,
  type ScriptResponse,
  type ScriptRuntime,
  type SendFailure,
  type SendOptions,
  type FolderSync,
  type WorkspaceLocations,
} from '@tandem/core';
import { dynamicNames } from '@tandem/core/dynamic';
import { E, TE } from '@tandem/core/fp';
import { createEmptyJar, createCountingIds, createFixedClock } from '@tandem/core/testing';

/** How the ports behave in a test. Nothing is really run or sent. */
export interface Plan {
  /** The result of onRequest, merged into an answer that changes nothing. */
  onRequest: Partial<OnRequestAnswer>;
  onResponse: Partial<HandlerAnswer>;
  onTest: Partial<OnTestAnswer>;
  /** How the server's response differs from a 200 with the text `hello`. */
  response: Partial<IncomingResponse>;
  /** Why sending fails. Null if it does not. */
  failure: SendFailure | null;
  /** The files in the workspace's folder by path. */
  files: Record<string, string>;
  /** The secret values that the process provides, by name. */
  outside: Record<string, string>;
  /** The names for which every workspace may use the provided value. */
  allowed: readonly string[];
  /** Why changes to the environment cannot be stored. Null if they can. */
  broken: AppError | null;
  /** Why executions cannot be stored. Null if they can. */
  full: AppError | null;
  /** Returns the instructions of a handler to the run. */
  asked: (handler: string, request: ScriptRequest) => RunControl;
  /** Runs while a handler runs, in addition to its result. */
  calling: (handler: string, request: ScriptRequest, call: AnswerScriptCall) => Promise<void>;
  /** Awaited before the response to a request arrives. */
  meanwhile: (request: OutgoingRequest) => Promise<void>;
}

/** The events of the executions, in order. */
export interface RecordedEvents {
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

const createPlannedScripts = (plan: Plan, seen: RecordedEvents): ScriptRuntime => ({
  check: () => Promise.resolve(null),
  beyondLimit: (script) => (script.length > 1_000 ? 'is longer than 1000 bytes (A_LIMIT)' : null),
  nesting: 3,
  withSession: (scripts, environment, _signal, use, call = () => Promise.reject(new Error('no calls'))) => {
    seen.scripts.push(...(typeof scripts === 'string' ? [scripts] : scripts.map(({ text }) => text)));
    seen.environments.push(environment);
    return use({
      onRequest: async (request) => {
        seen.order.push('onRequest');
        seen.requests.push(request);
        await plan.calling('onRequest', request, call);
        const { url, method, headers, body } = request;
        const answer = { ...silent, request: { url, method, headers, body }, mock: null };
        return { ...answer, control: plan.asked('onRequest', request), ...plan.onRequest };
      },
      onResponse: async (request, response) => {
        seen.order.push('onResponse');
        seen.requests.push(request);
        seen.responses.push(response);
        await plan.calling('onResponse', request, call);
        return { ...silent, control: plan.asked('onResponse', request), ...plan.onResponse };
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

/** Folders that exist only in memory. New ones get numbers below `/data`. */
export const createMemoryLocations = (): WorkspaceLocations => {
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
            createInvalidInput('path', 'must be an absolute path', {
              expected: 'an absolute path',
              got: path,
            }),
          ),
    look: (path) => TE.right({ path, exists: path.startsWith('/home'), names: [], bruno: null }),
  };
};

/** A JSONPath adapter that selects only the whole document or one of its top-level fields. */
export const noJsonPath: JsonPath = {
  outline: () => TE.right({ $: 'object' }),
  compare: (before, after) => {
    const [old, now] = [new TextDecoder().decode(before), new TextDecoder().decode(after)];
    return TE.right({ differences: old === now ? [] : [{ path: '$', before: old, after: now }] });
  },
  select: (path, json) => {
    try {
      if (!path.startsWith('$')) throw new TypeError('not a path');
      const value = JSON.parse(new TextDecoder().decode(json)) as Record<string, unknown>;
      const key = path.slice(2);
      if (path === '$') return TE.right([value]);
      return TE.right(Object.hasOwn(value, key) ? [value[key]] : []);
    } catch {
      const said = { expected: 'no select for such a body', got: path };
      return TE.left(createInvalidInput('select', 'needs a JSON body that was stored whole', said));
    }
  },
};

const createNotFoundFault = (path: string): ExecutionFault => ({ code: 'FILE_NOT_FOUND', message: path });

/** A folder adapter whose folders are empty and unusable. */
export const noFolderSync: FolderSync = {
  identify: () => TE.right(null),
  plan: ({ path }) => TE.left({ kind: 'folder-unusable', path, reason: 'there is none' }),
};

/** Parses cookies that consist only of `name=value`. */
const parsePlannedCookies = (headers: HeaderList): readonly Cookie[] =>
  headers.flatMap(([header, field]) => {
    const [, name, value] = /^([^=;]+)=([^;]*)/.exec(field) ?? [];
    if (header !== 'set-cookie' || name === undefined || value === undefined) return [];
    return [{ name, value, secure: false, httpOnly: false }];
  });

/** Creates every port except the store. They behave as `plan` says, and record in `seen` what happens. */
export const createPlannedAmbient = (plan: Plan, seen: RecordedEvents) => ({
  scripts: createPlannedScripts(plan, seen),
  http: {
    cookiesOf: parsePlannedCookies,
    openJar: createEmptyJar,
    // eslint-disable-next-line @typescript-eslint/require-await
    decompress: async function* () {
      yield* [];
    },
    write: ({ method, url, headers, body }: OutgoingRequest) => {
      const target = url.replace(/^[^/]*\/\/[^/?]*/, '');
      const text = body.kind === 'text' ? body.text : '';
      const departing = { hop: 'first', method, url, headers, body: text } as const;
      return TE.right({ method, target, headers, body: new TextEncoder().encode(text), departing });
    },
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
  requestFiles: {
    read: (_folder: string, path: string): TE.TaskEither<ExecutionFault, Uint8Array> => {
      const text = plan.files[path];
      return text === undefined
        ? TE.left(createNotFoundFault(path))
        : TE.right(new TextEncoder().encode(text));
    },
    list: (_folder: string, most: number) => {
      const paths = Object.keys(plan.files).sort();
      return TE.right({ files: paths.slice(0, most), isCut: paths.length > most });
    },
    add: (_folder: string, name: string) => TE.right(`files/${name}`),
    checkNew: (_folder: string, path: string): TE.TaskEither<ExecutionFault, void> =>
      path in plan.files ? TE.left(createNotFoundFault(path)) : TE.right(undefined),
    save: () => TE.right(undefined),
  },
  workspaceLocations: createMemoryLocations(),
  readDocument: readMirroredDocument,
  jsonPath: noJsonPath,
  clock: createFixedClock(),
  ids: createCountingIds(),
  product: { name: 'Tandem', version: '9' },
  builtIns: () => ({ echo_base_url: 'http://echo' }),
  dynamicValues: () => (name: string) => (dynamicNames.includes(name) ? `made-${name.slice(1)}` : undefined),
  providedSecrets: {
    valueOf: (name: string) => (Object.hasOwn(plan.outside, name) ? plan.outside[name] : undefined),
    get all() {
      return Object.entries(plan.outside).map(([name, value]) => ({ name, value }));
    },
    isAllowed: (name: string) => plan.allowed.includes(name),
  },
});

/** Reads any text as a document that contains this text everywhere. */
const readMirroredDocument: DocumentReader = ({ text }) =>
  TE.right({
    format: 'postman',
    why: text,
    name: text,
    folders: [{ path: getFolderDisplayName(text, 'F'), description: text }],
    requests: [{ kind: 'rest', name: text, folder: getFolderDisplayName(text, 'F'), url: text }],
    environments: [{ name: text, variables: [{ name: text, value: text, enabled: true }], secrets: [] }],
    leftOut: [{ place: text, what: text }],
  });
