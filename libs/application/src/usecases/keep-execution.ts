import {
  bodyLimits,
  createRedactor,
  defaultKeepLimits,
  type ExecutionResult,
  ExecutionResult as ExecutionResultCodec,
  type Redactor,
  type RequestKind,
  type Secret,
  type StoredExecution,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import { type Context, headerOf, type Run, sentOf, summarise } from '@tandem/execution';

import { keptBody } from './kept-body.js';

const count = ({ lifecycle }: ExecutionResult, wanted: 'passed' | 'failed'): number =>
  lifecycle.tests.results.filter(({ status }) => status === wanted).length;

/** When an execution began and which kind of request it ran. */
export interface Begun {
  readonly kind: RequestKind;
  readonly at: Date;
}

const storedOf = (context: Context, end: Run, shown: ExecutionResult, redactor: Redactor, begun: Begun) => {
  const { ports, workspace, request, input } = context;
  const short = { ...context, input: { ...input, maxBodyBytes: bodyLimits.default } };
  const result = redactor.as(ExecutionResultCodec)(
    summarise(short, end, shown.executionId, redactor.beginning),
  ) as ExecutionResult;
  const sent = sentOf(end, redactor);
  const execution: StoredExecution = {
    workspaceId: workspace.id,
    summary: {
      id: result.executionId,
      kind: begun.kind,
      requestId: request.id,
      name: result.request.name,
      method: result.request.method,
      url: result.request.url,
      status: result.response?.status ?? null,
      error: result.error?.code ?? null,
      testsPassed: count(result, 'passed'),
      testsFailed: count(result, 'failed'),
      startedAt: begun.at.toISOString(),
      durationMs: ports.clock.now().getTime() - begun.at.getTime(),
    },
    result,
    contentType: redactor.text(
      end.response === null ? '' : (headerOf(end.response.headers, 'content-type') ?? ''),
    ),
    ...(sent === undefined ? {} : { sent }),
  };
  return execution;
};

/**
 * Keeps what has run, its secrets hidden. When that fails the execution is answered all the same, with a diagnostic.
 */
export const keepExecution = async (
  context: Context,
  end: Run,
  shown: ExecutionResult,
  secrets: readonly Secret[],
  begun: Begun,
): Promise<ExecutionResult> => {
  const { ports } = context;
  const limits = ports.keep ?? defaultKeepLimits;
  if (limits.executions <= 0) return shown;
  const redactor = createRedactor(secrets);
  const execution = storedOf(context, end, shown, redactor, begun);
  const body = end.response === null ? null : await keptBody(ports, end.response, secrets, limits.bodyBytes);
  const outcome = await ports.store.executions.add(execution, body, limits.executions)();
  if (E.isRight(outcome)) return shown;
  const message = 'The execution could not be stored, so executions_get will not find it.';
  return {
    ...shown,
    diagnostics: [...shown.diagnostics, { code: 'EXECUTION_NOT_KEPT', message, where: 'executions' }],
  };
};
