import {
  bodyLimits,
  type ExecutionId,
  type ExecutionResult,
  type HandlerAnswer,
  type HandlerSummary,
  type ResponseSummary,
} from '@tandem/core';

import type { ReceivedResponse } from './received-response.js';
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

const responseSummary = (
  { ports, input }: Context,
  response: ReceivedResponse,
  hide: Hide,
): ResponseSummary => {
  const { bodyType, text } = response.report;
  const most = input.maxBodyBytes ?? bodyLimits.default;
  const cut = text === null ? null : truncate(hide(text, most + 1), most);
  return {
    status: response.status,
    statusText: response.statusText,
    time: response.time,
    headers: headerRecord(response.headers),
    cookies: ports.http.cookiesOf(response.headers),
    textBody: cut?.text ?? null,
    bodyType,
    size: response.body.length,
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
  response: run.response === null ? null : responseSummary(context, run.response, hide),
  error: run.fault,
  lifecycle: {
    preRequest: handler(run.preRequest),
    postResponse: handler(run.postResponse),
    tests: testSummary(run),
    mocked: run.response?.mocked ?? false,
  },
  diagnostics: run.diagnostics,
  logs: run.logs,
});
