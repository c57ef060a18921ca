import {
  type AppError,
  type AppResult,
  bodyLimits,
  type CallSecrets,
  createInvalidInput,
  createRedactor,
  type Diagnostic,
  type ExecutionCall,
  type ExecutionFault,
  type ExecutionId,
  type ExecutionResult,
  type Ports,
  type Redactor,
  type RequestKind,
  type Secret,
  type SentRequest,
  type StoredExecution,
  type Workspace,
} from '@tandem/core';
import { attempt, E, perform, pipe, taskEither, TE } from '@tandem/core/fp';
import {
  cutBody,
  type ExecutionContext,
  type ExecutionState,
  findHeader,
  redactOrigins,
  redactResult,
  listFinalOrigins,
  type ReceivedResponse,
  summarise,
  toSentRequest,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { findFileNameProblem } from '../workspaces/workspace-files.js';
import { type FinishedExecution, toOutcomeFacts } from './dependencies.js';
import { hasCompressedSecret, hasSecretBytes, selectFromBody, toStoredBody } from './stored-bodies.js';

/**
 * The folder for saved bodies, which also contains the files that requests send. Outside it, the workspace's folder contains files that
 * other programs act on by name, such as CLAUDE.md, Makefile and package.json.
 */
const savedBodiesFolder = 'files/';

/** Says why a body may not be saved at this path. Undefined if it may. */
const findPathProblem = (path: string, folders: readonly string[] = []): string | undefined => {
  if (path.startsWith('/')) return 'is not relative';
  const names = path.split('/');
  const problem = names.map(findFileNameProblem).find((one) => one !== undefined);
  if (problem !== undefined) return `has a part that ${problem}`;
  if (/\p{Cf}/u.test(path)) return 'has an invisible character';
  if (names.some((name) => /^node_modules$/i.test(name))) return 'is in node_modules';
  const allowed = [savedBodiesFolder, ...folders.map((one) => `${one}/`)];
  if (!allowed.some((one) => path.startsWith(one)))
    return `is not below ${allowed.join(' or ')}, the only ${allowed.length === 1 ? 'folder' : 'folders'} that bodies are saved to`;
  return undefined;
};

/** Suggests a path in the allowed folder, if the name is a valid file name. */
const suggestPath = (path: string): string => {
  const moved = `${savedBodiesFolder}${path}`;
  return findPathProblem(moved) === undefined ? moved : `${savedBodiesFolder}users.json`;
};

/** Refuses a `saveTo` that is invalid in every workspace, before anything is loaded or sent. */
export const validateSaveTo = <I extends Pick<ExecutionCall, 'saveTo'>>(
  { saveFolders }: Pick<Ports, 'saveFolders'>,
  input: I,
): E.Either<AppError, I> => {
  const problem = input.saveTo === undefined ? undefined : findPathProblem(input.saveTo, saveFolders);
  return problem === undefined
    ? E.right(input)
    : E.left(
        createInvalidInput(
          'saveTo',
          `${problem}; name a new file such as ${suggestPath(input.saveTo ?? '')}`,
          {
            expected: `a path below ${savedBodiesFolder} in the workspace's folder`,
            got: input.saveTo,
          },
        ),
      );
};

/** Says why a body cannot be saved at the path in `saveTo`. Checked before the request is sent. */
export const findSaveProblem = async (
  { requestFiles }: Ports,
  workspace: Workspace,
  { saveTo }: ExecutionCall,
): Promise<ExecutionFault | null> => {
  if (saveTo === undefined) return null;
  const check = pipe(
    requestFiles.checkNew(workspace.path, saveTo),
    TE.match(
      (fault) => fault,
      () => null,
    ),
  );
  return check();
};

const createSecretFault = (path: string): ExecutionFault => ({
  code: 'FILE_REFUSED',
  message: `The body was not saved to "${path}": it is binary and holds a secret, which cannot be hidden in it. Let a person save it in the window.`,
  details: { path },
});

/**
 * The bytes of a body that the caller may see, and whether secrets were redacted in them. Null if the bytes contain secrets that cannot be
 * redacted.
 */
const getVisibleBytes = async (
  ports: Ports,
  { body, report }: ReceivedResponse,
  secrets: readonly Secret[],
) => {
  const text = report.text ?? '';
  const hidden = createRedactor(secrets).text(text);
  if (hidden !== text) return { bytes: new TextEncoder().encode(hidden), isHidden: true };
  // In another charset or compressed, the bytes may contain a secret that the text does not show.
  return (await hasSecretBytes(ports, body, secrets)) ? null : { bytes: body, isHidden: false };
};

/** The state of an execution after its body was saved, and what its result says about the file. */
export interface SavedState {
  readonly state: ExecutionState;
  readonly saved: Pick<ExecutionResult, 'saved'>;
}

const addNote = (state: ExecutionState, note: Diagnostic): ExecutionState => ({
  ...state,
  diagnostics: [...state.diagnostics, note],
});

const reportNotSaved = (state: ExecutionState, fault: ExecutionFault): SavedState => ({
  state:
    state.fault === null
      ? { ...state, fault }
      : addNote(state, { code: 'BODY_NOT_SAVED', message: fault.message, where: 'saveTo' }),
  saved: {},
});

/** Whether the whole body was received. If so, only a handler can have failed. */
const isWhole = ({ fault }: ExecutionState): boolean => fault === null || fault.code.startsWith('SCRIPT_');

/**
 * Saves the body of a response, as received, to the file that the call names.
 * @param secrets the secrets that are redacted in the file
 */
const saveBody = async (
  { ports, workspace, input: { saveTo } }: ExecutionContext,
  state: ExecutionState,
  secrets: readonly Secret[],
): Promise<SavedState> => {
  if (saveTo === undefined || state.response === null || !isWhole(state)) return { state, saved: {} };
  const visible = await getVisibleBytes(ports, state.response, secrets);
  if (visible === null) return reportNotSaved(state, createSecretFault(saveTo));
  const { bytes, isHidden } = visible;
  const message = `Secrets in the body are hidden in "${saveTo}", so it is not what was received.`;
  const save = pipe(
    ports.requestFiles.save(workspace.path, saveTo, bytes),
    TE.match(
      (fault) => reportNotSaved(state, fault),
      (): SavedState => ({
        state: isHidden ? addNote(state, { code: 'SECRETS_HIDDEN', message, where: 'saveTo' }) : state,
        saved: { saved: { path: saveTo, bytes: bytes.length } },
      }),
    ),
  );
  return save();
};

/** A result without the saved text. */
const removeSavedText = (result: ExecutionResult): ExecutionResult =>
  result.saved === undefined || result.response === null
    ? result
    : { ...result, response: { ...result.response, textBody: null, bodyTruncated: false } };

/** The facts about an execution that its state does not contain. */
interface ExecutionFacts {
  readonly kind: RequestKind;
  readonly startedAt: Date;
  readonly call: Pick<CallContext, 'redactsSecrets' | 'wantsExchanges' | 'by'>;
  /** The secrets to redact in the stored execution, and in the result if the caller may not see secrets. */
  readonly secrets: CallSecrets;
}

/** Whether Tandem stores executions: it does unless the maximum number is 0. */
const hasExecutionStorage = (ports: Ports): boolean => ports.keep.executions > 0;

/** How many bytes of a text body are stored, in the result or separately. */
const getStoredTextBytes = (ports: Ports): number => Math.max(bodyLimits.default, ports.keep.bodyBytes);

/** How many bytes of the text the caller receives, and how many are needed to derive all results from it. */
const computeTextLimits = (
  ports: Ports,
  { maxBodyBytes, select }: ExecutionCall,
  redactsSecrets: boolean,
) => {
  const wanted = maxBodyBytes ?? (select === undefined ? bodyLimits.default : 0);
  const needed = Math.max(getStoredTextBytes(ports), redactsSecrets ? wanted : 0);
  return { wanted, needed: select === undefined ? needed : Infinity };
};

/**
 * Removes the text of a result if it is really compressed data with a secret. Its content type may call such data text in a charset that
 * keeps every byte, and then the secret could not be found in it.
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

/** An execution as it is stored, with its secrets redacted. */
interface RedactedExecution {
  /** Its body has at least as much text as {@link getStoredTextBytes} requires. */
  readonly result: ExecutionResult;
  readonly sent: SentRequest | undefined;
  readonly redactor: Redactor;
}

const toStoredExecution = (
  { ports, workspace, request }: ExecutionContext,
  state: ExecutionState,
  { result: whole, sent, redactor }: RedactedExecution,
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
    ...(traced === undefined ? {} : { origins: redactOrigins(redactor, listFinalOrigins(state)) }),
  };
};

