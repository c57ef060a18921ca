import {
  type ExecutionId,
  type ExecutionResult,
  type ExecutionSummary,
  type ResponseSummary,
  getExecutionOutcome,
} from '@tandem/core';
import { GitCompare, X } from 'lucide-react';
import { useState } from 'react';

import { CodeDiff, IconButton, Menu, MenuItem } from '../kit/index.js';
import { getFormat } from './body/body-format.js';
import { formatMoment, formatResult } from './outcome.js';
import { formatResponse } from './body/show-body.js';
import { type LoadedBody, useBody, useViewerText } from './body/use-body.js';
import { useStoredExecution } from '../history/use-history.js';

/** Which execution to compare with. */
type Baseline = 'previous' | 'green';

/** Whether an execution succeeded: its tests passed or, if it has none, its status is not an error. */
const isGreen = (one: ExecutionSummary): boolean => {
  const outcome = getExecutionOutcome(one);
  return outcome === 'passed' || (outcome === 'ran' && one.status !== null && one.status < 400);
};

/** The executions of the same request to compare with. `history` is sorted newest first. */
export const findBaselines = (
  history: readonly ExecutionSummary[],
  id: ExecutionId | undefined,
): Readonly<Record<Baseline, ExecutionSummary | undefined>> => {
  const at = history.findIndex((one) => one.id === id);
  const earlier = at < 0 ? [] : history.slice(at + 1);
  return { previous: earlier[0], green: earlier.find(isGreen) };
};

const titles: Readonly<Record<Baseline, string>> = {
  previous: 'Compare with the previous one',
  green: 'Compare with the last passing one',
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

/** The text of a body; undefined while loading. */
const getBodyText = (body: LoadedBody | null | undefined, { size }: ResponseSummary): string | undefined => {
  if (body === undefined) return undefined;
  return body === null ? '' : (body.text ?? `${size} bytes that are not text`);
};

/** A result as text, once its body is loaded and formatted. */
const useText = (result: ExecutionResult): string | undefined => {
  const response = result.response ?? emptyResponse;
  const body = useBody(result.executionId, response);
  const text = getBodyText(body, response);
  const format = text === undefined ? undefined : getFormat(text, response.headers['content-type']);
  const laid = useViewerText(text, format);
  return laid && formatResponse(result, laid.text);
};

const Diff = ({ before, after }: { readonly before: ExecutionResult; readonly after: ExecutionResult }) => {
  const [from, to] = [useText(before), useText(after)];
  if (from === undefined || to === undefined) return <p className="quiet">Reading the bodies …</p>;
  return from === to ? (
    <p className="quiet">Status, headers and body are the same.</p>
  ) : (
    <CodeDiff label="Differences" before={from} after={to} />
  );
};

interface Comparison {
  /** The results being compared; undefined if there is no comparison. */
  readonly baseline: ExecutionSummary | undefined;
  readonly entries: readonly { readonly title: string; readonly start: (() => void) | undefined }[];
  readonly stop: () => void;
}

/** The executions that the shown one can be compared with, and the current comparison. */
export const useComparing = (
  history: readonly ExecutionSummary[],
  shownId: ExecutionId | undefined,
): Comparison => {
  const [compared, setCompared] = useState<{ readonly of: ExecutionId; readonly with: Baseline }>();
  const baselines = findBaselines(history, shownId);
  const entry = (baseline: Baseline) => {
    const start = (): void => {
      if (shownId !== undefined) setCompared({ of: shownId, with: baseline });
    };
    return { title: titles[baseline], start: baselines[baseline] && start };
  };
  return {
    baseline: compared !== undefined && compared.of === shownId ? baselines[compared.with] : undefined,
    entries: [entry('previous'), entry('green')],
    stop: () => setCompared(undefined),
  };
};

/** Starts a comparison. */
export const CompareMenu = ({ entries }: Pick<Comparison, 'entries'>) => (
  <Menu align="end" trigger={<IconButton icon={GitCompare} label="Compare" />}>
    {entries.map(({ title, start }) => (
      <MenuItem key={title} isDisabled={start === undefined} onSelect={() => start?.()}>
        {title}
      </MenuItem>
    ))}
  </Menu>
);

/** Compares a result with an earlier one: removed and added lines in status, headers and body. */
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
          Compared with <strong>{formatResult(baseline)}</strong> of{' '}
          {formatMoment(baseline.startedAt, new Date())}
        </p>
        <IconButton icon={X} look="small" label="Close the comparison" onClick={onClose} />
      </div>
      {before ? <Diff before={before.result} after={result} /> : <p className="quiet">Loading …</p>}
    </div>
  );
};
