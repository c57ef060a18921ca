import type { RunEntry, RunFailure } from '@tandem/core';
import { ArrowUpRight, X } from 'lucide-react';

import { Button, IconButton } from '../../kit/index.js';
import { formatCell } from '../run-target.js';
import { describeProblem } from '../../link/problem-words.js';
import type { RequestId } from '../../requests/saved-request.js';
import { useShow } from '../../shell/navigation.js';
import { useExchange } from '../use-stored-runs.js';
import { Result } from '../../response/result.js';
import type { Columns } from './run-entries.js';

const formatPlace = ({ file, line, column }: RunFailure): string =>
  [
    file,
    line === undefined ? undefined : `line ${line}`,
    column === undefined ? undefined : `column ${column}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

const Failures = ({ failures }: { readonly failures: readonly RunFailure[] }) =>
  failures.length === 0 ? null : (
    <ul className="run-failures" aria-label="Failed tests">
      {failures.map((failure, index) => {
        const { name, suite, message } = failure;
        const place = formatPlace(failure);
        return (
          <li key={index}>
            <strong>{[...suite, name].join(' › ')}</strong>
            <span className="bad">{message}</span>
            {place !== '' && <code>{place}</code>}
          </li>
        );
      })}
    </ul>
  );

/** Failures of the run, not of the shown execution. */
const isOfRun = ({ name }: RunFailure): boolean => name === 'run.next';

/** What was sent and received, while the history has it. */
const Exchange = ({ entry }: { readonly entry: RunEntry }) => {
  const { id, executionId, error: fault, failedTests, reason } = entry;
  const { data, error } = useExchange(executionId);
  if (executionId === null) return <p className="idle">{fault?.message ?? reason ?? 'Nothing was sent.'}</p>;
  if (error) return <p className="bad">{describeProblem(error)}</p>;
  if (data === undefined) return <p className="idle">Loading …</p>;
  if ('run' in data)
    return (
      <>
        <Failures failures={failedTests.filter(isOfRun)} />
        <Result id={id as RequestId} run={data.run} />
      </>
    );
  return (
    <>
      {fault !== null && <p className="bad">{fault.message}</p>}
      <Failures failures={failedTests} />
      <p className="quiet">
        The history no longer has the exchange: it keeps the newest executions only, and a few of each
        request.
      </p>
    </>
  );
};

interface Props {
  readonly entry: RunEntry;
  readonly columns: Columns;
  /** Whether the request still exists. */
  readonly isThere: boolean;
  readonly onClose: () => void;
}

/** One request of a run: where it ran, what failed, and its exchange. */
export const RunExchange = ({ entry, columns, isThere, onClose }: Props) => {
  const show = useShow();
  const { id, name, environment, iteration, row, attempts } = entry;
  const where = [
    ...(columns.environment ? [environment ?? 'no environment'] : []),
    ...(columns.iteration ? [`iteration ${iteration}`] : []),
    ...(row === undefined
      ? []
      : [
          Object.entries(row)
            .map(([field, value]) => `${field}: ${formatCell(value)}`)
            .join(', '),
        ]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
  ];
  return (
    <section className="result run-exchange" aria-label="Exchange">
      <div className="run-exchange-head">
        <h3>{name}</h3>
        <span className="quiet">{where.join(' · ')}</span>
        <Button icon={ArrowUpRight} isSmall disabled={!isThere} onClick={() => show(id)}>
          Open request
        </Button>
        <IconButton icon={X} label="Close the exchange" onClick={onClose} />
      </div>
      <Exchange entry={entry} />
    </section>
  );
};
