import {
  bodyLimits,
  defaultKeepLimits,
  type Diagnostic,
  type ExecutionResult,
  type Ports,
  type Redactor,
  type RequestKind,
  type Secret,
  type SentRequest,
  type StoredExecution,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import {
  type ExecutionContext,
  cutBody,
  finalOrigins,
  headerOf,
  hideOriginSecrets,
  type ExecutionState,
} from '@tandem/execution';

import { toStoredBody } from './secrets-in-bodies.js';
import { outcomeFacts } from './outcome-facts.js';

/** When an execution began, which kind of request it ran, and the name of its caller. */
export interface StartedExecution {
  readonly kind: RequestKind;
  readonly at: Date;
  readonly by: string | undefined;
}

/** What has run, and its result: everything of it that is stored is made from these. */
export interface CompletedExecution {
  readonly context: ExecutionContext;
  readonly end: ExecutionState;
  /** Its secrets hidden, with at least as much of its text as {@link getStoredTextBytes} says. */
  readonly hidden: ExecutionResult;
  readonly sent: SentRequest | undefined;
  /** Hides its secrets. */
  readonly redactor: Redactor;
  /** Of every workspace, and those that the run has met. */
  readonly secrets: readonly Secret[];
  readonly begun: StartedExecution;
}

const limitsOf = ({ keep }: Ports) => keep ?? defaultKeepLimits;

/** Whether anything that runs is stored. */
export const hasExecutionStorage = (ports: Ports): boolean => limitsOf(ports).executions > 0;

/** How much of a text body is stored, in the result or beside it, in bytes. */
export const getStoredTextBytes = (ports: Ports): number =>
  Math.max(bodyLimits.default, limitsOf(ports).bodyBytes);

const toStoredExecution = ({
  context,
  end,
  hidden,
  sent,
  redactor,
  begun,
}: CompletedExecution): StoredExecution => {
  const { ports, workspace, request } = context;
  const result = cutBody(hidden, bodyLimits.default);
  return {
    workspaceId: workspace.id,
    summary: {
      id: result.executionId,
      kind: begun.kind,
      requestId: request.id,
      name: result.request.name,
      method: result.request.method,
      url: result.request.url,
      ...outcomeFacts(result),
      startedAt: begun.at.toISOString(),
      durationMs: ports.clock.now().getTime() - begun.at.getTime(),
      ...(result.environment === undefined ? {} : { environment: result.environment }),
      ...(begun.by === undefined ? {} : { by: redactor.text(begun.by) }),
    },
    result,
    contentType: redactor.text(
      end.response === null ? '' : (headerOf(end.response.headers, 'content-type') ?? ''),
    ),
    ...(sent === undefined ? {} : { sent }),
    ...(end.traced === undefined ? {} : { origins: hideOriginSecrets(redactor, finalOrigins(end)) }),
  };
};

/** Stores what has run, its secrets hidden. A failure is a diagnostic, because the execution is answered all the same. */
export const keepExecution = async (ended: CompletedExecution): Promise<readonly Diagnostic[]> => {
  const { context, end, hidden, secrets } = ended;
  const { ports } = context;
  const limits = limitsOf(ports);
  const execution = toStoredExecution(ended);
  const text = hidden.response?.textBody ?? null;
  const body =
    end.response === null ? null : await toStoredBody(ports, end.response, text, secrets, limits.bodyBytes);
  const outcome = await ports.store.executions.add(execution, body, limits.executions, limits.perRequest)();
  if (E.isRight(outcome)) return [];
  const message = 'The execution could not be stored, so executions_get will not find it.';
  return [{ code: 'EXECUTION_NOT_KEPT', message, where: 'executions' }];
};
