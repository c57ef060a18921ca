import {
  type ExecutionOutcome,
  type ExecutionResult,
  listGraphqlErrors,
  findRequestKind,
  type ScriptError,
  getExecutionOutcome,
  type ExecutionSummary,
  type Diagnostic,
  type ExecutionFault,
  type FaultCode,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { formatCount } from '../shell/counted.js';

/** The reason why an execution failed, in as few words as a status takes. */
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

/** The label of an error code; the code itself if another version of Tandem stored it. */
export const formatFaultCode = (code: string): string => getOwnValue<string>(faultLabels, code) ?? code;

/** The result of an execution in a word or two: its status, or why there is no status. */
export const formatResult = ({ status, error }: Pick<ExecutionSummary, 'status' | 'error'>): string =>
  error === null ? String(status ?? 'no response') : formatFaultCode(error);

/** The mark of an execution. */
export const getExecutionMark = (summary: ExecutionSummary) => outcomeMarks[getExecutionOutcome(summary)];

/** The time of day if it is on the day of `now`, else with the date. */
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

/** The parts of a run on which its mark and its sentence depend. */
type Brief =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly result: ExecutionResult }
  | { readonly kind: 'refused'; readonly message: string };

/** A request's last run as shown in the list, from this page or stored. */
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
      sentence: describeFault(error).what,
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

/** The mark and label of a request's last run in the list. */
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

/** The error messages of a GraphQL response; empty for other responses. */
export const listResultGraphqlErrors = ({ request, response }: ExecutionResult): readonly string[] =>
  findRequestKind(request.id) === 'graphql' ? listGraphqlErrors(response?.textBody ?? null) : [];

const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What a screen reader announces when a run starts or ends. */
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

