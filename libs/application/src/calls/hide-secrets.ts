import { type AppError, createCallSecrets, type Redactor, type StorageFailed } from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { Application } from '../application.js';
import type { AnyOperation, UncheckedCall } from '../operation.js';

/** A cause is only logged, and the log hides secrets itself. */
const hideInStorageError = (redactor: Redactor, { cause, ...shown }: StorageFailed): StorageFailed => {
  const { kind, reason } = shown;
  return { ...(redactor.json(shown) as Omit<StorageFailed, 'cause'>), kind, reason, cause };
};

const hideInError = (redactor: Redactor, error: AppError): AppError =>
  error.kind === 'storage-failed'
    ? hideInStorageError(redactor, error)
    : ({ ...(redactor.json(error) as object), kind: error.kind } as AppError);

/** The workspace where the result of a call is shown: its `workspaceId` argument, else the active workspace. */
const getDisplayScope = ({ showsSaved }: AnyOperation, params: unknown) => {
  if (showsSaved === true) return 'what is saved' as const;
  const workspace = (params as { readonly workspaceId?: unknown } | undefined)?.workspaceId;
  return { workspace: typeof workspace === 'string' ? workspace : undefined };
};

/**
 * Hides secret values in the result, error and progress of a call from a caller that must not see them: those
 * stored before or after it, and those that an execution uses in between. If they cannot be read, the call is refused
 * with storage-failed. The result of an operation that `hidesSecrets` is not searched again.
 */
export const hideSecrets =
  ({ hiddenSecrets }: Pick<Application, 'hiddenSecrets'>) =>
  (operation: AnyOperation, call: UncheckedCall): UncheckedCall =>
  (params, context) =>
  async () => {
    if (context.hidesSecrets !== true) return call(params, context)();
    const stored = () => hiddenSecrets(context.by, getDisplayScope(operation, params))();
    const known = operation.effects.readOnly || operation.hidesSecrets;
    const before = known ? E.right([]) : await stored();
    if (E.isLeft(before)) return before;
    const secrets = createCallSecrets(context.secrets);
    secrets.add(before.right);
    const outcome = await call(params, {
      ...context,
      hidesSecrets: true,
      secrets,
      progress: (done, total, name) => {
        context.progress(done, total, secrets.redactor().text(name));
      },
    })();
    if (E.isRight(outcome) && operation.hidesSecrets) return outcome;
    const after = await stored();
    if (E.isLeft(after)) return after;
    secrets.add(after.right);
    const redactor = await secrets.prepareRedactor();
    return E.isLeft(outcome)
      ? E.left(hideInError(redactor, outcome.left))
      : E.right(await redactor.asInSlices(operation.result)(outcome.right));
  };
