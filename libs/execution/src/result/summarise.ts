import {
  addCookies,
  type ExecutionId,
  type ExecutionResult,
  ExecutionResult as ExecutionResultCodec,
  type FaultCode,
  filterEnabledPairs,
  formatHiddenCookie,
  guardRefusals,
  type HandlerAnswer,
  type HandlerSummary,
  type MultipartPart,
  type Redactor,
  type Redirect,
  type ResponseSummary,
  SentBody,
  type SentPart,
  SentRequest,
  type SentStep,
  type UsedEnvironment,
} from '@tandem/core';
import { truncate } from '../bodies/body.js';
import type { ExecutionContext, ExecutionState, PreparedBody, ReceivedResponse } from '../execution-state.js';
import { toHeaderRecord } from '../filling/headers.js';

/** Maximum size of the text of a sent body that is stored, in bytes. */
const sentBytes = 65_536;

const toSentPart = (part: MultipartPart): SentPart => {
  const { name, filename, contentType, headers } = part;
  return {
    name,
    value: 'file' in part ? part.file : part.value,
    isFile: 'file' in part,
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(headers === undefined
      ? {}
      : { headers: filterEnabledPairs(headers).map((one) => ({ name: one.name, value: one.value })) }),
  };
};

const toSentBody = (body: PreparedBody): SentBody => {
  switch (body.kind) {
    case 'none':
      return { type: 'none' };
    case 'text':
      return { type: 'text', text: body.text, truncated: false };
    case 'multipart': {
      return { type: 'multipart', parts: filterEnabledPairs(body.parts).map(toSentPart) };
    }
    case 'binary':
      return { type: 'file', file: body.file };
  }
};

/** The errors that mean that nothing was sent. */
const refusals: readonly FaultCode[] = [
  'METHOD_INVALID',
  'HEADER_INVALID',
  'OWN_SERVER_REFUSED',
  ...guardRefusals,
  'BUSY',
];

/** Redacts the secrets of a sent body before its text is cut, because a cut could leave the beginning of a secret. */
const redactSentBody = (body: SentBody, redactor: Redactor): SentBody => {
  if (body.type !== 'text') return redactor.as(SentBody)(body) as SentBody;
  const { text, truncated } = truncate(redactor.beginning(body.text, sentBytes + 1), sentBytes);
  return { ...body, text, truncated };
};

/** Whether the request was sent. Also true if it was redirected and only the next request failed. */
const isSent = ({ response, redirects, handedOver, fault }: ExecutionState): boolean =>
  response !== null ||
  redirects.length > 0 ||
  (handedOver && (fault === null || !refusals.includes(fault.code)));

/** The request as far as it was built, with its secrets redacted. */
export const toDisplayedRequest = (
  {
    prepared,
    redirects,
    response,
    cookies,
  }: Pick<ExecutionState, 'prepared' | 'redirects' | 'response' | 'cookies'>,
  redactor: Redactor,
): SentRequest => {
  const hiddenOnes = cookies.map(({ name }) => ({ name, value: formatHiddenCookie(name) }));
  const hidden = redactor.as(SentRequest)({
    headers: addCookies(prepared.headers, hiddenOnes).map(([name, value]) => ({ name, value })),
    body: { type: 'none' },
    ...(redirects.length === 0 ? {} : { redirects }),
    ...(response?.times === undefined ? {} : { times: response.times }),
  }) as SentRequest;
  return { ...hidden, body: redactSentBody(toSentBody(prepared.body), redactor) };
};

/** The request that was sent, or that its script answered, with its secrets redacted. Undefined if neither happened. */
export const toSentRequest = (state: ExecutionState, redactor: Redactor): SentRequest | undefined =>
  isSent(state) ? toDisplayedRequest(state, redactor) : undefined;

const summariseHandler = (answer: HandlerAnswer | null): HandlerSummary => ({
  success: answer?.error == null,
  error: answer?.error ?? null,
  result: answer?.result ?? null,
});

const summariseResponse = ({ ports }: ExecutionContext, response: ReceivedResponse): ResponseSummary => ({
  status: response.status,
  statusText: response.statusText,
  time: response.time,
  headers: toHeaderRecord(response.headers),
  cookies: ports.http.cookiesOf(response.headers),
  textBody: response.report.text,
  bodyType: response.report.bodyType,
  size: response.body.length,
  bodyTruncated: false,
});

