import {
  type AppResult,
  type AppError,
  cutFields,
  describeCut,
  ExecutionId,
  ExecutionResult,
  ExecutionSummary,
  findHiddenResponseCookies,
  createInvalidInput,
  Origins,
  type Ports,
  type Secret,
  SentRequest,
  type StoredBody,
  type StoredExecution,
  type WorkspaceId,
} from '@tandem/core';
import { withDescription, Int, integer, Json, oneOf, struct, t } from '@tandem/core/codec';
import { attempt, pipe, taskEither, TE } from '@tandem/core/fp';
import { encodeBase64 } from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { loadSecretsToRedact, loadKnownSecrets } from '../secrets/secrets.js';
import { resultViewFields } from './execute-arguments.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { selectValues, type StoredBodies } from './stored-bodies.js';
import { operation, readEffects } from '../operation.js';

/** Maximum number of body bytes that one call returns. */
export const rangeLimits = { default: 32_768, maximum: 1024 * 1024 } as const;

export const GetExecutionArguments = struct(
  'executions_get arguments',
  { id: withDescription(ExecutionId, 'executionId of a result') },
  {
    workspaceId: withDescription(t.string, 'Default: that of the id'),
    select: withDescription(t.string, 'JSONPath (RFC 9535) on the body'),
    offset: withDescription(integer(0), 'First byte'),
    length: withDescription(integer(1, rangeLimits.maximum), 'Default 32768'),
    request: withDescription(t.boolean, 'What was sent too'),
    origins: withDescription(t.boolean, 'What made each value too'),
    outline: withDescription(t.boolean, 'Types, counts and samples of a JSON body'),
    ...resultViewFields,
  },
);
export type GetExecutionArguments = t.TypeOf<typeof GetExecutionArguments>;

/** A part of a body: whole code points of a text, or bytes as base64. */
export const BodyRange = struct(
  'a range of a body',
  { offset: Int, length: Int, size: Int, encoding: oneOf('text', 'base64'), content: t.string },
  { truncated: cutFields.truncated, nextOffset: cutFields.nextOffset },
);
export type BodyRange = t.TypeOf<typeof BodyRange>;

export const ExecutionDetails = struct(
  'a stored execution',
  { execution: ExecutionSummary },
  {
    /** The size of the whole decoded body in bytes, whether stored or not. Missing if there was no response. */
    size: Int,
    /** How many bytes of the body are stored: of a text as UTF-8 with its secrets redacted. */
    keptBytes: Int,
    /** Whether the body was not stored, or not completely. */
    truncated: t.boolean,
    result: ExecutionResult,
    sent: SentRequest,
    /** The source of each part of the sent request. */
    origins: Origins,
    selected: t.readonlyArray(Json),
    body: BodyRange,
    /** The JSON type at each JSONPath of a JSON body. */
    outline: t.record(t.string, t.string),
  },
);
export type ExecutionDetails = t.TypeOf<typeof ExecutionDetails>;

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The index of the first byte from `at` on that begins a code point. */
const findCodePointStart = (bytes: Uint8Array, at: number): number =>
  at < bytes.length && isContinuation(bytes[at]) ? findCodePointStart(bytes, at + 1) : at;

/** Cuts a range from the bytes. For text, the range has the code points that begin in it. */
export const sliceBody = ({ kind, bytes }: StoredBody, offset: number, length: number): BodyRange => {
  const size = bytes.length;
  const text = kind === 'text';
  const from = text ? findCodePointStart(bytes, Math.min(offset, size)) : Math.min(offset, size);
  const wanted = Math.min(Math.max(from, offset + length), size);
  const to = text ? findCodePointStart(bytes, wanted) : wanted;
  const piece = bytes.subarray(from, to);
  return {
    offset: from,
    length: to - from,
    size,
    encoding: text ? 'text' : 'base64',
    content: text ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece) : encodeBase64(piece),
    ...describeCut(size, to),
  };
};

const createNoBodyError = (id: string): AppError =>
  createInvalidInput('id', 'has no stored body; omit select, offset and length', {
    expected: 'the id of an execution with a stored body',
    got: id,
  });

const selectOrRange = ({ select: path, offset, length }: GetExecutionArguments): AppError =>
  createInvalidInput('select', 'cannot be combined with offset and length; pass one or the other', {
    expected: 'select, or offset and length',
    got: { select: path, offset, length },
  });

