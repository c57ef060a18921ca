import {
  type AppResult,
  bodyLimits,
  type CallSecrets,
  type Diagnostic,
  type ExecutionCall,
  type ExecutionId,
  type ExecutionResult,
  type Ports,
  type Redactor,
  type RequestKind,
  type Secret,
  type SentRequest,
  type StoredExecution,
} from '@tandem/core';
import { attempt, E, perform, pipe, TE, taskEither } from '@tandem/core/fp';
import {
  cutBody,
  type ExecutionContext,
  type ExecutionState,
  listFinalOrigins,
  findHeader,
  hideOriginSecrets,
  hideResultSecrets,
  summarise,
  toSentRequest,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import type { FinishedExecution } from './dependencies.js';
import { toOutcomeFacts } from './outcome-facts.js';
import { removeSavedText, saveBody } from './save-body.js';
import { hasCompressedSecret, toStoredBody } from './secrets-in-bodies.js';
import { selectFromBody } from './select-body.js';

/** What a result contains beyond its state. */
interface ExecutionFacts {
  readonly kind: RequestKind;
  readonly startedAt: Date;
  readonly call: Pick<CallContext, 'hidesSecrets' | 'wantsExchanges' | 'by'>;
  /** What is hidden in the stored data, and in the result if the caller may not see secrets. */
  readonly secrets: CallSecrets;
}

/** Whether executions are stored at all. */
const hasExecutionStorage = (ports: Ports): boolean => ports.keep.executions > 0;

/** How much of a text body is stored, in the result or beside it, in bytes. */
const getStoredTextBytes = (ports: Ports): number => Math.max(bodyLimits.default, ports.keep.bodyBytes);

/** How much response text the caller receives, and how much is needed to derive everything from it, in bytes. */
const textLimits = (ports: Ports, { maxBodyBytes, select }: ExecutionCall, hidesSecrets: boolean) => {
  const wanted = maxBodyBytes ?? (select === undefined ? bodyLimits.default : 0);
  const needed = Math.max(getStoredTextBytes(ports), hidesSecrets ? wanted : 0);
  return { wanted, needed: select === undefined ? needed : Infinity };
};

/**
 * A result without its text if that is compressed data with a secret. A content type may label such data as text in a
 * charset that keeps each byte, so the secret could not be found and hidden.
 */
const removeCompressedText = async (
  { http }: Pick<Ports, 'http'>,
  { response: received }: ExecutionState,
  result: ExecutionResult,
  secrets: readonly Secret[],
): Promise<ExecutionResult> => {
  const { response } = result;
  if (received === null || response === null || received.report.exact) return result;
  if (received.report.text === null || !(await hasCompressedSecret(http, received.body, secrets)))
    return result;
  return { ...result, response: { ...response, bodyType: 'binary', textBody: null, bodyTruncated: false } };
};

/** An execution with its secrets hidden, as it is stored. */
interface HiddenExecution {
  /** Includes at least as much text as {@link getStoredTextBytes} requires. */
  readonly result: ExecutionResult;
  readonly sent: SentRequest | undefined;
  readonly redactor: Redactor;
}

const toStoredExecution = (
  { ports, workspace, request }: ExecutionContext,
  state: ExecutionState,
  { result: whole, sent, redactor }: HiddenExecution,
  { kind, startedAt, call: { by } }: ExecutionFacts,
): StoredExecution => {
  const result = cutBody(whole, bodyLimits.default);
  const { response, traced } = state;
  return {
    workspaceId: workspace.id,
    summary: {
      id: result.executionId,
      kind,
      requestId: request.id,
      name: result.request.name,
      method: result.request.method,
      url: result.request.url,
      ...toOutcomeFacts(result),
      startedAt: startedAt.toISOString(),
      durationMs: ports.clock.now().getTime() - startedAt.getTime(),
      ...(result.environment === undefined ? {} : { environment: result.environment }),
      ...(by === undefined ? {} : { by: redactor.text(by) }),
    },
    result,
    contentType: redactor.text(response === null ? '' : (findHeader(response.headers, 'content-type') ?? '')),
    ...(sent === undefined ? {} : { sent }),
    ...(traced === undefined ? {} : { origins: hideOriginSecrets(redactor, listFinalOrigins(state)) }),
  };
};

const notStored: Diagnostic = {
  code: 'EXECUTION_NOT_KEPT',
  message: 'The execution could not be stored, so executions_get will not find it.',
  where: 'executions',
};

/** Stores an execution. A failure is a diagnostic, because the execution returns its result anyway. */
const storeExecution = async (
  context: ExecutionContext,
  state: ExecutionState,
  hidden: HiddenExecution,
  facts: ExecutionFacts,
): Promise<readonly Diagnostic[]> => {
  const { ports } = context;
  const limits = ports.keep;
  const execution = toStoredExecution(context, state, hidden, facts);
  const text = hidden.result.response?.textBody ?? null;
  const secrets = facts.secrets.all();
  const body =
    state.response === null
      ? null
      : await toStoredBody(ports, state.response, text, secrets, limits.bodyBytes);
  const store = pipe(
    ports.store.executions.add(execution, body, limits.executions, limits.perRequest),
    TE.match(
      () => [notStored],
      () => [],
    ),
  );
  return store();
};

/** Adds values that became secret while the request was sent, for a caller who may not see any. */
const addNewSecrets = (ports: Ports, { call, secrets }: ExecutionFacts): AppResult<void> =>
  call.hidesSecrets === true
    ? pipe(
        loadKnownSecrets(ports),
        TE.map((known) => secrets.add(known)),
      )
    : TE.right(undefined);

/**
 * Stores and returns the result of an execution. It is built once and its secrets are hidden once. What is stored
 * equals what a caller without access to secrets receives, except for the length of the body.
 */
export const finishExecution = (
  context: ExecutionContext,
  ended: ExecutionState,
  facts: ExecutionFacts,
): AppResult<Pick<FinishedExecution, 'result' | 'sent'>> =>
  taskEither(function* () {
    const { ports, input } = context;
    const { secrets, call } = facts;
    const { hidesSecrets = false, wantsExchanges = false } = call;
    const refreshed = yield* perform(addNewSecrets(ports, facts));
    const redactor = yield* perform(secrets.prepareRedactor);
    const areSecretsKnown = pipe(
      refreshed,
      E.match(
        () => false,
        () => true,
      ),
    );
    // Unless all secrets are known, none can be hidden in the body.
    const { state, saved } = areSecretsKnown
      ? yield* perform(() => saveBody(context, ended, hidesSecrets ? secrets.all() : []))
      : { state: ended, saved: {} };
    const id = `exec_${ports.ids.next()}` as ExecutionId;
    const whole = { ...summarise(context, state, id), ...saved };
    const limits = textLimits(ports, input, hidesSecrets);
    const isStored = hasExecutionStorage(ports);
    const hidden =
      hidesSecrets || isStored
        ? yield* perform(() =>
            removeCompressedText(
              ports,
              state,
              hideResultSecrets(redactor, whole, limits.needed),
              secrets.all(),
            ),
          )
        : whole;
    const sent = wantsExchanges || isStored ? toSentRequest(state, redactor) : undefined;
    const storing = isStored
      ? yield* perform(() => storeExecution(context, state, { result: hidden, sent, redactor }, facts))
      : [];
    yield* attempt(refreshed);
    const seen = hidesSecrets ? hidden : whole;
    const { notes, ...selected } = yield* perform(() => selectFromBody(ports, input, seen));
    const shown = { ...removeSavedText(cutBody(seen, limits.wanted)), ...selected };
    const added = [...storing, ...notes];
    const result = added.length === 0 ? shown : { ...shown, diagnostics: [...shown.diagnostics, ...added] };
    return { result, ...(wantsExchanges && sent !== undefined ? { sent } : {}) };
  });
