import { type RunEntry, hasFailed, type RunOutcome } from '@tandem/core';
import { useState } from 'react';

import { SegmentedControl, Table } from '../kit/index.js';
import { describeProblem } from '../link/problem-words.js';
import { outcomeTones, findWorstOutcome } from './run-progress.js';
import { formatDuration } from '../response/body/show-body.js';
import { formatFaultCode } from '../response/outcome.js';
import { useStoredRun } from './use-runs.js';
import { type VisibleColumns, type EntryActions, EntryMenu } from './run-entries.js';

/** How the result of a request differs from its result in an earlier run. */
type Difference = 'broken' | 'fixed' | 'added' | 'removed' | 'other' | 'same';

interface ComparedEntry {
  readonly key: string;
  readonly before: RunEntry | undefined;
  readonly now: RunEntry | undefined;
  readonly difference: Difference;
}

const indexEntries = (entries: readonly RunEntry[]): ReadonlyMap<string, RunEntry> => {
  const times = new Map<string, number>();
  return new Map(
    entries.map((one) => {
      const key = JSON.stringify([one.id, one.environment, one.iteration]);
      // Count repetitions: a script may execute a request several times in one iteration.
      const time = (times.get(key) ?? 0) + 1;
      times.set(key, time);
      return [`${key}${time}`, one];
    }),
  );
};

const getDifference = (before: RunEntry | undefined, now: RunEntry | undefined): Difference => {
  if (before === undefined) return 'added';
  if (now === undefined) return 'removed';
  if (hasFailed(now) !== hasFailed(before)) return hasFailed(now) ? 'broken' : 'fixed';
  return before.outcome === now.outcome && before.status === now.status ? 'same' : 'other';
};

const differenceOrder: readonly Difference[] = ['broken', 'fixed', 'other', 'added', 'removed', 'same'];

/** Pairs the requests of two runs, and sorts those with differences first. */
export const compareRuns = (
  before: readonly RunEntry[],
  now: readonly RunEntry[],
): readonly ComparedEntry[] => {
  const [previous, current] = [indexEntries(before), indexEntries(now)];
  const keys = [...current.keys(), ...[...previous.keys()].filter((key) => !current.has(key))];
  const all = keys.map((key): ComparedEntry => {
    const [was, is] = [previous.get(key), current.get(key)];
    return { key, before: was, now: is, difference: getDifference(was, is) };
  });
  return all.sort((a, b) => differenceOrder.indexOf(a.difference) - differenceOrder.indexOf(b.difference));
};

/** Maximum number of requests in the table of a run. Each adds a row of elements to the page. */
export const maxTableRows = 500;

/** The results of a request in one environment, in all iterations. */
export interface MatrixCell {
  readonly outcome: RunOutcome;
  /** The status of a single iteration, or the numbers of passed and failed iterations. */
  readonly words: string;
  readonly entries: readonly RunEntry[];
}

/** A request in all environments. */
interface MatrixRow {
  readonly id: string;
  readonly path: string;
  /** The cells in the order of the environments; undefined where the request has not been executed yet. */
  readonly cells: readonly (MatrixCell | undefined)[];
}

const createCell = (entries: readonly RunEntry[]): MatrixCell | undefined => {
  const outcome = findWorstOutcome(entries);
  const [first] = entries;
  if (outcome === undefined || first === undefined) return undefined;
  const red = entries.filter(hasFailed).length;
  const one =
    first.status === null
      ? first.error
        ? formatFaultCode(first.error.code)
        : first.outcome
      : String(first.status);
  const several = red > 0 ? `${red} of ${entries.length} failed` : `${entries.length} ${outcome}`;
  return { outcome, words: entries.length === 1 ? one : several, entries };
};