type RequestedDetails = Pick<ExecutionDetails, 'selected' | 'body' | 'outline'>;

const selectDetails = (
  ports: Ports,
  { select: path, offset, length, outline }: GetExecutionArguments,
  body: StoredBody,
  size: number,
): AppResult<RequestedDetails> => {
  if (outline) {
    return pipe(
      ports.jsonPath.outline(body.bytes),
      TE.map((outline) => (outline === null ? {} : { outline })),
    );
  }
  if (path === undefined) {
    return TE.right({ body: { ...sliceBody(body, offset ?? 0, length ?? rangeLimits.default), size } });
  }
  return pipe(
    selectValues(ports, path, body.bytes),
    TE.map((selected) => ({ selected })),
  );
};

const findWorkspaceId = (ports: Ports, { workspaceId, id }: GetExecutionArguments): AppResult<WorkspaceId> =>
  workspaceId === undefined
    ? ports.store.executions.workspaceOf(id)
    : pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.map(({ id: found }) => found),
      );

/** Describes the size of a body, how much of it was stored, and whether it was truncated. */
const describeExtent = (
  { result }: StoredExecution,
  stored: StoredBody | null,
): Partial<ExecutionDetails> => {
  if (result.response === null) return {};
  const { size } = result.response;
  return { size, keptBytes: stored?.bytes.length ?? 0, truncated: stored?.truncated ?? size > 0 };
};

const loadDetails = (
  ports: Ports,
  input: GetExecutionArguments,
  stored: StoredExecution,
  body: StoredBody | null,
): AppResult<ExecutionDetails> => {
  const { summary, result, sent, origins } = stored;
  const details = {
    execution: summary,
    ...describeExtent(stored, body),
    ...(input.request && sent ? { sent } : {}),
    ...(input.origins && origins ? { origins } : {}),
  };
  const { select, offset, length, outline } = input;
  const whole = outline !== true && [select, offset, length].every((one) => one === undefined);
  if (whole) return TE.right({ ...details, result });
  if (input.select !== undefined && (input.offset ?? input.length) !== undefined)
    return TE.left(selectOrRange(input));
  if (body === null) return TE.left(createNoBodyError(input.id));
  return pipe(
    selectDetails(ports, input, body, result.response?.size ?? body.bytes.length),
    TE.map((parts) => ({ ...details, ...parts })),
  );
};

/**
 * The values to redact in an execution for the caller. For an agent, these include cookies that it did not receive, whether or not a jar
 * contains them.
 */
export const loadExecutionSecrets = (
  ports: Ports,
  stored: StoredExecution,
  { redactsSecrets = false, by, secrets: ofCall }: Partial<CallContext>,
): AppResult<readonly Secret[]> => {
  if (!redactsSecrets) return loadKnownSecrets(ports, stored.workspaceId);
  const received = findHiddenResponseCookies(stored, by);
  ofCall?.add(received);
  return pipe(
    loadSecretsToRedact(ports, by, { workspace: stored.workspaceId }),
    TE.map((secrets) => [...secrets, ...received]),
  );
};

/** Returns a stored execution: its result, or the requested part of its body. */
export const getExecution =
  (ports: Ports, storedBodies: StoredBodies) =>
  (input: GetExecutionArguments, context: Partial<CallContext> = {}): AppResult<ExecutionDetails> =>
    taskEither(function* () {
      const workspaceId = yield* attempt(findWorkspaceId(ports, input));
      const stored = yield* attempt(ports.store.executions.get(workspaceId, input.id));
      const secrets = yield* attempt(loadExecutionSecrets(ports, stored, context));
      const body = yield* attempt(storedBodies(ports, workspaceId, input.id, secrets));
      return yield* attempt(loadDetails(ports, input, stored, body));
    });

export const executionsGet = operation({
  name: 'executions_get',
  toolSet: 'core',
  title: 'Get an execution',
  description: 'Its result, or part of its body.',
  arguments: GetExecutionArguments,
  result: ExecutionDetails,
  effects: readEffects,
  useCase: 'executions.get',
  run: ({ ports, storedBodies }) => getExecution(ports, storedBodies),
});
