import {
  type AnyRequest,
  type AppError,
  type AppResult,
  everyKind,
  getKindRecord,
  getKindRecordById,
  type RequestId,
  defaultRequestKind,
  type RequestKind,
  requestKindList,
  type WorkspaceId,
} from '@tandem/core';
import {
  decode,
  type Issue,
  getOwnValue,
  formatReceivedValue,
  readSentArguments,
  type t,
} from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
import { type AppliedOperation, OperationName, operations } from './apply-arguments.js';
import { type RequestCopyInput, copySaved } from './copy-request.js';
import { placeRequest } from './request-order.js';
import { replaceText } from './replace-text.js';
import { resolveAnyRequestId } from './request-reference.js';
import { createSaved, removeSaved, updateSaved } from './saved-requests.js';
import type { SessionView } from '../seen-revisions.js';

/** An operation as the caller passed it. */
export type OperationInput = Readonly<Record<string, unknown>>;

const operationNames = Object.keys(OperationName.keys);

const createUnknownOperationIssue = (op: unknown): Issue => {
  const expected = `one of ${operationNames.join(', ')}`;
  const got = formatReceivedValue(op);
  return { path: 'op', expected, got, message: `op must be ${expected}, not ${got}` };
};

/** The kind of a new request. If it is unknown, the codec of the operation reports that. */
const getInputKind = (given: OperationInput): RequestKind =>
  requestKindList.find((kind) => kind === getOwnValue(given, 'kind')) ?? defaultRequestKind;

/** Decodes an operation. Changes are decoded by the codec for the request's kind. */
const decodeOperation = (
  op: OperationName,
  given: OperationInput,
  kind: RequestKind = defaultRequestKind,
): E.Either<readonly Issue[], OperationInput> => {
  const codecs = operations[op];
  const codec: t.Any = 'rest' in codecs ? codecs[op === 'create' ? getInputKind(given) : kind] : codecs;
  return pipe(
    readSentArguments(codec, given),
    decode(codec),
    E.map((fields: unknown) => fields as OperationInput),
  );
};

/** Whether the fields of an operation depend on the kind of the request that it refers to. */
const dependsOnKind = (op: OperationName): boolean => op === 'update' || op === 'copy';

/**
 * Finds the problems of an operation without looking anything up. If a change names its request by path, finds only the problems that it
 * has for every kind of request.
 */
export const findOperationIssues = (given: OperationInput): readonly Issue[] => {
  const op = getOwnValue(given, 'op');
  if (!OperationName.is(op)) return [createUnknownOperationIssue(op)];
  const id = getOwnValue(given, 'id');
  const known = everyKind.find((kind) => kind.id.is(id))?.kind;
  const kinds = dependsOnKind(op) && known === undefined ? requestKindList : [known];
  const issues = kinds.map((kind) =>
    pipe(
      decodeOperation(op, given, kind),
      E.match(
        (found) => found,
        () => [],
      ),
    ),
  );
  return issues.find(({ length }) => length === 0) ?? issues[0] ?? [];
};

const createInvalidInput = (issues: readonly Issue[]): AppError => ({ kind: 'invalid-input', issues });

const toRequestPath = ({ folder, name }: AnyRequest): string => (folder === '' ? name : `${folder}/${name}`);

interface OperationContext {
  readonly transaction: Transaction;
  readonly workspaceId: WorkspaceId;
  readonly given: OperationInput;
  /** Knows which revisions of the changed entities the caller has seen. */
  readonly view?: Pick<SessionView, 'refuse' | 'note'> | undefined;
}

const applyCreate = ({ transaction, workspaceId, given }: OperationContext): AppResult<AnyRequest> => {
  const { op: _op, kind: _kind, ...fields } = given;
  const kind = getKindRecord(getInputKind(given));
  return createSaved(kind)(transaction)({ ...fields, name: String(fields.name), workspaceId });
};

