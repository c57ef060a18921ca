import {
  type AppError,
  type AppResult,
  createInvalidInput,
  type Diagnostic,
  GraphqlRequestId,
  type Ports,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { withTransaction, type Transaction } from '../transaction.js';
import { type AppliedOperation, ApplyRequestsArguments, ApplyResult } from './apply-arguments.js';
import { applyOperation, type OperationInput, findOperationIssues } from './apply-operation.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { checkSavedDocuments } from '../schemas/check-saved.js';
import type { SessionView } from '../seen-revisions.js';
import { groupChanges, operation, type OperationScope, replaceEffects } from '../operation.js';
import { toPublicError } from '../public-error.js';

/** Default for the maximum number of operations in one call. */
export const defaultMaxOperations = 200;

/** The result of one operation, or why it was refused. */
export type OperationResult =
  Omit<AppliedOperation, 'error'> | { readonly op: string; readonly error: AppError };

/** Adds to an error which of the operations it is about. */
const toOperationError = (index: number, error: AppError): AppError => {
  if (error.kind === 'storage-failed' || error.kind === 'operation-failed') return error;
  if (error.kind !== 'invalid-input') return { kind: 'operation-failed', index, error };
  const at = `operations[${index}]`;
  return {
    kind: 'invalid-input',
    issues: error.issues.map((issue) => ({
      ...issue,
      path: `${at}.${issue.path}`,
      message: `${at}.${issue.message}`,
    })),
  };
};

const findInvalidOperations = (operations: readonly OperationInput[]): AppError | undefined => {
  const issues = operations.flatMap((given, index) => {
    const error = toOperationError(index, { kind: 'invalid-input', issues: findOperationIssues(given) });
    return error.kind === 'invalid-input' ? error.issues : [];
  });
  return issues.length > 0 ? { kind: 'invalid-input', issues } : undefined;
};

const refuseOperationCount = ({ maxOperations }: Ports, given: number): AppError | undefined =>
  given > 0 && given <= maxOperations
    ? undefined
    : createInvalidInput(
        'operations',
        `must have 1 to ${maxOperations} operations, not ${given}; split them into several calls`,
        {
          expected: `1 to ${maxOperations} operations`,
          got: given,
        },
      );

type RevisionChecks = Pick<SessionView, 'refuse' | 'note'>;

interface ApplyInput {
  readonly workspaceId: WorkspaceId;
  readonly operations: readonly OperationInput[];
  readonly view?: RevisionChecks;
}

/** Carries out all operations in the transaction, or fails with the error of the first that is refused. */
const applyAll = (
  transaction: Transaction,
  { workspaceId, operations, view }: ApplyInput,
): AppResult<readonly OperationResult[]> =>
  pipe(
    operations.map((given, index) => ({ given, index })),
    TE.traverseSeqArray(({ given, index }) =>
      pipe(
        applyOperation({ transaction, workspaceId, given, view }),
        TE.mapLeft((error) => toOperationError(index, error)),
      ),
    ),
  );

/** Turns a refusal into a result. A storage error remains an error. */
const toRefusedResult =
  (op: unknown) =>
  (error: AppError): AppResult<OperationResult> =>
    error.kind === 'storage-failed' ? TE.left(error) : TE.right({ op: String(op), error });

/** Carries out each operation on its own with `run`. */
const applyEach = (
  run: (work: (transaction: Transaction) => AppResult<OperationResult>) => AppResult<OperationResult>,
  { workspaceId, operations, view }: ApplyInput,
): AppResult<readonly OperationResult[]> =>
  pipe(
    operations,
    TE.traverseSeqArray((given) =>
      pipe(
        run((transaction) => applyOperation({ transaction, workspaceId, given, view })),
        TE.orElse(toRefusedResult(given.op)),
      ),
    ),
  );

/** Does the work in a transaction and rolls it back. Returns what the work would have done. */
const withRollback = (
  ports: Ports,
  work: (transaction: Transaction) => AppResult<readonly OperationResult[]>,
): AppResult<readonly OperationResult[]> => {
  const end: { results?: readonly OperationResult[] } = {};
  const nothing: AppError = { kind: 'no-active-workspace' };
  return pipe(
    withTransaction(ports, (transaction) =>
      pipe(
        work(transaction),
        TE.flatMap((results) => {
          end.results = results;
          return TE.left(nothing);
        }),
      ),
    ),
    TE.orElse((error) => {
      const { results } = end;
      return error === nothing && results !== undefined ? TE.right(results) : TE.left(error);
    }),
  );
};

/** Removes the ids of new requests from the result of a dry run, which creates none. */
const removeNewIds = (result: OperationResult): OperationResult => {
  if ('error' in result || (result.op !== 'create' && result.op !== 'copy')) return result;
  const { id: _id, ...others } = result;
  return others;
};

const toAppliedRevisions = (
  result: OperationResult,
): readonly { readonly id: string; readonly revision: number }[] => {
  if ('error' in result) return [];
  const { id, revision, changed = [] } = result as AppliedOperation;
  return id === undefined || revision === undefined ? changed : [{ id, revision }, ...changed];
};

/** Creates, changes, moves, copies and deletes requests: all or none, or each on its own. */
export const applyRequests =
  (ports: Ports, view?: RevisionChecks) =>
  ({
    workspaceId,
    operations,
    atomic = true,
    dryRun = false,
  }: ApplyRequestsArguments): AppResult<readonly OperationResult[]> => {
    const refused =
      refuseOperationCount(ports, operations.length) ??
      (atomic ? findInvalidOperations(operations) : undefined);
    if (refused) return TE.left(refused);
    return pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap(({ id }) => {
        const applying = { workspaceId: id, operations, ...(view === undefined ? {} : { view }) };
        const all = (transaction: Transaction) => applyAll(transaction, applying);
        if (!dryRun)
          return pipe(
            atomic
              ? withTransaction(ports, all)
              : applyEach((work) => withTransaction(ports, work), applying),
            TE.map((results) => {
              for (const { id: changed, revision } of results.flatMap(toAppliedRevisions))
                view?.note({ id: changed, revision });
              return results;
            }),
          );
        return pipe(
          withRollback(ports, (transaction) =>
            atomic ? all(transaction) : applyEach((work) => work(transaction), applying),
          ),
          TE.map((results) => results.map(removeNewIds)),
        );
      }),
    );
  };