/** Arranges the requests of a run as rows, in the order of their first execution, with a cell for each environment. */
export const createMatrix = (
  entries: readonly RunEntry[],
  environments: readonly (string | null)[],
): readonly MatrixRow[] => {
  const rows = new Map<string, { path: string; readonly of: Map<string | null, RunEntry[]> }>();
  for (const entry of entries) {
    const row = rows.get(entry.id) ?? { path: entry.path, of: new Map<string | null, RunEntry[]>() };
    rows.set(entry.id, row);
    const cell = row.of.get(entry.environment);
    if (cell === undefined) row.of.set(entry.environment, [entry]);
    else cell.push(entry);
  }
  return [...rows].map(([id, { path, of }]) => ({
    id,
    path,
    cells: environments.map((environment) => createCell(of.get(environment) ?? [])),
  }));
};

const differenceLabels: Readonly<Record<Difference, { readonly title: string; readonly tone: string }>> = {
  broken: { title: 'Fails now', tone: 'bad' },
  fixed: { title: 'Fixed', tone: 'good' },
  other: { title: 'Changed', tone: '' },
  added: { title: 'Only now', tone: 'quiet' },
  removed: { title: 'Only before', tone: 'quiet' },
  same: { title: 'Same', tone: 'quiet' },
};

type OnOpen = (entry: RunEntry) => void;

/** Shows the result of a request in one of the runs. A click shows what was sent and received. */
const ResultCell = ({ entry, onOpen }: { readonly entry: RunEntry | undefined; readonly onOpen: OnOpen }) =>
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

const createColumns = ({ environment, iteration }: VisibleColumns, onOpen: OnOpen) => [
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
    cell: ({ before }: ComparedEntry) => <ResultCell entry={before} onOpen={onOpen} />,
  },
  { key: 'now', title: 'Now', cell: ({ now }: ComparedEntry) => <ResultCell entry={now} onOpen={onOpen} /> },
];

/** Compares a run with an earlier one, and lists differences first. */
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
  readonly columns: VisibleColumns;
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

interface Props {
  readonly entries: readonly RunEntry[];
  readonly environments: readonly (string | null)[];
  readonly onOpen: (entry: RunEntry) => void;
  readonly actions: EntryActions;
}

const formatEnvironment = (environment: string | null): string => environment ?? 'No environment';

const Cell = ({
  cell,
  label,
  onOpen,
}: {
  readonly cell: MatrixCell | undefined;
  readonly label: string;
  readonly onOpen: (entry: RunEntry) => void;
}) => {
  if (cell === undefined) return null;
  const { outcome, words, entries } = cell;
  return (
    <button
      type="button"
      className="run-cell"
      aria-label={`${label}: ${outcome}, ${words}`}
      onClick={() => {
        const worst = entries.find((one) => one.outcome === outcome);
        if (worst !== undefined) onOpen(worst);
      }}
    >
      <span className={`mark ${outcomeTones[outcome]}`} aria-hidden="true" />
      <span className={outcomeTones[outcome] === 'bad' ? 'bad' : ''}>{words}</span>
    </button>
  );
};

/** Shows a run in several environments, with a row for each request and a column for each environment. */
export const RunGrid = ({ entries, environments, onOpen, actions }: Props) => {
  const rows = createMatrix(entries, environments);
  return (
    <div className="run-grid" role="group" aria-label="Grid" tabIndex={0}>
      <Table
        label="Requests by environment"
        columns={[
          { key: 'request', title: 'Request', cell: ({ path }) => path.replaceAll('/', ' / ') },
          ...environments.map((environment, index) => ({
            key: `environment ${index}`,
            title: formatEnvironment(environment),
            cell: ({ path, cells }: ReturnType<typeof createMatrix>[number]) => (
              <Cell
                cell={cells[index]}
                label={`${path} in ${formatEnvironment(environment)}`}
                onOpen={onOpen}
              />
            ),
          })),
        ]}
        rows={rows.slice(0, maxTableRows)}
        keyOf={({ id }) => id}
        menuOf={({ id, cells }) => {
          const of = cells.find((cell) => cell !== undefined)?.entries.find((one) => one.id === id);
          return of && <EntryMenu entry={of} actions={actions} />;
        }}
      />
      {rows.length > maxTableRows && (
        <p className="quiet padded">The first {maxTableRows} requests are shown; the list has all of them.</p>
      )}
    </div>
  );
};