const notStored: Diagnostic = {
  code: 'EXECUTION_NOT_KEPT',
  message: 'The execution could not be stored, so executions_get will not find it.',
  where: 'executions',
};

/** Stores an execution. If that fails, adds a diagnostic, because the execution returns its result anyway. */
const storeExecution = async (
  context: ExecutionContext,
  state: ExecutionState,
  hidden: RedactedExecution,
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

/** Adds values that became secret while the request was sent, if the caller may not see secrets. */
const addNewSecrets = (
  { ports, workspace }: ExecutionContext,
  { call, secrets }: ExecutionFacts,
): AppResult<void> =>
  call.redactsSecrets === true
    ? pipe(
        loadKnownSecrets(ports, workspace.id),
        TE.map((known) => secrets.add(known)),
      )
    : TE.right(undefined);

/**
 * Stores and returns the result of an execution. Builds it once and redacts its secrets once, so the stored result equals that for a caller
 * who may not see secrets, except for the length of the body.
 */
export const finishExecution = (
  context: ExecutionContext,
  ended: ExecutionState,
  facts: ExecutionFacts,
): AppResult<Pick<FinishedExecution, 'result' | 'sent'>> =>
  taskEither(function* () {
    const { ports, input } = context;
    const { secrets, call } = facts;
    const { redactsSecrets = false, wantsExchanges = false } = call;
    const refreshed = yield* perform(addNewSecrets(context, facts));
    const redactor = yield* perform(secrets.prepareRedactor);
    const areSecretsKnown = pipe(
      refreshed,
      E.match(
        () => false,
        () => true,
      ),
    );
    // If not all secrets are known, the body cannot be redacted, so it is not saved.
    const { state, saved } = areSecretsKnown
      ? yield* perform(() => saveBody(context, ended, redactsSecrets ? secrets.all() : []))
      : { state: ended, saved: {} };
    const id = `exec_${ports.ids.next()}` as ExecutionId;
    const whole = { ...summarise(context, state, id), ...saved };
    const limits = computeTextLimits(ports, input, redactsSecrets);
    const isStored = hasExecutionStorage(ports);
    const hidden =
      redactsSecrets || isStored
        ? yield* perform(() =>
            removeCompressedText(ports, state, redactResult(redactor, whole, limits.needed), secrets.all()),
          )
        : whole;
    const sent = wantsExchanges || isStored ? toSentRequest(state, redactor) : undefined;
    const storing = isStored
      ? yield* perform(() => storeExecution(context, state, { result: hidden, sent, redactor }, facts))
      : [];
    yield* attempt(refreshed);
    const seen = redactsSecrets ? hidden : whole;
    const { notes, ...selected } = yield* perform(() => selectFromBody(ports, input, seen));
    const shown = { ...removeSavedText(cutBody(seen, limits.wanted)), ...selected };
    const added = [...storing, ...notes];
    const result = added.length === 0 ? shown : { ...shown, diagnostics: [...shown.diagnostics, ...added] };
    return { result, ...(wantsExchanges && sent !== undefined ? { sent } : {}) };
  });