/** Applies the operations as one group of changes, which can be undone together. */
export const applyInGroup = (scope: OperationScope) =>
  scope.takeBack(groupChanges(scope)((ports) => applyRequests(ports, scope.view)));

/** The saved GraphQL requests, each with the location of its query in the last operation that saved it. */
const listQueryLocations = (done: readonly OperationResult[]): ReadonlyMap<GraphqlRequestId, string> =>
  new Map(
    done.flatMap((result, index) => {
      if ('error' in result) return [];
      const references: readonly (readonly [string | undefined, string])[] = [
        [result.op === 'create' || result.op === 'update' ? result.id : undefined, ''],
        ...(result.changed ?? []).map(({ id }, at) => [id, `.changed[${at}]`] as const),
      ];
      return references.flatMap(([id, at]) =>
        GraphqlRequestId.is(id) ? [[id, `operations[${index}]${at}.query`] as const] : [],
      );
    }),
  );

const checkApplied =
  (scope: OperationScope) =>
  (
    { workspaceId }: ApplyRequestsArguments,
    done: readonly OperationResult[],
  ): AppResult<readonly Diagnostic[]> => {
    const locations = listQueryLocations(done);
    if (locations.size === 0) return TE.right([]);
    const { ports } = scope;
    return pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.flatMap(({ id }) => ports.store.graphqlRequests.all(id, [...locations.keys()])),
      TE.map((found) => new Map(found.map((request) => [request.id, request]))),
      TE.map((found) =>
        [...locations].flatMap(([id, where]) => {
          const request = found.get(id);
          return request === undefined ? [] : [{ request, where }];
        }),
      ),
      TE.flatMap(checkSavedDocuments(scope)),
    );
  };

export const requestsApply = operation({
  name: 'requests_apply',
  title: 'Apply many changes',
  description: 'Does many changes in one transaction; later ones can name what earlier ones created.',
  arguments: ApplyRequestsArguments,
  result: ApplyResult,
  effects: { ...replaceEffects, idempotent: false },
  showsSaved: true,
  run: (scope) => (input) =>
    pipe(
      applyInGroup(scope)(input),
      TE.bindTo('done'),
      TE.bind('diagnostics', ({ done }) =>
        input.dryRun === true ? TE.right([]) : checkApplied(scope)(input, done),
      ),
      TE.map(({ done, diagnostics }) => {
        const results = done.map((one) =>
          'error' in one ? { op: one.op, error: toPublicError(one.error) } : one,
        );
        const failed = done.filter((one) => 'error' in one).length;
        const dryRun = input.dryRun === true ? ({ dryRun: true } as const) : {};
        return {
          applied: done.length - failed,
          failed,
          results,
          ...dryRun,
          ...(diagnostics.length === 0 ? {} : { diagnostics }),
        };
      }),
    ),
});
