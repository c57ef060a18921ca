import {
  type AppError,
  type AppResult,
  createCallSecrets,
  createInvalidInput,
  Diagnostic,
  type EnvironmentChange,
  ExecutionFault,
  ExecutionSummary,
  type HeaderList,
  HandlerSummary,
  LogLine,
  type Ports,
  type RetainedVariable,
  ScriptError,
  type StoredBody,
  type StoredExecution,
  TestResult,
  type Workspace,
  workspaceRef,
} from '@tandem/core';
import { oneOf, stringifyJson, struct, t, withDescription } from '@tandem/core/codec';
import { attempt, perform, pipe, taskEither, TE } from '@tandem/core/fp';
import {
  createExecutionState,
  executeScriptsOnResponse,
  type ExecutionContext,
  type ExecutionState,
  type ReceivedResponse,
  type Refusal,
  summarise,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { operation, readEffects } from '../operation.js';
import { createRequestReference, resolveAnyRequestId } from '../requests/request-reference.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { createRefusingCalls } from './dry-run.js';
import { loadSaved } from './execute.js';
import { withExecutionContext } from './load-execution.js';
import type { StoredBodies } from './stored-bodies.js';

export const RunScriptsAgainArguments = struct(
  'executions_run_scripts arguments',
  { id: withDescription(createRequestReference('request'), 'Its id') },
  {
    workspaceId: workspaceRef,
    script: withDescription(t.string, 'Instead of the saved script'),
  },
);
export type RunScriptsAgainArguments = t.TypeOf<typeof RunScriptsAgainArguments>;

/** A change that the scripts would have made in an execution. Here it was not made. */
export const WithheldChange = struct(
  'a change that was not made',
  {
    kind: oneOf('variable', 'secret', 'retained', 'cookie'),
    name: t.string,
    /** Whether the scripts would remove the variable or cookie. */
    removed: t.boolean,
  },
  /** Missing for secrets and cookies, and if the change is a removal. */
  { value: t.string },
);
export type WithheldChange = t.TypeOf<typeof WithheldChange>;

export const ScriptsOnResponse = struct('what scripts did with a stored response', {
  /** The execution that received the response. */
  execution: ExecutionSummary,
  error: t.union([t.null, ExecutionFault]),
  postResponse: HandlerSummary,
  tests: struct('the tests', {
    error: t.union([t.null, ScriptError]),
    results: t.readonlyArray(TestResult),
  }),
  changes: t.readonlyArray(WithheldChange),
  logs: t.readonlyArray(LogLine),
  diagnostics: t.readonlyArray(Diagnostic),
});
export type ScriptsOnResponse = t.TypeOf<typeof ScriptsOnResponse>;

/** Every status, so that the search finds only executions with a response. */
const anyStatus = [100, 999] as const;

const findLastWithResponse = (
  ports: Ports,
  workspace: Workspace,
  requestId: string,
): AppResult<StoredExecution> =>
  pipe(
    ports.store.executions.list(workspace.id, { requestId, status: anyStatus, take: 1 }),
    TE.flatMap(({ items: [newest] }) => {
      const advice = 'has no stored response; send the request first';
      const expected = { expected: 'a request with a stored response', got: requestId };
      return newest === undefined
        ? TE.left<AppError>(createInvalidInput('id', advice, expected))
        : ports.store.executions.get(workspace.id, newest.id);
    }),
  );

const toHeaderList = (headers: Readonly<Record<string, string>>): HeaderList =>
  Object.entries(headers).flatMap(([name, value]) =>
    name === 'set-cookie' ? value.split('\n').map((line) => [name, line] as const) : [[name, value] as const],
  );

const decodeBody = (body: StoredBody | null): string | null => {
  if (body === null) return '';
  return body.kind === 'text' ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.bytes) : null;
};

/** Restores the response as received, except that secrets stay redacted and that only the stored part of the body is there. */
const restoreResponse = ({ result }: StoredExecution, body: StoredBody | null): ReceivedResponse | null => {
  const { response, request, lifecycle } = result;
  if (response === null) return null;
  return {
    status: response.status,
    statusText: response.statusText,
    headers: toHeaderList(response.headers),
    body: body?.bytes ?? new Uint8Array(),
    time: response.time,
    url: request.url,
    mocked: lifecycle.mocked,
    report: {
      bodyType: response.bodyType,
      text: response.bodyType === 'binary' ? null : decodeBody(body),
      exact: body?.kind !== 'binary',
    },
  };
};

/** Restores the request as it was sent, for scripts that read it. */
const restoreRequest = (
  { result: { request }, sent }: StoredExecution,
  { prepared }: ExecutionState,
): ExecutionState['prepared'] => {
  const query = URL.canParse(request.url) ? [...new URL(request.url).searchParams] : [];
  return {
    ...prepared,
    method: request.method,
    url: request.url,
    headers: sent?.headers.map(({ name, value }) => [name, value] as const) ?? [],
    body: sent?.body.type === 'text' ? { kind: 'text', text: sent.body.text } : { kind: 'none' },
    queryParams: Object.fromEntries(query),
  };
};

