import type { RunEntry } from '@tandem/core';

import { Table } from '../../kit/index.js';
import { createMatrix, type MatrixCell, maxTableRows } from './run-matrix.js';
import { outcomeTones } from '../shown-run.js';
import { type EntryActions, EntryMenu } from './run-entries.js';

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

/** A run in several environments: one row per request, one column per environment. */
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