const applyUpdate = (doing: OperationContext, id: string): AppResult<AnyRequest> => {
  const { transaction, workspaceId, given, view } = doing;
  const kind = getKindRecordById(id);
  const stored = () => kind.of(transaction.store).get(workspaceId, id);
  return pipe(
    TE.fromEither(decodeOperation('update', { ...given, id }, kind.kind)),
    TE.mapLeft(createInvalidInput),
    TE.tap(
      ({ op: _op, ...fields }) =>
        view?.refuse(transaction, { ...fields, workspaceId, id }, stored) ?? TE.right(undefined),
    ),
    TE.flatMap(({ op: _op, ...fields }) => updateSaved(kind)(transaction)({ ...fields, workspaceId, id })),
  );
};

const applyMove = (
  { transaction, workspaceId, given }: OperationContext,
  id: string,
): AppResult<AnyRequest> => {
  const { folder, before, after } = given as Partial<Readonly<Record<'folder' | 'before' | 'after', string>>>;
  const neighbour = (argument: string, ref: string | undefined) =>
    ref === undefined
      ? TE.right({})
      : pipe(
          resolveAnyRequestId(transaction, workspaceId, ref, argument),
          TE.map((found) => ({ [argument]: found })),
        );
  return pipe(
    TE.Do,
    TE.apS('before', neighbour('before', before)),
    TE.apS('after', neighbour('after', after)),
    TE.flatMap((beside) => {
      return placeRequest(transaction)({
        id: id as RequestId,
        workspaceId,
        ...beside.before,
        ...beside.after,
        ...(folder === undefined ? {} : { folder }),
      });
    }),
    TE.flatMap(() => getKindRecordById(id).of(transaction.store).get(workspaceId, id)),
  );
};

const applyCopy = (
  { transaction, workspaceId, given }: OperationContext,
  id: string,
): AppResult<AnyRequest> => {
  const kind = getKindRecordById(id);
  return pipe(
    TE.fromEither(decodeOperation('copy', { ...given, id }, kind.kind)),
    TE.mapLeft(createInvalidInput),
    TE.flatMap(({ op: _op, id: _id, name, folder, ...changes }) => {
      const target = { name, folder } as Pick<RequestCopyInput, 'name' | 'folder'>;
      return copySaved(kind)(transaction)({ ...target, workspaceId, id, changes });
    }),
  );
};

const applyByOperation = { update: applyUpdate, move: applyMove, copy: applyCopy } as const;

/** Carries out one operation in a transaction. An earlier operation in the call may have created its request. */
export const applyOperation = (doing: OperationContext): AppResult<AppliedOperation> => {
  const { transaction, workspaceId, given } = doing;
  const issues = findOperationIssues(given);
  if (issues.length > 0) return TE.left(createInvalidInput(issues));
  const op = given.op as OperationName;
  // The fields of a change are decoded later, when the kind of its request is known.
  const known = dependsOnKind(op) ? E.right(given) : decodeOperation(op, given);
  const decoded = pipe(
    known,
    E.getOrElse(() => given),
  );
  const fields = { ...doing, given: decoded };
  const done = (request: AnyRequest): AppliedOperation => {
    const { id, revision } = request;
    return { op, id, path: toRequestPath(request), revision };
  };
  if (op === 'create') return pipe(applyCreate(fields), TE.map(done));
  if (op === 'replace')
    return pipe(
      TE.fromEither(decode(operations.replace)(fields.given)),
      TE.mapLeft(createInvalidInput),
      TE.flatMap((wanted) => replaceText(transaction, workspaceId, wanted)),
    );
  return pipe(
    resolveAnyRequestId(transaction, workspaceId, String(given.id), 'id'),
    TE.flatMap((id) => {
      if (op !== 'delete') return pipe(applyByOperation[op](fields, id), TE.map(done));
      const { ifRevision } = fields.given as { readonly ifRevision?: number };
      return pipe(
        removeSaved(getKindRecordById(id))(transaction)({
          workspaceId,
          id,
          ...(ifRevision === undefined ? {} : { ifRevision }),
        }),
        TE.map(() => ({ op, id })),
      );
    }),
  );
};
