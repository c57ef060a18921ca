import {
  type AppError,
  type AppResult,
  createInvalidInput,
  createRedactor,
  type Diagnostic,
  type ExecutionCall,
  type ExecutionId,
  type ExecutionResult,
  type Ports,
  type Secret,
  type StoredBody,
  type WorkspaceId,
} from '@tandem/core';
import { isTooDeep } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';
import type { ReceivedResponse } from '@tandem/execution';

import { loadKnownSecrets } from '../secrets/secrets.js';

type Http = Pick<Ports, 'http'>;

/** Maximum number of decompressed bytes that are searched for secrets. Longer data counts as containing one. */
const maxDecompressedBytes = 64 * 1024 * 1024;

/** How many bytes beyond the stored part of a binary body are searched, to find a secret that crosses its end. */
const overlapBytes = 4_096;

const toLatin1Text = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Creates a search for secrets in any form in which bytes can contain them. */
const createByteSearch = (secrets: readonly Secret[]): ((bytes: Uint8Array) => boolean) => {
  const asBytes = secrets.map(({ name, value }) => ({
    name,
    value: toLatin1Text(new TextEncoder().encode(value)),
  }));
  const { text } = createRedactor([...secrets, ...asBytes]);
  return (bytes) => {
    const written = toLatin1Text(bytes);
    return text(written) !== written;
  };
};

const joinPieces = (pieces: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
};

/** How many compressions inside each other are decompressed. */
const maxCompressionLayers = 3;

/** Whether data begins like gzip or zlib. Inside compressed data, only these are decompressed, because any bytes may be deflate. */
const hasCompressionHeader = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first === 0x1f && second === 0x8b) || ((first & 0x0f) === 8 && (first * 256 + second) % 31 === 0);

/** Whether gzip, zlib or deflate data contains a secret, also in compressed data inside it. */
export const hasCompressedSecret = async (
  http: Http['http'],
  bytes: Uint8Array,
  secrets: readonly Secret[],
  layers = maxCompressionLayers,
): Promise<boolean> => {
  if (secrets.length === 0 || layers === 0) return false;
  const holds = createByteSearch(secrets);
  const inner: Uint8Array[] = [];
  let [read, before] = [0, new Uint8Array()];
  for await (const chunk of http.decompress(bytes)) {
    read += chunk.length;
    if (read > maxDecompressedBytes) return true;
    const piece = joinPieces([before, chunk]);
    if (holds(piece)) return true;
    before = piece.slice(-overlapBytes);
    if (hasCompressionHeader(inner[0] ?? chunk)) inner.push(chunk);
  }
  if (inner.length === 0) return false;
  return hasCompressedSecret(http, joinPieces(inner), secrets, layers - 1);
};

/**
 * Says whether binary data contains a secret, compressed or not. Such data must not be stored, because a marker cannot replace bytes in it.
 */
export const hasSecretBytes = async (
  { http }: Http,
  bytes: Uint8Array,
  secrets: readonly Secret[],
): Promise<boolean> =>
  secrets.length > 0 &&
  (createByteSearch(secrets)(bytes) || (await hasCompressedSecret(http, bytes, secrets)));

/** Redacts a stored body again, because values may have become secret since it was stored. */
export const redactBodySecrets = async (
  http: Http,
  body: StoredBody,
  secrets: readonly Secret[],
): Promise<StoredBody | null> => {
  if (body.kind === 'binary') return (await hasSecretBytes(http, body.bytes, secrets)) ? null : body;
  // A byte order mark is part of the body.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.bytes);
  const hidden = createRedactor(secrets).text(text);
  return hidden === text ? body : { ...body, bytes: new TextEncoder().encode(hidden) };
};

/** The beginning of a string in UTF-8: at least its first `most` bytes, and one more if the string is longer. */
const encodeBeginning = (text: string, most: number): Uint8Array =>
  new TextEncoder().encode(text.slice(0, most + 1));

/**
 * The first `most` bytes of a body, with its secrets redacted. Null if it must not be stored.
 * @param hidden the beginning of the body's text with its secrets redacted, more than `most` UTF-16 units if the text has them; null for
 * binary data
 */
