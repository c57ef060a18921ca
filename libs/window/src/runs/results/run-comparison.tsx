import type { RunEntry } from '@tandem/core';
import { useState } from 'react';

import { SegmentedControl, Table } from '../../kit/index.js';
import { describeProblem } from '../../link/problem-words.js';
import { type ComparedEntry, compareRuns, type Difference, maxTableRows } from './run-matrix.js';
import { outcomeTones } from '../shown-run.js';
import { formatDuration } from '../../response/body/show-body.js';
import { useStoredRun } from '../use-stored-runs.js';
import { type Columns, type EntryActions, EntryMenu } from './run-entries.js';

const differenceLabels: Readonly<Record<Difference, { readonly title: string; readonly tone: string }>> = {
  broken: { title: 'Fails now', tone: 'bad' },
  fixed: { title: 'Fixed', tone: 'good' },
  other: { title: 'Changed', tone: '' },
  added: { title: 'Only now', tone: 'quiet' },
  removed: { title: 'Only before', tone: 'quiet' },
  same: { title: 'Same', tone: 'quiet' },
};

type OnOpen = (entry: RunEntry) => void;

/** The result of a request in one of the runs; a click shows its exchange. */
const Side = ({ entry, onOpen }: { readonly entry: RunEntry | undefined; readonly onOpen: OnOpen }) =>
  entry === undefined ? null : (
    <button type="button" className="run-cell" onClick={() => onOpen(entry)}>
      <span
        className={`mark ${outcomeTones[entry.outcome]}`}
        role="img"
        aria-label={entry.outcome}
        title={entry.outcome}
      />
      {entry.status ?? entry.outcome}
      {entry.timeMs !== null && <span className="quiet">{formatDuration(entry.timeMs)}</span>}
    </button>
  );

const createColumns = ({ environment, iteration }: Columns, onOpen: OnOpen) => [
  {
    key: 'difference',
    title: 'Difference',
    isNarrow: true,
    cell: ({ difference }: ComparedEntry) => (
      <span className={differenceLabels[difference].tone}>{differenceLabels[difference].title}</span>
    ),
  },
  {
    key: 'request',
    title: 'Request',
    cell: ({ now, before }: ComparedEntry) => {
      const one = now ?? before;
      const where = [
        ...(iteration ? [`#${one?.iteration ?? ''}`] : []),
        ...(environment ? [one?.environment ?? 'no environment'] : []),
      ];
      return (
        <>
          {one?.path.replaceAll('/', ' / ')} <span className="quiet">{where.join(' ')}</span>
        </>
      );
    },
  },
  {
    key: 'before',
    title: 'Before',
    cell: ({ before }: ComparedEntry) => <Side entry={before} onOpen={onOpen} />,
  },
  { key: 'now', title: 'Now', cell: ({ now }: ComparedEntry) => <Side entry={now} onOpen={onOpen} /> },
];

/** Compares a run with an earlier one, differences first. */
export const RunComparison = ({
  earlier,
  entries,
  columns,
  onOpen,
  actions,
}: {
  /** The id of the earlier run. */
  readonly earlier: string;
  readonly entries: readonly RunEntry[];
  readonly columns: Columns;
  readonly onOpen: OnOpen;
  readonly actions: EntryActions;
}) => {
  const { view, error } = useStoredRun(earlier);
  const [which, setWhich] = useState<'differences' | 'all'>('differences');
  if (error) return <p className="bad padded">{describeProblem(error)}</p>;
  if (view === undefined) return <p className="idle">Loading …</p>;
  const all = compareRuns(view.requests ?? [], entries);
  const differing = all.filter(({ difference }) => difference !== 'same');
  const shown = which === 'all' ? all : differing;
  return (
    <div className="run-grid" role="group" aria-label="Comparison" tabIndex={0}>
      <div className="row run-comparison-bar">
        <SegmentedControl
          label="Compared requests"
          value={which}
          options={[
            { value: 'differences', title: `Differences ${differing.length}` },
            { value: 'all', title: `All ${all.length}` },
          ]}
          onChange={setWhich}
        />
      </div>
      {shown.length === 0 ? (
        <p className="quiet padded">Every request has the same outcome and status as before.</p>
      ) : (
        <Table
          label="Compared requests"
          columns={createColumns(columns, onOpen)}
          rows={shown.slice(0, maxTableRows)}
          keyOf={({ key }) => key}
          menuOf={({ now, before }) => {
            const one = now ?? before;
            return one && <EntryMenu entry={one} actions={actions} />;
          }}
        />
      )}
      {shown.length > maxTableRows && (
        <p className="quiet padded">
          The first {maxTableRows} of {shown.length} are shown.
        </p>
      )}
    </div>
  );
};