/** Rounds a duration to hundredths of a millisecond, because smaller fractions mean nothing. */
const roundMs = (ms: number): number => Math.round(ms * 100) / 100;
const roundOptionalMs = (ms: number | undefined): number | null => (ms === undefined ? null : roundMs(ms));

const roundStepTimes = (step: SentStep): SentStep => ({ ...step, durationMs: roundMs(step.durationMs) });

/** Summarizes the network data: the redirects, and the timings and the connection of the last request. */
const summariseNetwork = ({
  redirects,
  response,
}: ExecutionState): Pick<ExecutionResult, 'redirects' | 'timings' | 'connection'> => {
  const hops = redirects.flatMap(({ status, url, location }: Redirect) =>
    location === undefined ? [] : [{ status, url, location }],
  );
  const { times, connection, time } = response ?? {};
  return {
    ...(hops.length === 0 ? {} : { redirects: hops }),
    ...(times === undefined || time === undefined
      ? {}
      : {
          timings: {
            dnsMs: roundOptionalMs(times.dns),
            connectMs: roundOptionalMs(times.connect),
            tlsMs: roundOptionalMs(times.tls),
            firstByteMs: roundMs(times.waiting),
            downloadMs: roundMs(times.download),
            totalMs: roundMs(time),
          },
        }),
    ...(connection === undefined ? {} : { connection }),
  };
};

const summariseTests = ({
  beforeRequest,
  postResponse,
  tests,
}: ExecutionState): ExecutionResult['lifecycle']['tests'] => {
  const results = [beforeRequest, postResponse, tests].flatMap((answer) => answer?.tests ?? []);
  const error = tests?.error ?? null;
  const success = error === null && results.every(({ status }) => status !== 'failed');
  return { summary: { success, error, result: { testResults: results } }, results };
};

/** The part of a result about its environment. */
export const summariseEnvironment = ({
  environment,
}: Pick<ExecutionContext, 'environment'>): UsedEnvironment =>
  environment === null ? null : { id: environment.id, name: environment.name };

/** Creates the result of an execution, with no secrets redacted and with the complete text of its body. */
export const summarise = (
  context: ExecutionContext,
  state: ExecutionState,
  executionId: ExecutionId,
): ExecutionResult => ({
  executionId,
  request: {
    id: context.request.id,
    name: context.request.name,
    method: state.prepared.method,
    url: state.prepared.url,
  },
  response: state.response === null ? null : summariseResponse(context, state.response),
  error: state.fault,
  lifecycle: {
    preRequest: summariseHandler(state.beforeRequest?.error == null ? state.preRequest : state.beforeRequest),
    postResponse: summariseHandler(state.postResponse),
    tests: summariseTests(state),
    mocked: state.response?.mocked ?? false,
  },
  diagnostics: state.diagnostics,
  logs: state.logs,
  environment: summariseEnvironment(context),
  ...(state.needs.length === 0 ? {} : { needs: state.needs }),
  ...(state.steps.length === 0 ? {} : { steps: state.steps.map(roundStepTimes) }),
  ...summariseNetwork(state),
});

const changeResponseText = (result: ExecutionResult, change: (text: string) => Partial<ResponseSummary>) => {
  const { response } = result;
  if (response?.textBody == null) return result;
  return { ...result, response: { ...response, ...change(response.textBody) } };
};

/**
 * Redacts the secrets of a result. Redacts and keeps only the beginning of its text, slightly more than `most` UTF-16 units, which the
 * caller then cuts: a cut before redacting could leave the beginning of a secret.
 */
export const redactResult = (redactor: Redactor, result: ExecutionResult, most: number): ExecutionResult => {
  const shown = redactor.as(ExecutionResultCodec)(changeResponseText(result, () => ({ textBody: '' })));
  const text = result.response?.textBody ?? '';
  return changeResponseText(shown as ExecutionResult, () => ({
    textBody: redactor.beginning(text, most + 1),
  }));
};

/** Truncates the text of a result to `most` bytes. */
export const cutBody = (result: ExecutionResult, most: number): ExecutionResult =>
  changeResponseText(result, (whole) => {
    const { text, truncated } = truncate(whole, most);
    return { textBody: text, bodyTruncated: truncated };
  });
