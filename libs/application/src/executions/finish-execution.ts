import {
  type AppError,
  bodyLimits,
  createRedactor,
  type ExecutionId,
  type ExecutionResult,
  prepareRedactor,
  type Secret,
  type SentRequest,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import {
  type ExecutionContext,
  cutBody,
  type ExecutionState,
  secretsOfExecution,
  toSentRequest,
  summarise,
  hideResultSecrets,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { removeCompressedText } from './compressed-text.js';
import {
  type StartedExecution,
  hasExecutionStorage,
  keepExecution,
  getStoredTextBytes,
} from './keep-execution.js';
import { saveBody, removeSavedText } from './save-body.js';
import { selectFromBody } from './select-body.js';
import { loadKnownSecrets } from '../secrets/secrets.js';

/** The result of an execution, and the request as it was sent if the caller wants it, with secrets hidden. */
export interface FinishedExecution {
  readonly result: ExecutionResult;
  readonly sent?: SentRequest;
}

/**
 * Stores and returns the result of a run. It is built once and its secrets are hidden once: what is stored is what a caller
 * gets who may not see them, except for the length of the body.
 * @param loaded the secrets that were stored when it began
 */
export const finishExecution = async (
  context: ExecutionContext,
  ended: ExecutionState,
  loaded: readonly Secret[],
  begun: StartedExecution,
  {
    hidesSecrets = false,
    wantsExchanges = false,
    met,
  }: Pick<CallContext, 'hidesSecrets' | 'wantsExchanges' | 'met'>,
): Promise<E.Either<AppError, FinishedExecution>> => {
  const { ports, input } = context;
  const ofRun = secretsOfExecution(context, ended);
  met?.(ofRun);
  // A value may have become a secret while the request was sent.
  const since: E.Either<AppError, readonly Secret[]> = hidesSecrets
    ? await loadKnownSecrets(ports)()
    : E.right([]);
  const secrets = [...loaded, ...ofRun, ...(E.isRight(since) ? since.right : [])];
  await prepareRedactor(secrets);
  // Without all secrets, none can be hidden.
  const { run: end, saved } = E.isLeft(since)
    ? { run: ended, saved: {} }
    : await saveBody(context, ended, hidesSecrets ? secrets : []);
  const whole = { ...summarise(context, end, `exec_${ports.ids.next()}` as ExecutionId), ...saved };
  const isSelected = input.select !== undefined;
  const wanted = input.maxBodyBytes ?? (isSelected ? 0 : bodyLimits.default);
  const most = isSelected ? Infinity : Math.max(getStoredTextBytes(ports), hidesSecrets ? wanted : 0);
  const redactor = createRedactor(secrets);
  const hidden =
    hidesSecrets || hasExecutionStorage(ports)
      ? await removeCompressedText(ports, end, hideResultSecrets(redactor, whole, most), secrets)
      : whole;
  const sent = wantsExchanges || hasExecutionStorage(ports) ? toSentRequest(end, redactor) : undefined;
  const notes = hasExecutionStorage(ports)
    ? await keepExecution({ context, end, hidden, sent, redactor, secrets, begun })
    : [];
  if (E.isLeft(since)) return since;
  const seen = hidesSecrets ? hidden : whole;
  const { notes: failed, ...selected } = await selectFromBody(ports, input, seen);
  const shown = { ...removeSavedText(cutBody(seen, wanted)), ...selected };
  const added = [...notes, ...failed];
  const result = added.length === 0 ? shown : { ...shown, diagnostics: [...shown.diagnostics, ...added] };
  return E.right({ result, ...(wantsExchanges && sent !== undefined ? { sent } : {}) });
};
