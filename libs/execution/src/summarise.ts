import {
  bodyLimits,
  type ExecutionId,
  type ExecutionResult,
  type HandlerAnswer,
  type HandlerSummary,
  type ResponseSummary,
} from '@tandem/core';

import type { Answer } from './answer.js';
import { truncate } from './body.js';
import { headerRecord } from './headers.js';
import type { Context, Run } from './run.js';

const handler = (answer: HandlerAnswer | null): HandlerSummary => ({
  success: answer?.error == null,
  error: answer?.error ?? null,
  result: answer?.result ?? null,
});

/**
 * Replaces what a caller may not see, in at least the first `most` UTF-16 units. It comes before the cut, or a cut could
 * show the beginning of it.
 */
type Hide = (text: string, most: number) => string;

const response = ({ ports, input }: Context, answer: Answer, hide: Hide): ResponseSummary => {
  const { bodyType, text } = answer.report;
  const most = input.maxBodyBytes ?? bodyLimits.default;
  const cut = text === null ? null : truncate(hide(text, most + 1), most);
  return {
    status: answer.status,
    statusText: answer.statusText,
    time: answer.time,
    headers: headerRecord(answer.headers),
    cookies: ports.http.cookiesOf(answer.headers),
    textBody: cut?.text ?? null,
    bodyType,
    size: answer.body.length,
    bodyTruncated: cut?.truncated ?? false,
  };
};

const testSummary = ({ tests }: Run): ExecutionResult['lifecycle']['tests'] => {
  const results = tests?.tests ?? [];
  const error = tests?.error ?? null;
  const success = error === null && results.every(({ status }) => status !== 'failed');
  return { summary: { success, error, result: { testResults: results } }, results };
};

/** The run as the caller reads it. */
export const summarise = (
  context: Context,
  run: Run,
  executionId: ExecutionId,
  hide: Hide = (text) => text,
): ExecutionResult => ({
  executionId,
  request: {
    id: context.request.id,
    name: context.request.name,
    method: run.prepared.method,
    url: run.prepared.url,
  },
  response: run.answer === null ? null : response(context, run.answer, hide),
  error: run.fault,
  lifecycle: {
    preRequest: handler(run.preRequest),
    postResponse: handler(run.postResponse),
    tests: testSummary(run),
    mocked: run.answer?.mocked ?? false,
  },
  diagnostics: run.diagnostics,
  logs: run.logs,
});
