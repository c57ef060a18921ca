import { getKindView, getRequestKind } from '../requests/saved-request.js';
import {
  type ExecutionOutcome,
  type ExecutionResult,
  listGraphqlErrors,
  type ScriptError,
  getExecutionOutcome,
  type ExecutionSummary,
  type ExecutionFault,
  type FaultCode,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { formatCount } from '../shell/phrases.js';

/** The reason why an execution failed, short enough to replace a status. */
const faultLabels: Readonly<Record<FaultCode, string>> = {
  URL_MISSING: 'No URL',
  URL_INVALID: 'Invalid URL',
  METHOD_INVALID: 'Invalid method',
  HEADER_INVALID: 'Invalid header',
  PATH_PARAM_MISSING: 'Missing path parameter',
  UNRESOLVED_VARIABLE: 'Unresolved variable',
  ENV_FILE_INVALID: 'Invalid .env file',
  NEED_FAILED: 'Dependency failed',
  AUTH_UNSUPPORTED: 'Unsupported auth',
  AUTH_FAILED: 'Auth failed',
  AUTH_INVALID: 'Invalid auth',
  SECRET_EMPTY: 'Empty secret',
  VARIABLE_CYCLE: 'Variable cycle',
  BODY_INVALID: 'Invalid body',
  FILE_REFUSED: 'File not allowed',
  FILE_NOT_FOUND: 'File not found',
  NETWORK_ERROR: 'Network error',
  TLS_ERROR: 'TLS error',
  PROXY_ERROR: 'Proxy error',
  CONNECTION_NOT_APPROVED: 'Connection not approved',
  TLS_UNVERIFIED_REFUSED: 'Server not verified',
  TIMEOUT: 'Timed out',
  TOO_MANY_REDIRECTS: 'Too many redirects',
  OWN_SERVER_REFUSED: 'Sent to Tandem itself',
  SECRET_HOST_REFUSED: 'Secret not allowed here',
  GUARD_DENIED: 'Denied by the guard',
  APPROVAL_NEEDED: 'Not approved',
  RATE_LIMITED: 'Rate limit reached',
  RESPONSE_TOO_LARGE: 'Response too large',
  BUSY: 'Too busy',
  CANCELLED: 'Cancelled',
  SKIPPED: 'Skipped',
  SCRIPT_ERROR: 'Script error',
  SCRIPT_TIMEOUT: 'Script timed out',
  SCRIPT_MEMORY: 'Script out of memory',
  SCRIPT_HOST_ENDED: 'Script stopped',
};

/** Returns the label of an error code, or the code itself if only another version of Tandem knows it. */
export const formatFaultCode = (code: string): string => getOwnValue<string>(faultLabels, code) ?? code;

/** Formats the result of an execution in a word or two: its status, or the reason why it has none. */
export const formatResult = ({ status, error }: Pick<ExecutionSummary, 'status' | 'error'>): string =>
  error === null ? String(status ?? 'no response') : formatFaultCode(error);

/** Returns the mark of an execution. */
export const getExecutionMark = (summary: ExecutionSummary) => outcomeMarks[getExecutionOutcome(summary)];

/** Formats the time of day, with the date unless it is the same day as `now`. */
export const formatMoment = (at: string, now: Date): string => {
  const date = new Date(at);
  const isToday = date.toDateString() === now.toDateString();
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return isToday ? time : `${date.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`;
};

/** The colors of results. */
export type Tone = 'good' | 'bad' | 'plain' | 'stopped';

/** The result of a run as a color and a sentence. */
export interface Outcome {
  readonly tone: Tone;
  readonly sentence: string;
}

/** The parts of a run that determine its mark and its sentence. */
type Brief =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly result: ExecutionResult }
  | { readonly kind: 'refused'; readonly message: string };

/** The last run of a request for the list: a run of this page, or a stored execution. */
export type LastRunMark = Brief | { readonly kind: 'stored'; readonly outcome: ExecutionOutcome };

/** The color and the label of each result. */
export const outcomeMarks: Readonly<
  Record<ExecutionOutcome, { readonly tone: Tone; readonly name: string }>
