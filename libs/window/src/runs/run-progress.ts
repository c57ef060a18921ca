import {
  type RunEntry,
  type RunEvent,
  type RunStart,
  countRun,
  hasFailed,
  type RunReport,
  type RunOutcome,
} from '@tandem/core';
import { parseJson } from '@tandem/core/codec';
import type { RpcMethods } from '@tandem/rpc/client';

import { formatCount } from '../shell/phrases.js';
import type { Tone } from '../response/outcome.js';

/** An event of a run, as the page receives it. */
export type ReceivedEvent = Exclude<RunEvent, { readonly kind: 'ended' }>;

/** The part of a run that the page has received so far. */
export interface RunProgress {
  readonly start: RunStart | undefined;
  readonly entries: readonly RunEntry[];
  /** The paths of the requests that are being executed. */
  readonly current: readonly string[];
}

export const nothingReceived: RunProgress = { start: undefined, entries: [], current: [] };

/**
 * Returns a function that parses events from chunks of text. Each event is a line of JSON, which may be split
 * across chunks.
 */
export const createEventReader = (): ((text: string) => readonly ReceivedEvent[]) => {
  let rest = '';
  return (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    return lines.filter((line) => line !== '').map((line) => parseJson(line) as ReceivedEvent);
  };
};

const removePath = (paths: readonly string[], path: string): readonly string[] => {
  const at = paths.indexOf(path);
  return at < 0 ? paths : paths.filter((_, index) => index !== at);
};

/** Applies events to the progress. A skipped request ends without a start event. */
export const applyEvents = (before: RunProgress, events: readonly ReceivedEvent[]): RunProgress => {
  const entries = [...before.entries];
  let { start, current } = before;
  for (const event of events) {
    if (event.kind === 'started') start = event.run;
    else if (event.kind === 'request-started') current = [...current, event.entry.path];
    else {
      current = removePath(current, event.entry.path);
      entries.push(event.entry);
    }
  }
  return { start, entries, current };
};

/** Returns the number of requests that a run executes, if it is known. */
export const countPlannedExecutions = ({ start, entries }: RunProgress): number => {
  if (start === undefined) return 0;
  const { requests, iterations, environments } = start.plan;
  return Math.max(requests * iterations * environments.length, entries.length);
};

/** The color of each outcome. */
export const outcomeTones: Readonly<Record<RunOutcome, Tone>> = {
  passed: 'good',
  flaky: 'stopped',
  untested: 'plain',
  skipped: 'plain',
  failed: 'bad',
  error: 'bad',
};

type Counts = Readonly<Record<RunOutcome, number>>;

const outcomeOrder: readonly RunOutcome[] = ['failed', 'error', 'flaky', 'passed', 'untested', 'skipped'];

/** Formats the number of requests with each outcome, failures first. Omits outcomes that no request has. */
export const formatOutcomeCounts = (counts: Counts): string =>
  outcomeOrder
    .filter((one) => counts[one] > 0)
    .map((one) => (one === 'error' ? formatCount(counts.error, 'error') : `${counts[one]} ${one}`))
    .join(', ');

/** Finds the worst outcome of some entries. */
export const findWorstOutcome = (entries: readonly RunEntry[]): RunOutcome | undefined =>
  outcomeOrder.find((one) => entries.some(({ outcome }) => outcome === one));

/** Explains in one line why an entry has its outcome; empty if no explanation is needed. */
export const explainOutcome = ({ error, failedTests, reason, tests }: RunEntry): string => {
  if (error !== null) return error.message;
  const [first] = failedTests;
  if (first !== undefined) {
    const more = failedTests.length === 1 ? '' : ` and ${failedTests.length - 1} more`;
    return `${first.name}: ${first.message.split('\n', 1)[0] ?? ''}${more}`;
  }
  if (reason !== undefined) return reason;
  return tests.length === 0 ? 'No tests' : formatCount(tests.length, 'test');
};

/** Maximum number of failed tests that are listed for a request. */
const maxExplainedTests = 5;

/** Explains why an entry failed, with one line for each failed test; empty if it did not fail. */
export const explainFailure = (entry: RunEntry): string => {
  if (!hasFailed(entry)) return '';
  const { error, failedTests } = entry;
  if (error !== null || failedTests.length === 0) return explainOutcome(entry);
  const lines = failedTests
    .slice(0, maxExplainedTests)
    .map(({ suite, name, message }) => `${[...suite, name].join(' › ')}: ${message.split('\n', 1)[0] ?? ''}`);
  const more = failedTests.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
};

/** The parts of a run that the page requests. */
export type RunView = RpcMethods['runs_get']['result'];

/** A run as it is displayed, both while it is running and afterwards. */
export interface DisplayedRun {
  /** Absent until the run has an id. */
  readonly id: string | undefined;
  /** ISO 8601; absent until the run has started. */
  readonly startedAt: string | undefined;
  /** Absent while it is running. */
  readonly durationMs: number | undefined;
  readonly isGreen: boolean;
  readonly isInterrupted: boolean;
  /** Remarks about the report. */
  readonly notes: readonly string[];
  readonly counts: RunReport['counts'];
  readonly environments: readonly (string | null)[];
  readonly entries: readonly RunEntry[];
  /** The number of requests that the run executes, if it is known. */
  readonly total: number;
  readonly current: readonly string[];
}

/** Converts the progress of a run for display, also if the run ended without a report. */
export const displayRunProgress = (progress: RunProgress, problem?: string): DisplayedRun => {
  const { start, entries, current } = progress;
  return {
    id: start?.id,
    startedAt: start?.startedAt,
    durationMs: undefined,
    ...countRun(entries, start?.plan.requireTests ?? false),
    isInterrupted: problem !== undefined,
    notes: problem === undefined ? [] : [problem],
    environments: start?.plan.environments ?? [],
    entries,
    total: countPlannedExecutions(progress),
    current: problem === undefined ? current : [],
  };
};

const truncationNote = 'The run had too many requests to store; some that did not fail are not listed.';

/** Converts the report of a run for display. */
export const displayRunView = (view: RunView): DisplayedRun => ({
  id: view.id,
  startedAt: view.startedAt,
  durationMs: view.durationMs,
  isGreen: view.isGreen,
  isInterrupted: view.isInterrupted ?? false,
  notes: [
    ...(view.isShortened ? [truncationNote] : []),
    ...(view.notStored === undefined ? [] : [`The run was not stored. ${view.notStored}`]),
  ],
  counts: view.counts,
  environments: view.environments ?? [],
  entries: view.requests ?? [],
  total: view.counts.requests,
  current: [],
});

/** Whether entries of several iterations are shown side by side. */
export const hasIterations = ({ entries }: DisplayedRun): boolean =>
  entries.some(({ iteration }) => iteration > 1);
