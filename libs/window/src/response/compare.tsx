import {
  type ExecutionId,
  type ExecutionResult,
  type ExecutionSummary,
  type ResponseSummary,
  getExecutionOutcome,
} from '@tandem/core';
import { GitCompare, X } from 'lucide-react';
import { useMemo, useState } from 'react';

import { formatActor } from '../activity/activity.js';
import { CodeDiff, IconButton, Menu, MenuItem, PickDialog } from '../kit/index.js';
import { useOfferedActions } from '../shell/offered-actions.js';
import { getFormat } from './body/body-format.js';
import { formatMoment, formatResult, getExecutionMark } from './outcome.js';
import { formatResponse, maxComparedLength } from './body/show-body.js';
import { type LoadedBody, useBody, useViewerText } from './body/use-body.js';
import { useStoredExecution } from '../history/use-history.js';

/** The execution with which the shown one is compared. */
type Baseline = 'previous' | 'green';

/** Whether an execution succeeded: its tests passed or, if it has none, its status is not an error. */
const isGreen = (one: ExecutionSummary): boolean => {
  const outcome = getExecutionOutcome(one);
  return outcome === 'passed' || (outcome === 'ran' && one.status !== null && one.status < 400);
};

/** Finds the executions of the same request with which one can be compared. `history` is sorted newest first. */
export const findBaselines = (
  history: readonly ExecutionSummary[],
  id: ExecutionId | undefined,
): Readonly<Record<Baseline, ExecutionSummary | undefined>> => {
  const at = history.findIndex((one) => one.id === id);
  const earlier = at < 0 ? [] : history.slice(at + 1);
  return { previous: earlier[0], green: earlier.find(isGreen) };
};

const emptyResponse: ResponseSummary = {
  status: 0,
  statusText: '',
  time: 0,
  headers: {},
  cookies: [],
  textBody: null,
  bodyType: 'empty',
  size: 0,
  bodyTruncated: false,
};

/** Returns the text of a body; undefined while it loads. */
const getBodyText = (body: LoadedBody | null | undefined, { size }: ResponseSummary): string | undefined => {
  if (body === undefined) return undefined;
  return body === null ? '' : (body.text ?? `${size} bytes that are not text`);
};

/** A result as text, once its body is loaded and formatted, and whether the body is longer than what is compared. */
const useText = (result: ExecutionResult): { readonly text: string; readonly isCut: boolean } | undefined => {
  const response = result.response ?? emptyResponse;
  const body = useBody(result.executionId, response);
  const text = getBodyText(body, response);
  const format = text === undefined ? undefined : getFormat(text, response.headers['content-type']);
  const laid = useViewerText(text, format);
  return useMemo(
    () => laid && { text: formatResponse(result, laid.text), isCut: laid.text.length > maxComparedLength },
    [laid, result],
  );
};

const Diff = ({ before, after }: { readonly before: ExecutionResult; readonly after: ExecutionResult }) => {
  const [from, to] = [useText(before), useText(after)];
  if (from === undefined || to === undefined) return <p className="quiet">Reading the bodies …</p>;
  const cut = (from.isCut || to.isCut) && (
    <p className="quiet" role="note">
      Only the first {maxComparedLength.toLocaleString('en')} characters of each body are compared.
    </p>
  );
  return from.text === to.text ? (
    <>
      <p className="quiet">Status, headers and body are the same.</p>
      {cut}
    </>
  ) : (
    <>
      {cut}
      <CodeDiff label="Differences" before={from.text} after={to.text} />
    </>
  );
};

/** A comparison that a person has started. */
export interface Comparison {
  /** The execution that was shown when the comparison started. */
  readonly shown: ExecutionId;
  /** The execution with which it is compared. */
  readonly baseline: ExecutionSummary;
}

/** Formats an execution for the list of executions to compare with. */
const formatPick = (one: ExecutionSummary, now: Date): string =>
  [formatResult(one), getExecutionMark(one).name, formatMoment(one.startedAt, now), formatActor(one)].join(
    ' · ',
  );

/** Finds the executions that match every typed word, each with the text in which the words are searched. */
export const filterExecutions = (
  executions: readonly ExecutionSummary[],
  typed: string,
  now: Date,
): readonly (readonly [ExecutionSummary, string])[] => {
  const words = typed.toLowerCase().split(/\s+/);
  return executions
    .map((one) => [one, formatPick(one, now)] as const)
    .filter(([, text]) => words.every((word) => text.toLowerCase().includes(word)));
};

/** The actions that start a comparison. */
export type CompareAction = `compare ${Baseline | 'other'}`;

interface CompareMenuProps {
  /** The key of the tab that shows the menu. */
  readonly tab: string;
  /** The executions of the same request, newest first. */
  readonly history: readonly ExecutionSummary[];
  readonly shownId: ExecutionId;
  readonly onCompare: (compared: Comparison) => void;
}

/** Starts a comparison with the previous execution, with the last passing one, or with one from a list. */
export const CompareMenu = ({ tab, history, shownId, onCompare }: CompareMenuProps) => {
  const [isPicking, setIsPicking] = useState(false);
  const baselines = findBaselines(history, shownId);
  const others = history.filter(({ id }) => id !== shownId);
  const start = (baseline: ExecutionSummary): void => onCompare({ shown: shownId, baseline });
  const startWith = (baseline: ExecutionSummary | undefined) => baseline && (() => start(baseline));
  const actions: Readonly<Record<CompareAction, (() => void) | undefined>> = {
    'compare previous': startWith(baselines.previous),
    'compare green': startWith(baselines.green),
    'compare other': others.length === 0 ? undefined : () => setIsPicking(true),
  };
  useOfferedActions(tab, actions);
  const entry = (action: CompareAction, title: string) => (
    <MenuItem isDisabled={actions[action] === undefined} onSelect={() => actions[action]?.()}>
      {title}
    </MenuItem>
  );
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={GitCompare} label="Compare" />}>
        {entry('compare previous', 'Compare with the previous one')}
        {entry('compare green', 'Compare with the last passing one')}
        {entry('compare other', 'Compare with …')}
      </Menu>
      {isPicking && (
        <PickDialog
          title="Compare with"
          placeholder="Status, time or who"
          emptyFor={() => 'No execution matches.'}
          picksFor={(typed) =>
            filterExecutions(others, typed, new Date()).map(([one, title]) => ({
              key: one.id,
              title,
              take: () => start(one),
            }))
          }
          onClose={() => setIsPicking(false)}
          onGone={() => undefined}
        />
      )}
    </>
  );
};

/** Compares a result with an earlier one, and shows removed and added lines of the status, headers and body. */
export const ResultComparison = ({
  baseline,
  result,
  onClose,
}: {
  readonly baseline: ExecutionSummary;
  readonly result: ExecutionResult;
  readonly onClose: () => void;
}) => {
  const before = useStoredExecution(baseline.id);
  return (
    <div className="compared">
      <div className="row">
        <p>
          Compared with <strong>{formatResult(baseline)}</strong>{' '}
          {baseline.requestId === result.request.id ? 'of' : `of “${baseline.name}”,`}{' '}
          {formatMoment(baseline.startedAt, new Date())}
        </p>
        <IconButton icon={X} look="small" label="Close the comparison" onClick={onClose} />
      </div>
      {before ? <Diff before={before.result} after={result} /> : <p className="quiet">Loading …</p>}
    </div>
  );
};
