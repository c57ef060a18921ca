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

/** What an execution came to in a word or two: its status, or why there is none. */
export const formatResult = ({ status, error }: Pick<ExecutionSummary, 'status' | 'error'>): string =>
  error ?? String(status ?? 'no response');

/** The mark of an execution. */
export const getExecutionMark = (summary: ExecutionSummary) => outcomeMarks[getExecutionOutcome(summary)];

/** When something was, by the clock if it was on the day of `now`, else with the date. */
export const formatMoment = (at: string, now: Date): string => {
  const date = new Date(at);
  const isToday = date.toDateString() === now.toDateString();
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return isToday ? time : `${date.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`;
};

/** How something is coloured. */
export type Tone = 'good' | 'bad' | 'plain' | 'stopped';

/** What a run came to, in a colour and a sentence. */
export interface Outcome {
  readonly tone: Tone;
  readonly sentence: string;
}

/** As much of a run as its mark and its sentence need. */
type Brief =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly result: ExecutionResult }
  | { readonly kind: 'refused'; readonly message: string };

/** What the list shows of a request's last run, in this page or as it is stored. */
export type LastRunMark = Brief | { readonly kind: 'stored'; readonly outcome: ExecutionOutcome };

/** The colour and the name of how an execution ended. */
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

/** The codes of errors that nothing is wrong with. */
const harmlessCodes: readonly string[] = ['CANCELLED', 'SKIPPED'];

/** Sums an execution up: an error first, then a failed handler, then the tests. */
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

/** The mark that the list shows for a request's last run, with its name. */
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

/** The messages of a GraphQL answer's errors; none of an answer to another request. */
export const listResultGraphqlErrors = ({ request, response }: ExecutionResult): readonly string[] =>
  findRequestKind(request.id) === 'graphql' ? listGraphqlErrors(response?.textBody ?? null) : [];

const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What a screen reader says when a run begins or ends. */
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