/** Describes how the stored response differs from the received one. */
const describeDifferences = (
  { result: { response } }: StoredExecution,
  body: StoredBody | null,
): readonly Diagnostic[] => {
  const size = response?.size ?? 0;
  const isCut = body === null ? size > 0 : body.truncated;
  const kept = body?.bytes.length ?? 0;
  const cut = `Only ${kept} of ${size} bytes of the body are stored, so the scripts got no more than these.`;
  const hidden =
    'Secrets in the response are hidden in what is stored, so the scripts got marks such as ‹secret:NAME›.';
  const isMarked = /‹(?:secret|cookie):/.test(
    `${decodeBody(body) ?? ''}${JSON.stringify(response?.headers ?? {})}`,
  );
  return [
    ...(isCut ? [{ code: 'BODY_NOT_KEPT', message: cut, where: 'res.body' }] : []),
    ...(isMarked ? [{ code: 'SECRETS_HIDDEN', message: hidden, where: 'res' }] : []),
  ];
};

const nothingSent: Refusal = {
  code: 'DRY_RUN',
  message: 'The scripts ran on a stored response, so their request was not sent.',
};

/** Collects the cookies that scripts set or remove, and stores none. */
const withholdCookies = (ports: Ports) => {
  const changes: WithheldChange[] = [];
  const { cookies } = ports.store;
  const store: Ports['store'] = {
    ...ports.store,
    cookies: {
      ...cookies,
      change: (_workspace, _environment, { set, removed }) => {
        changes.push(
          ...set.map(({ name }) => ({ kind: 'cookie', name, removed: false }) as const),
          ...removed.map(({ name }) => ({ kind: 'cookie', name, removed: true }) as const),
        );
        return TE.right(undefined);
      },
    },
  };
  return { ports: { ...ports, store }, changes };
};

const toWithheldChange = ({ kind, name, value }: EnvironmentChange): WithheldChange => ({
  kind,
  name,
  removed: value === null,
  ...(kind === 'secret' || value === null ? {} : { value }),
});

const toWithheldVariable = ({ name, value }: RetainedVariable): WithheldChange => ({
  kind: 'retained',
  name,
  removed: value === undefined,
  ...(value === undefined ? {} : { value: typeof value === 'string' ? value : stringifyJson(value) }),
});

/** Keeps only the last change of each name, because the others would have no effect. */
const keepLastChanges = (changes: readonly WithheldChange[]): readonly WithheldChange[] => [
  ...new Map(changes.map((one) => [`${one.kind} ${one.name}`, one])).values(),
];

const toAnswer = (
  context: ExecutionContext,
  { summary }: StoredExecution,
  state: ExecutionState,
  cookies: readonly WithheldChange[],
): ScriptsOnResponse => {
  const { lifecycle, logs, diagnostics, error } = summarise(context, state, summary.id);
  return {
    execution: summary,
    error,
    postResponse: lifecycle.postResponse,
    tests: { error: lifecycle.tests.summary.error, results: lifecycle.tests.results },
    changes: keepLastChanges([
      ...state.changes.map(toWithheldChange),
      ...state.retained.map(toWithheldVariable),
      ...cookies,
    ]),
    logs,
    diagnostics,
  };
};

/**
 * Runs the scripts that follow a response again, on the stored response of the last execution, with the scripts of its folders and in the
 * active environment. Sends and stores nothing: the result says what the scripts would set.
 */
export const runScriptsAgain =
  (given: Ports, storedBodies: StoredBodies) =>
  (
    { id: ref, workspaceId, script }: RunScriptsAgainArguments,
    call: CallContext,
  ): AppResult<ScriptsOnResponse> =>
    taskEither(function* () {
      const workspace = yield* attempt(resolveWorkspace(given)(workspaceId));
      const id = yield* attempt(resolveAnyRequestId(given, workspace.id, ref, 'id'));
      const { ports, changes } = withholdCookies(given);
      const input = { id, workspaceId: workspace.id, ...(script === undefined ? {} : { script }) };
      const loaded = yield* attempt(loadSaved(ports)(input, call));
      const stored = yield* attempt(findLastWithResponse(ports, workspace, id));
      const known = yield* attempt(loadKnownSecrets(ports, workspace.id));
      const body = yield* attempt(storedBodies(ports, workspace.id, stored.summary.id, known));
      const secrets = createCallSecrets(call.secrets);
      const setup = { ports, input, call, secrets, calls: createRefusingCalls(nothingSent) };
      const answer = withExecutionContext(setup, loaded, (context) =>
        taskEither(function* () {
          const first = createExecutionState(loaded.request);
          const state = yield* perform(() =>
            executeScriptsOnResponse(context, call.progress, {
              ...first,
              prepared: restoreRequest(stored, first),
              response: restoreResponse(stored, body),
              diagnostics: describeDifferences(stored, body),
            }),
          );
          return toAnswer(context, stored, state, changes);
        }),
      );
      const shown = yield* attempt(answer);
      return secrets.redactor().as(ScriptsOnResponse)(shown) as ScriptsOnResponse;
    });

export const executionsRunScripts = operation({
  name: 'executions_run_scripts',
  title: 'Run scripts on the last response',
  description:
    'Runs the scripts after the response on the last stored response of a request; nothing is sent or stored.',
  audience: 'person',
  arguments: RunScriptsAgainArguments,
  result: ScriptsOnResponse,
  effects: readEffects,
  useCase: 'executions.runScripts',
  run: ({ ports, storedBodies }) => runScriptsAgain(ports, storedBodies),
});