/** A secret that was not sent because the destination is not among its hosts. */
interface RefusedSecret {
  readonly name: string;
  /** The host that the secret was not sent to; empty if the destination is not a host. */
  readonly host: string;
  /** Whether this is the given stored secret, even after the host was added to it. */
  readonly isOf: (secret: { readonly name: string; readonly hosts: readonly string[] }) => boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The secret that was not sent, according to an error's details; undefined for other errors. */
export const parseRefusedSecret = ({
  code,
  details,
}: Pick<ExecutionFault, 'code' | 'details'>): RefusedSecret | undefined => {
  if (code !== 'SECRET_HOST_REFUSED') return undefined;
  const { secret, host, hosts } = (details ?? {}) as Readonly<Record<string, unknown>>;
  if (!isText(secret) || !isText(host) || !Array.isArray(hosts)) return undefined;
  const before = new Set(hosts.filter(isText));
  return {
    name: secret,
    host,
    isOf: (one) =>
      one.name === secret && before.size > 0 && [...before].every((known) => one.hosts.includes(known)),
  };
};

const adviceByCode: Readonly<Record<FaultCode, string>> = {
  URL_MISSING: 'Enter a URL.',
  URL_INVALID: 'Check the URL: it needs http:// or https:// and a host.',
  METHOD_INVALID: 'Check the method: it is one word without spaces.',
  HEADER_INVALID: 'Check the headers: a name has no spaces, a value no line breaks.',
  PATH_PARAM_MISSING: 'Give the path parameter a value, or enable it.',
  UNRESOLVED_VARIABLE: 'Set the variable in the active environment, or fix its name.',
  ENV_FILE_INVALID: 'Correct the .env file next to opencollection.yml, and send again.',
  NEED_FAILED: 'Open the request that runs first, and see what went wrong there.',
  AUTH_UNSUPPORTED: 'Choose another type under Auth, or None to send without.',
  AUTH_FAILED: 'Check the fields under Auth; for OAuth 2.0, get a token there.',
  AUTH_INVALID: 'Correct it under Auth.',
  SECRET_EMPTY: 'Give the secret a value under Environments, or choose an environment that has it.',
  VARIABLE_CYCLE: 'Remove the cycle: a variable must not refer to itself.',
  BODY_INVALID: 'Check the body: it must be valid after its variables are replaced.',
  FILE_REFUSED: 'Use a file inside the workspace folder.',
  FILE_NOT_FOUND: 'Check the path of the file; it is relative to the workspace folder.',
  NETWORK_ERROR: 'Check that the server is running and that the address is right.',
  TLS_ERROR: "Check the server's certificate.",
  PROXY_ERROR: 'Check the proxy under Connections in the workspace settings.',
  CONNECTION_NOT_APPROVED: 'Review it under Folder, and agree to it there if you recognize it.',
  TLS_UNVERIFIED_REFUSED:
    'Add the CA of the server under Connections in the workspace settings, and turn verification on.',
  TIMEOUT: 'The server took too long. Try again, or increase the timeout of the request.',
  TOO_MANY_REDIRECTS: 'The server redirects in a loop, or more often than the request allows.',
  OWN_SERVER_REFUSED: 'Send to another server; Tandem does not send requests to itself.',
  SECRET_HOST_REFUSED:
    'If the secret belongs there, add the host with the button below. Otherwise check where the request goes.',
  GUARD_DENIED: 'Change the guard of the environment under Environments, or send with another environment.',
  APPROVAL_NEEDED: 'Keep the window open, and answer when it asks.',
  RATE_LIMITED: 'Wait a little, or change the limit in the guard of the environment under Environments.',
  RESPONSE_TOO_LARGE: 'Request less data, such as one page.',
  BUSY: 'Other runs are reading large responses. Try again when they have finished.',
  CANCELLED: 'You cancelled this run. Send the request again to retry.',
  SKIPPED: 'Its script called run.skip. Change the script to send the request.',
  SCRIPT_ERROR: 'Fix the script; the message says where it failed.',
  SCRIPT_TIMEOUT: 'The script ran too long. Look for an endless loop.',
  SCRIPT_HOST_ENDED: 'Send the request again. If it happens again, free some memory.',
  SCRIPT_MEMORY: 'The script used too much memory. Look for data that grows without limit.',
};

/** Errors whose messages advise agents, which have arguments instead of fields. */
const codesWithAgentAdvice: readonly FaultCode[] = [
  'URL_MISSING',
  'PATH_PARAM_MISSING',
  'UNRESOLVED_VARIABLE',
  'AUTH_UNSUPPORTED',
  'AUTH_INVALID',
  'TIMEOUT',
  'TOO_MANY_REDIRECTS',
  'BUSY',
  'OWN_SERVER_REFUSED',
  'SECRET_HOST_REFUSED',
  'CONNECTION_NOT_APPROVED',
  'TLS_UNVERIFIED_REFUSED',
  'GUARD_DENIED',
  'APPROVAL_NEEDED',
  'RATE_LIMITED',
];

/** The advice if the server responded and only the rest of the body is missing. */
const truncatedBodyAdvice =
  'What arrived is below. Send the request again, or look for the reason in the server’s log.';

/** Splits a message into its first sentence and the rest. */
const firstSentencePattern = /^(.+?[.!?])\s+(?=[A-Z])(.+)$/s;

/** What happened, and what a person can do about it: the advice in the message, or the page's advice if there is none. */
export const describeFault = (
  { code, message }: Pick<ExecutionFault, 'code' | 'message'>,
  hasResponse = false,
): { readonly what: string; readonly advice: string } => {
  // Script errors are written by the script's author, so they contain no advice of ours.
  const [, what, own] = (code.startsWith('SCRIPT_') ? null : firstSentencePattern.exec(message)) ?? [];
  return what === undefined || own === undefined
    ? {
        what: message,
        advice: hasResponse && code === 'NETWORK_ERROR' ? truncatedBodyAdvice : adviceByCode[code],
      }
    : { what, advice: codesWithAgentAdvice.includes(code) ? adviceByCode[code] : own };
};

/** What a person can do about a diagnostic whose last sentence is advice for agents. */
const diagnosticAdvice: Readonly<Record<string, string>> = {
  SCRIPT_NOT_APPROVED: 'Look at them with “Review new scripts”, and approve them there.',
};

/** A diagnostic in words for a person. */
export const describeDiagnostic = ({ code, message }: Pick<Diagnostic, 'code' | 'message'>): string => {
  const own = getOwnValue(diagnosticAdvice, code);
  return own === undefined ? message : message.replace(/(?<=[.!?] )[A-Z][^.!?]*[.!?]$/, own);
};
