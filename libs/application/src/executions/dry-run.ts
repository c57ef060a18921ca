import {
  type AnyRequest,
  type AppResult,
  bodyLimits,
  createCallSecrets,
  createRedactor,
  type Diagnostic,
  DryRun,
  type ExecutionCall,
  type ExecutionResult,
  type Ports,
  type Redactor,
  type RequestKind,
  type RequestKindOf,
  type SendGuard,
  type WrittenRequest,
} from '@tandem/core';
import { attempt, perform, pipe, taskEither, TE } from '@tandem/core/fp';
import {
  encodeBase64,
  createExecutionState,
  type ExecutionContext,
  createScriptCalls,
  cutText,
  createFault,
  listFinalOrigins,
  executeStepsToSend,
  describeInvalidJson,
  toOutgoingRequest,
  connectTo,
  type Refusal,
  type ExecutionState,
  summariseEnvironment,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { createDryGuardian, guardNotes } from './dry-guard.js';
import { createTokenPlaceholders, type TokenPlaceholders } from './dry-oauth2.js';
import type { ExecuteArguments } from './execute-arguments.js';
import { loadSaved } from './execute.js';
import { resolveInputRequestId } from '../requests/request-reference.js';
import { withExecutionContext } from './execution-context.js';
import type { LoadedExecution } from './load-execution.js';
import { loadKnownSecrets } from '../secrets/secrets.js';

/** A person's dry run may show secrets. */
export type DryRunCall = ExecuteArguments[RequestKind] & { readonly reveal?: boolean };

const nothingSent = createFault('CANCELLED', 'This is a dry run, so nothing was sent.');

const noCalls: Refusal = {
  code: 'DRY_RUN',
  message: 'This is a dry run, so the request of the script was not sent.',
};

/** Rejects all calls of scripts. */
const createRefusingCalls = () =>
  createScriptCalls({
    refusal: () => Promise.resolve(noCalls),
    execute: () => Promise.resolve({ answer: { outcome: { error: noCalls } }, steps: [], secrets: [] }),
    left: { number: 0 },
  });

/** The same ports, but none sends anything. */
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

/** A state, and the request as it would be sent. Null if nothing would be sent. */
interface DryRunOutcome {
  readonly state: ExecutionState;
  readonly written: WrittenRequest | null;
  readonly guard?: SendGuard;
}

/** The state with the findings of Send's checks. */
const checkDryRun = (context: ExecutionContext, state: ExecutionState): Promise<DryRunOutcome> =>
  state.fault !== null || state.response !== null
    ? Promise.resolve({ state, written: null })
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
          (why): DryRunOutcome => ({ state: { ...state, fault: why }, written: null }),
          ({ request: { method, url }, head, connected: { guard } }): DryRunOutcome => ({
            state: {
              ...state,
              prepared: { ...state.prepared, method, url },
              diagnostics: [...state.diagnostics, ...describeInvalidJson(state.prepared)],
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

/** A body or its beginning. Secrets are hidden before it is cut, because the cut could leave the start of one. */
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

/** The body of a request that would not be sent, as far as it was built. */
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

/** Marks the placeholders of tokens that were not fetched. */
const createTokenMarker = (standIns: TokenPlaceholders | undefined): Redactor => {
  const names = standIns?.values() ?? [];
  return createRedactor(names.map(({ name, value }) => ({ name, value })));
};

const executeDry = (
  ports: Ports,
  input: DryRunCall,
  call: CallContext,
  loaded: LoadedExecution,
): AppResult<DryRun> => {
  const standIns = ports.oauth2 && createTokenPlaceholders(ports.oauth2, ports.ids);
  const secrets = createCallSecrets(call.secrets);
  const setup = {
    ports: createDryPorts(ports, standIns),
    input,
    call,
    secrets,
    calls: createRefusingCalls(),
  };
  return withExecutionContext(setup, loaded, (context) =>
    taskEither(function* () {
      const first = {
        ...createExecutionState(loaded.request),
        diagnostics: describeUnmetNeeds(loaded, input),
      };
      const made = yield* perform(() => executeStepsToSend(context, call.progress, first));
      const checked = yield* perform(() =>
        checkDryRun(context, {
          ...made,
          diagnostics: [...made.diagnostics, ...(standIns?.notes() ?? [])],
        }),
      );
      const guarded = yield* perform(() => guardNotes(context, checked.written?.departing, checked.guard));
      // A value may have become a secret while the scripts ran.
      secrets.add(yield* attempt(loadKnownSecrets(ports)));
      const redactor = input.reveal === true ? createTokenMarker(standIns) : secrets.redactor();
      const state = { ...checked.state, diagnostics: [...checked.state.diagnostics, ...guarded] };
      return toDryRun(context, { ...checked, state }, redactor, input.maxBodyBytes ?? bodyLimits.default);
    }),
  );
};

/**
 * The request as an execution would send it now, and the source of each of its parts. All steps up to sending run.
 * Nothing is sent, neither for a token nor by a script, and nothing is stored.
 */
export const dryRunRequest =
  (ports: Ports) =>
  ({ persistScript: _, saveTo: _saveTo, ...input }: DryRunCall, call: CallContext): AppResult<DryRun> =>
    pipe(
      loadSaved(ports)(input, call),
      TE.flatMap((loaded) => executeDry(ports, input, call, loaded)),
    );

/**
 * An execution, or a dry run if the call requests one. Only such a call gets the dry run form, so the type is
 * that of an execution.
 */
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
  (input: I, context: CallContext): AppResult<ExecutionResult> => {
    if (input.dryRun !== true) return execute(input, context);
    const ran = pipe(
      resolveInputRequestId(ports, kind, input),
      TE.flatMap((known) => dryRunRequest(ports)(known as unknown as DryRunCall, context)),
    );
    return ran as unknown as AppResult<ExecutionResult>;
  };
