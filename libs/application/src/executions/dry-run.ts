import {
  type AnyRequest,
  type AppResult,
  type AuthToken,
  bodyLimits,
  createCallSecrets,
  createRedactor,
  describe,
  type Diagnostic,
  DryRun,
  type ExecutionCall,
  type ExecutionFault,
  type ExecutionResult,
  type Guardian,
  type Ids,
  type OAuth2,
  type OAuth2Config,
  type Ports,
  type PreparedRequest,
  type Redactor,
  type RequestKindOf,
  type SendGuard,
  type WrittenRequest,
} from '@tandem/core';
import { attempt, perform, pipe, taskEither, TE } from '@tandem/core/fp';
import {
  connectTo,
  createExecutionState,
  createFault,
  createScriptCalls,
  cutText,
  describeInvalidJson,
  encodeBase64,
  executeStepsToSend,
  type ExecutionContext,
  type ExecutionState,
  listFinalOrigins,
  type Refusal,
  summariseEnvironment,
  toOutgoingRequest,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { createPromptMarks, hasPromptMark, isAboutPromptMark } from '../environments/answer-prompts.js';
import { resolveInputRequestId } from '../requests/request-reference.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { type AnyExecuteArguments, runOrDryRun } from './execute-arguments.js';
import { loadSaved } from './execute.js';
import { type LoadedExecution, withExecutionContext } from './load-execution.js';

/** A guard for a dry run: it uses earlier answers, but asks nobody and does not count the request. */
const createDryGuardian = (guardian: Guardian): Guardian => ({
  ...guardian,
  ask: ({ grant }) => Promise.resolve(guardian.isGranted(grant) ? 'session' : 'nobody'),
  count: (environmentId, perMinute) => guardian.count(environmentId, perMinute, false),
});

/** Rewords an error for a dry run, which sends nothing and asks nobody. */
const describeDryFault = (
  { code, message, details }: ExecutionFault,
  { method }: PreparedRequest,
  environment: string,
): string => {
  switch (code) {
    case 'APPROVAL_NEEDED':
      return `An execution would ask a person to allow this ${method} with the environment "${environment}" before it is sent. This dry run asked nobody.`;
    case 'GUARD_DENIED':
      return `An execution would be refused: the guard of the environment "${environment}" does not let agents send this ${method}. A person can change that in the settings of the environment in the window.`;
    case 'RATE_LIMITED': {
      const { perMinute, retryAfterSeconds } = details as Readonly<Record<string, number>>;
      return `An execution would be refused now: agents may send ${perMinute} requests a minute with the environment "${environment}". It could be sent in ${retryAfterSeconds} s.`;
    }
    case 'SECRET_HOST_REFUSED': {
      const { secret, host, hosts } = details as { secret: string; host: string; hosts: readonly string[] };
      return `An execution would be refused: the secret ${secret} may only be sent to ${hosts.join(', ')}, and this request would take it to ${host === '' ? 'a Host header that is no host' : host}.`;
    }
    default:
      return message;
  }
};

/**
 * Notes what would stop or delay the request if it were sent: the guard of its environment, or the hosts that a secret is bound to.
 * @param departing undefined if nothing would be sent
 */
const guardNotes = async (
  context: ExecutionContext,
  departing: PreparedRequest | undefined,
  guard: SendGuard | undefined,
): Promise<readonly Diagnostic[]> => {
  if (departing === undefined || guard === undefined) return [];
  const refusal = await guard(departing, context.signal);
  if (refusal === undefined) return [];
  const message = describeDryFault(refusal, departing, context.environment?.name ?? '');
  return [{ code: refusal.code, message, where: 'guard' }];
};

const describeTokenFetch = (config: OAuth2Config): string => {
  const where = config.accessTokenUrl ?? config.issuer ?? 'the authorization server';
  return `A token would be fetched first, by ${config.grant} from ${where}; nothing was fetched, and a mark stands in its place.`;
};

/** Placeholders for the tokens that an execution would fetch. */
interface TokenPlaceholders {
  readonly oauth2: OAuth2;
  /** Says which tokens would be fetched. */
  readonly notes: () => readonly Diagnostic[];
  /** The placeholders, by the name of their token. */
  readonly values: () => readonly { readonly name: string; readonly value: string }[];
}

const isTheirs = (reason: string) =>
  TE.left({ fault: { code: 'AUTH_FAILED', message: reason } as const, steps: [] });

/** Returns stored tokens, and placeholders instead of fetching others. */
const createTokenPlaceholders = ({ findFresh, forget }: OAuth2, ids: Ids): TokenPlaceholders => {
  const notes: Diagnostic[] = [];
  const values: { readonly name: string; readonly value: string }[] = [];
  const standIn = (config: OAuth2Config): AuthToken => {
    notes.push({ code: 'TOKEN_NOT_FETCHED', message: describeTokenFetch(config), where: 'auth' });
    const [accessToken, idToken] = [`token-${ids.uuid()}`, `token-${ids.uuid()}`];
    values.push({ name: 'access_token', value: accessToken }, { name: 'id_token', value: idToken });
    return { key: '', label: '', accessToken, idToken, obtainedAt: '' };
  };
  return {
    oauth2: {
      token: (call) =>
        pipe(
          findFresh(call),
          TE.mapLeft((error) => ({
            fault: {
              code: 'AUTH_FAILED' as const,
              message: `The kept token could not be read: ${describe(error)}`,
            },
            steps: [],
          })),
          TE.map((token) => ({ token: token ?? standIn(call.config), steps: [] })),
        ),
      findFresh,
      forget,
      begin: () => isTheirs('A dry run asks for no approval.'),
      finish: () => isTheirs('A dry run asks for no approval.'),
    },
    notes: () => notes,
    values: () => values,
  };
};

/** The arguments of a dry run. A person's dry run may show secrets. */
export type DryRunCall = AnyExecuteArguments & { readonly reveal?: boolean };

const nothingSent = createFault('CANCELLED', 'This is a dry run, so nothing was sent.');

const noCalls: Refusal = {
  code: 'DRY_RUN',
  message: 'This is a dry run, so the request of the script was not sent.',
};

/** Refuses all calls of scripts with `error`. */
export const createRefusingCalls = (error: Refusal) =>
  createScriptCalls({
    refusal: () => Promise.resolve(error),
    execute: () => Promise.resolve({ answer: { outcome: { error } }, steps: [], secrets: [] }),
    left: { number: 0 },
  });

/** Replaces the ports that send something by ones that send nothing. */
const createDryPorts = (ports: Ports, standIns: TokenPlaceholders | undefined): Ports => ({
  ...ports,
  http: { ...ports.http, send: () => TE.left({ fault: nothingSent }) },
  ...(ports.guardian === undefined ? {} : { guardian: createDryGuardian(ports.guardian) }),
  ...(standIns === undefined ? {} : { oauth2: standIns.oauth2 }),
});

const needsNotRun = (ids: readonly string[]): Diagnostic => ({
  code: 'NEEDS_NOT_RUN',
  message: `It needs ${ids.join(', ')}, which an execution would run first. A dry run does not, so variables that they set have their present values.`,
  where: 'needs',
});

/** The final state of a dry run, and the request that would be sent. Null if none would be. */
interface DryRunOutcome {
  readonly state: ExecutionState;
  readonly written: WrittenRequest | null;
  readonly guard?: SendGuard;
}

/** Removes an error that only the placeholder of an answer causes, because an execution has the answer. */
const removeMarkFault = (state: ExecutionState): ExecutionState =>
  state.fault !== null && isAboutPromptMark(state.fault, state.prepared) ? { ...state, fault: null } : state;

/** Warns of invalid JSON, unless answers will replace a part of it. */
const checkJson = ({ prepared }: ExecutionState): readonly Diagnostic[] =>
  prepared.body.kind === 'text' && hasPromptMark(prepared.body.text) ? [] : describeInvalidJson(prepared);

/** Adds the errors that the checks before sending find. */
const checkDryRun = (context: ExecutionContext, state: ExecutionState): Promise<DryRunOutcome> =>
  state.fault !== null || state.response !== null
    ? Promise.resolve({ state: removeMarkFault(state), written: null })
    : pipe(
        TE.Do,
        TE.bind('request', () => toOutgoingRequest(context, state.prepared)),
        TE.bind('connected', ({ request: { url } }) => connectTo(context, url, context.secrets.all())),
        TE.bind('head', ({ request, connected: { proxy } }) =>
          context.ports.http.write(request, {
            ...(proxy === undefined ? {} : { proxy }),
            ...(context.cookies === undefined ? {} : { cookies: context.cookies }),
          }),
        ),
        TE.match(
          (why): DryRunOutcome => ({ state: removeMarkFault({ ...state, fault: why }), written: null }),
          ({ request: { method, url }, head, connected: { guard } }): DryRunOutcome => ({
            state: {
              ...state,
              prepared: { ...state.prepared, method, url },
              diagnostics: [...state.diagnostics, ...checkJson(state)],
              cookies: context.cookies?.sentTo(url) ?? [],
            },
            written: head,
            guard,
          }),
        ),
      )();

type DisplayedBody = Pick<DryRun['request'], 'body' | 'size' | 'encoding' | 'bodyTruncated'>;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const tryDecodeText = (bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Formats a body, or the beginning of it. Redacts secrets before it cuts the body, because otherwise the first part of a secret could
 * remain.
 */
const formatBody = (bytes: Uint8Array, most: number, redactor: Redactor): DisplayedBody => {
  const size = bytes.length;
  if (size === 0) return { body: null, size };
  const whole = tryDecodeText(bytes);
  const hidden =
    whole === null
      ? redactor.text(encodeBase64(bytes.subarray(0, Math.floor(most / 3) * 3)))
      : redactor.beginning(whole, most + 1);
  const { text, truncated } =
    whole === null ? { text: hidden, truncated: size > most } : cutText(hidden, most);
  return {
    body: text,
    size,
    ...(whole === null ? { encoding: 'base64' as const } : {}),
    ...(truncated ? { bodyTruncated: true as const } : {}),
  };
};

/** The body of a request that would not be sent, as far as the steps have built it. */
const encodePreparedBody = ({ prepared: { body } }: ExecutionState): Uint8Array =>
  body.kind === 'text' ? new TextEncoder().encode(body.text) : new Uint8Array();

const toDryRun = (
  context: ExecutionContext,
  { state, written }: DryRunOutcome,
  redactor: Redactor,
  most: number,
): DryRun => {
  const { method, url, headers } = state.prepared;
  const list = written?.headers ?? headers;
  const result: DryRun = {
    dryRun: true,
    request: {
      id: context.request.id,
      name: context.request.name,
      method,
      url,
      headers: list.map(([name, value]) => ({ name, value })),
      body: null,
      size: 0,
    },
    mocked: state.response !== null,
    error: state.fault,
    origins: listFinalOrigins(state, written?.headers),
    diagnostics: state.diagnostics,
    logs: state.logs,
    environment: summariseEnvironment(context),
  };
  const hidden = redactor.as(DryRun)(result) as DryRun;
  const body = formatBody(written?.body ?? encodePreparedBody(state), most, redactor);
  return { ...hidden, request: { ...hidden.request, ...body } };
};

const describeUnmetNeeds = (
  { needs, notes }: LoadedExecution,
  { needs: wanted }: ExecutionCall,
): readonly Diagnostic[] =>
  needs.length === 0 || wanted === 'skip' ? notes : [...notes, needsNotRun(needs)];

/** Marks the placeholders of tokens in the shown request. */
const createTokenMarker = (standIns: TokenPlaceholders | undefined): Redactor => {
  const names = standIns?.values() ?? [];
  return createRedactor(names.map(({ name, value }) => ({ name, value })));
};

const executeDry = (
  ports: Ports,
  given: DryRunCall,
  call: CallContext,
  loaded: LoadedExecution,
): AppResult<DryRun> => {
  const { variables, notes: prompts } = createPromptMarks(ports, loaded, given);
  const input = Object.keys(variables).length === 0 ? given : { ...given, variables };
  const standIns = ports.oauth2 && createTokenPlaceholders(ports.oauth2, ports.ids);
  const secrets = createCallSecrets(call.secrets);
  const setup = {
    ports: createDryPorts(ports, standIns),
    input,
    call,
    secrets,
    calls: createRefusingCalls(noCalls),
  };
  return withExecutionContext(setup, loaded, (context) =>
    taskEither(function* () {
      const first = {
        ...createExecutionState(loaded.request),
        diagnostics: [...describeUnmetNeeds(loaded, input), ...prompts],
      };
      const made = yield* perform(() => executeStepsToSend(context, call.progress, first));
      const checked = yield* perform(() =>
        checkDryRun(context, {
          ...made,
          diagnostics: [...made.diagnostics, ...(standIns?.notes() ?? [])],
        }),
      );
      const guarded = yield* perform(() => guardNotes(context, checked.written?.departing, checked.guard));
      // A value may have become a secret while the scripts ran, so the secrets are read again.
      secrets.add(yield* attempt(loadKnownSecrets(ports, context.workspace.id)));
      const redactor = input.reveal === true ? createTokenMarker(standIns) : secrets.redactor();
      const state = { ...checked.state, diagnostics: [...checked.state.diagnostics, ...guarded] };
      return toDryRun(context, { ...checked, state }, redactor, input.maxBodyBytes ?? bodyLimits.default);
    }),
  );
};

/**
 * Shows the request as an execution would send it now, and where each part comes from. Runs all steps before sending, but sends nothing,
 * neither for a token nor for a script, and stores nothing.
 */
export const dryRunRequest =
  (ports: Ports) =>
  ({ persistScript: _, saveTo: _saveTo, ...input }: DryRunCall, call: CallContext): AppResult<DryRun> =>
    pipe(
      loadSaved(ports)(input, call),
      TE.flatMap((loaded) => executeDry(ports, input, call, loaded)),
    );

/** An execution, or a dry run if the call requests one. */
export const executeOrDryRun =
  <
    A extends AnyRequest,
    S,
    I extends { readonly id: string; readonly dryRun?: boolean; readonly workspaceId?: string },
  >(
    ports: Ports,
    kind: RequestKindOf<A, S>,
    execute: (input: I, context: CallContext) => AppResult<ExecutionResult>,
  ) =>
  (input: I, context: CallContext): AppResult<ExecutionResult> =>
    runOrDryRun(
      input,
      () => execute(input, context),
      () =>
        pipe(
          resolveInputRequestId(ports, kind, input),
          TE.flatMap((known) => dryRunRequest(ports)(known as DryRunCall, context)),
        ),
    );
