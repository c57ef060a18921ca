import type { RunSummary } from '@tandem/core';
import type { KeyboardEvent, ReactNode } from 'react';

import { ContextMenu, listStep } from '../kit/index.js';
import { formatCount } from '../shell/counted.js';
import { formatMoment } from '../response/outcome.js';
import { nothingReceived } from './run-progress.js';
import { formatOutcomeCounts, type DisplayedRun, displayRunProgress } from './shown-run.js';
import { formatDuration } from '../response/body/show-body.js';
import type { OwnRun } from './run-store.js';

/** A run in the list: one that this page started, a stored one, or both. */
export interface ListedRun {
  /** Its id, or its key if it is not stored yet. */
  readonly key: string;
  readonly own: OwnRun | undefined;
  readonly stored: RunSummary | undefined;
}

/** The runs in the list, newest first: unsaved ones are at the top. */
export const mergeListedRuns = (
  own: readonly OwnRun[],
  stored: readonly RunSummary[],
): readonly ListedRun[] => {
  const byId = new Map(own.map((one) => [one.progress.start?.id, one]));
  const ids = new Set<string | undefined>(stored.map(({ id }) => id));
  return [
    ...own
      .filter(({ progress }) => progress.start !== undefined && !ids.has(progress.start.id))
      .map((one): ListedRun => ({ key: one.progress.start?.id ?? one.key, own: one, stored: undefined })),
    ...stored.map((one): ListedRun => ({ key: one.id, own: byId.get(one.id), stored: one })),
  ];
};

type Brief = Pick<DisplayedRun, 'counts' | 'isGreen' | 'environments' | 'startedAt' | 'durationMs'> & {
  readonly isInterrupted: boolean;
};

const toBrief = ({ own, stored }: ListedRun): Brief => {
  if (stored !== undefined) {
    const { counts, isGreen, plan, startedAt, durationMs, isInterrupted = false } = stored;
    return { counts, isGreen, environments: plan.environments, startedAt, durationMs, isInterrupted };
  }
  const problem = own?.end && 'problem' in own.end ? own.end.problem : undefined;
  return displayRunProgress(own?.progress ?? nothingReceived, problem);
};

/** The name of a run: what it was started with, else its stored name, or its number of requests. */
export const getRunTitle = ({ own, stored }: ListedRun): string =>
  own?.title ?? stored?.name ?? formatCount(stored?.plan.requests ?? 0, 'request');

const getBriefMark = ({ durationMs, isInterrupted, isGreen }: Brief): readonly [string, string] => {
  if (isInterrupted) return ['stopped', 'stopped'];
  if (durationMs === undefined) return ['busy', 'running'];
  return isGreen ? ['good', 'passed'] : ['bad', 'failed'];
};

const Row = ({ one, now }: { readonly one: ListedRun; readonly now: Date }) => {
  const brief = toBrief(one);
  const { counts, environments, startedAt, durationMs } = brief;
  const [tone, name] = getBriefMark(brief);
  const names = environments.flatMap((environment) => environment ?? []);
  return (
    <>
      <span className={`mark ${tone}`} role="img" aria-label={name} title={name} />
      <span className="run-line">
        <strong>{getRunTitle(one)}</strong>
        {startedAt !== undefined && <time dateTime={startedAt}>{formatMoment(startedAt, now)}</time>}
      </span>
      <span className="run-line quiet">
        <span className="run-counts">{formatOutcomeCounts(counts) || 'No results yet'}</span>
        <span className="run-names">
          {[...(durationMs === undefined ? [] : [formatDuration(durationMs)]), ...names].join(' · ')}
        </span>
      </span>
    </>
  );
};

interface Props {
  readonly runs: readonly ListedRun[];
  readonly chosen: ListedRun | undefined;
  readonly onChoose: (key: string) => void;
  /** The menu entries of the selected run. */
  readonly menu: ReactNode;
}

/** The runs of the workspace, one of which is selected by keyboard or mouse. */
export const RunList = ({ runs, chosen, onChoose, menu }: Props) => {
  const at = runs.findIndex(({ key }) => key === chosen?.key);
  const now = new Date();
  const hear = (event: KeyboardEvent): void => {
    const next = runs[listStep(event.key, at, runs.length - 1) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.key);
    document.getElementById(`run-${next.key}`)?.scrollIntoView({ block: 'nearest' });
  };
  const list = (
    <div
      className="run-list"
      role="listbox"
      aria-label="Runs"
      tabIndex={0}
      {...(chosen ? { 'aria-activedescendant': `run-${chosen.key}` } : {})}
      onKeyDown={hear}
    >
      {runs.map((one) => (
        <div
          key={one.key}
          id={`run-${one.key}`}
          role="option"
          className="run-row"
          aria-selected={one.key === chosen?.key}
          onClick={() => onChoose(one.key)}
          onContextMenu={() => onChoose(one.key)}
        >
          <Row one={one} now={now} />
        </div>
      ))}
    </div>
  );
  return <ContextMenu target={list}>{menu}</ContextMenu>;
};