> = {
  passed: { tone: 'good', name: 'passed' },
  failed: { tone: 'bad', name: 'failed' },
  cancelled: { tone: 'stopped', name: 'cancelled' },
  ran: { tone: 'plain', name: 'ran' },
};

const formatTestCount = (count: number): string => `${count} ${count === 1 ? 'test' : 'tests'}`;

const formatScriptError = (handler: string, { message, line }: ScriptError): string =>
  `${handler}${line === undefined ? '' : `, line ${line}`}: ${message}`;

/** The codes of errors that do not count as failures. */
const harmlessCodes: readonly string[] = ['CANCELLED', 'SKIPPED'];

/** Summarizes an execution: an error first, then a failed handler, then the tests. */
export const getOutcome = ({ error, lifecycle }: ExecutionResult): Outcome => {
  if (error)
    return {
      tone: harmlessCodes.includes(error.code) ? 'stopped' : 'bad',
      sentence: splitFaultMessage(error).what,
    };
  const { postResponse, tests } = lifecycle;
  if (postResponse.error)
    return { tone: 'bad', sentence: formatScriptError('onResponse', postResponse.error) };
  if (tests.summary.error) return { tone: 'bad', sentence: formatScriptError('onTest', tests.summary.error) };
  const counted = tests.results.filter(({ status }) => status !== 'skipped');
  const failed = counted.filter(({ status }) => status === 'failed').length;
  if (counted.length === 0) return { tone: 'plain', sentence: 'No tests' };
  return failed > 0
    ? { tone: 'bad', sentence: `${failed} of ${formatTestCount(counted.length)} failed` }
    : {
        tone: 'good',
        sentence: `${formatTestCount(counted.length)} passed`,
      };
};

/** Returns the mark and label of a request's last run for the list. */
export const getRunMark = (
  run: LastRunMark | undefined,
): { readonly tone: Tone | 'busy'; readonly name: string } | undefined => {
  if (run === undefined) return undefined;
  if (run.kind === 'stored') return outcomeMarks[run.outcome];
  if (run.kind === 'running') return { tone: 'busy', name: 'running' };
  if (run.kind === 'refused') return { tone: 'bad', name: 'not run' };
  const { tone } = getOutcome(run.result);
  return { tone, name: { good: 'passed', bad: 'failed', plain: 'ran', stopped: 'cancelled' }[tone] };
};

/** Lists the error messages of a GraphQL response; empty for other responses. */
export const listResultGraphqlErrors = ({ request, response }: ExecutionResult): readonly string[] =>
  getKindView(getRequestKind(request)).hasGraphql ? listGraphqlErrors(response?.textBody ?? null) : [];

const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Formats the announcement of a screen reader when a run starts or ends. */
export const formatAnnouncement = (run: Brief | undefined): string => {
  if (run === undefined) return '';
  if (run.kind === 'running') return 'Running';
  if (run.kind === 'refused') return run.message;
  const { response } = run.result;
  const { sentence } = getOutcome(run.result);
  if (!response) return sentence;
  const errors = listResultGraphqlErrors(run.result).length;
  const words = [
    `${response.status} ${response.statusText}`.trim(),
    errors > 0 && formatCount(errors, 'GraphQL error'),
    sentence,
  ];
  return words
    .filter((one) => one !== false)
    .map(toSentence)
    .join(' ');
};

/** Matches a message that has several sentences: the first one, and the rest. */
const firstSentencePattern = /^(.+?[.!?])\s+(?=[A-Z])(.+)$/s;

/** Splits an error's message into its first sentence and the rest, which is advice. A message without advice stays whole. */
export const splitFaultMessage = ({
  code,
  message,
}: Pick<ExecutionFault, 'code' | 'message'>): { readonly what: string; readonly advice?: string } => {
  // The message of a script error comes from the script's author, so it contains no advice of Tandem.
  const [, what, advice] = (code.startsWith('SCRIPT_') ? null : firstSentencePattern.exec(message)) ?? [];
  return what === undefined || advice === undefined ? { what: message } : { what, advice };
};