export const toStoredBody = async (
  http: Http,
  { body }: Pick<ReceivedResponse, 'body'>,
  hidden: string | null,
  secrets: readonly Secret[],
  most: number,
): Promise<StoredBody | null> => {
  if (body.length === 0) return null;
  const cut = (kind: StoredBody['kind'], bytes: Uint8Array): StoredBody => ({
    kind,
    bytes: bytes.slice(0, most),
    truncated: bytes.length > most,
  });
  if (hidden !== null) return cut('text', encodeBeginning(hidden, most));
  return (await hasSecretBytes(http, body.subarray(0, most + overlapBytes), secrets))
    ? null
    : cut('binary', body);
};

/** Maximum length of the JSON text that one selection returns, in UTF-16 units. */
const maxSelectedLength = 256 * 1024;

/** Selects values of a body by a JSONPath. */
export const selectValues = (ports: Ports, path: string, bytes: Uint8Array): AppResult<readonly unknown[]> =>
  pipe(
    ports.jsonPath.select(path, bytes, maxSelectedLength),
    TE.filterOrElse(
      (selected) => !isTooDeep(selected),
      () =>
        createInvalidInput('select', 'selects values that are nested too deeply; use offset and length', {
          expected: 'less deeply nested values',
          got: path,
        }),
    ),
  );

const anyJson = new TextEncoder().encode('{}');

/** Refuses a `select` that is not a JSONPath before anything is sent. */
export const validateSelect = <I extends Pick<ExecutionCall, 'select'>>(
  ports: Ports,
  input: I,
): AppResult<I> =>
  input.select === undefined
    ? TE.right(input)
    : pipe(
        ports.jsonPath.select(input.select, anyJson, maxSelectedLength),
        TE.map(() => input),
      );

const note = (message: string): Diagnostic => ({ code: 'SELECT_FAILED', message, where: 'select' });

const getErrorMessage = (error: AppError): string =>
  error.kind === 'invalid-input' ? error.issues.map(({ message }) => message).join('; ') : 'select failed';

/** Selects values from the whole text of a result. A failure is a diagnostic, because the request was already sent. */
export const selectFromBody = async (
  ports: Ports,
  { select }: Pick<ExecutionCall, 'select'>,
  { response }: ExecutionResult,
): Promise<{ readonly selected?: readonly unknown[]; readonly notes: readonly Diagnostic[] }> => {
  if (select === undefined || response === null) return { notes: [] };
  const text = response.textBody ?? '';
  const selecting = pipe(
    selectValues(ports, select, new TextEncoder().encode(text)),
    TE.matchW(
      (error) => ({ notes: [note(getErrorMessage(error))] }),
      (selected) => ({ selected, notes: [] }),
    ),
  );
  return selecting();
};

/** Reads the stored body of an execution, and redacts `secrets` in it. */
export type StoredBodies = (
  ports: Ports,
  workspaceId: WorkspaceId,
  id: ExecutionId,
  secrets: readonly Secret[],
) => AppResult<StoredBody | null>;

interface Read {
  readonly id: ExecutionId;
  readonly secrets: readonly Secret[];
  readonly body: StoredBody | null;
}

const isSame = (some: readonly Secret[], others: readonly Secret[]): boolean =>
  some.length === others.length &&
  some.every(({ name, value }, at) => name === others[at]?.name && value === others[at].value);

/** Creates a reader of stored bodies. It keeps the last one in memory, because a long body is read part by part. */
export const createStoredBodies = (): StoredBodies => {
  let last: Read | undefined;
  return (ports, workspaceId, id, secrets) => {
    if (last?.id === id && isSame(last.secrets, secrets)) return TE.right(last.body);
    return pipe(
      ports.store.executions.body(workspaceId, id),
      TE.flatMapTask((stored) => async () => {
        const body = stored === null ? null : await redactBodySecrets(ports, stored, secrets);
        last = { id, secrets, body };
        return body;
      }),
    );
  };
};

/** Reads the whole stored body of an execution, and redacts values that became secret since. Null if no body is stored. */
export const readStoredBody =
  (ports: Ports, storedBodies: StoredBodies) =>
  (id: ExecutionId): AppResult<StoredBody | null> =>
    pipe(
      TE.Do,
      TE.bind('workspaceId', () => ports.store.executions.workspaceOf(id)),
      TE.bind('secrets', ({ workspaceId }) => loadKnownSecrets(ports, workspaceId)),
      TE.flatMap(({ workspaceId, secrets }) => storedBodies(ports, workspaceId, id, secrets)),
    );
