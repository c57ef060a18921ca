import {
  type ExecutionOutcome,
  type ExecutionResult,
  listGraphqlErrors,
  findRequestKind,
  type ScriptError,
  getExecutionOutcome,
  type ExecutionSummary,
} from '@tandem/core';

import { formatCount } from '../shell/counted.js';
import { describeFault } from './fault-advice.js';

/** The result of an execution in a word or two: its status, or why there is none. */
export const formatResult = ({ status, error }: Pick<ExecutionSummary, 'status' | 'error'>): string =>
  error ?? String(status ?? 'no response');

/** The mark of an execution. */
export const getExecutionMark = (summary: ExecutionSummary) => outcomeMarks[getExecutionOutcome(summary)];

/** The time of day if it is on the day of `now`, else with the date. */
export const formatMoment = (at: string, now: Date): string => {
  const date = new Date(at);
  const isToday = date.toDateString() === now.toDateString();
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return isToday ? time : `${date.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`;
};

/** Colors of results. */
export type Tone = 'good' | 'bad' | 'plain' | 'stopped';

/** The result of a run, as a color and a sentence. */
export interface Outcome {
  readonly tone: Tone;
  readonly sentence: string;
}

/** The parts of a run that its mark and its sentence need. */
type Brief =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly result: ExecutionResult }
  | { readonly kind: 'refused'; readonly message: string };

/** What the list shows of a request's last run, in this page or stored. */
export type LastRunMark = Brief | { readonly kind: 'stored'; readonly outcome: ExecutionOutcome };

/** The color and the name of an execution's result. */
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

/** The codes of errors that are not failures. */
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

/** The list's mark for a request's last run, with its name. */
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

/** The screen reader announcement when a run starts or ends. */
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
