import { hasFailed, type RunEntry, type RunSummary, type RunFailure } from '@tandem/core';
import { type ReactNode, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { ArrowUpRight, X } from 'lucide-react';

import { SegmentedControl, Button, IconButton, Method } from '../kit/index.js';
import type { RunArguments } from './run-again.js';
import { hasIterations, type DisplayedRun } from './run-progress.js';
import { useRunAgain, useExchange } from './use-runs.js';
import { RunComparison, RunGrid } from './run-comparison.js';
import { type VisibleColumns, RunEntries, type EntryActions } from './run-entries.js';
import { RunHead, type RunHeadProps } from './run-head.js';
import { formatRunRow } from './run-target.js';
import { describeProblem } from '../link/problem-words.js';
import type { RequestId } from '../requests/saved-request.js';
import { useShow } from '../shell/page.js';
import { Result } from '../response/result.js';

const formatEntryLocation = ({ file, line, column }: RunFailure): string =>
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
        const location = formatEntryLocation(failure);
        return (
          <li key={index}>
            <strong>{[...suite, name].join(' › ')}</strong>
            <span className="bad">{message}</span>
            {location !== '' && <code>{location}</code>}
          </li>
        );
      })}
    </ul>
  );

/** Whether a failure is one of the run and not of the shown execution. */
const isRunFailure = ({ name }: RunFailure): boolean => name === 'run.next';

/** Shows what was sent and received, if the history still contains it. */
const Exchange = ({ entry }: { readonly entry: RunEntry }) => {
  const { id, executionId, error: fault, failedTests, reason } = entry;
  const { data, error } = useExchange(executionId);
  if (executionId === null) return <p className="idle">{fault?.message ?? reason ?? 'Nothing was sent.'}</p>;
  if (error) return <p className="bad">{describeProblem(error)}</p>;
  if (data === undefined) return <p className="idle">Loading …</p>;
  if ('run' in data)
    return (
      <>
        <Failures failures={failedTests.filter(isRunFailure)} />
        <Result id={id as RequestId} run={data.run} hasOwnTab={hasFailed(entry)} />
      </>
    );
  return (
    <>
      {fault !== null && <p className="bad">{fault.message}</p>}
      <Failures failures={failedTests} />
      <p className="quiet">
        The history no longer has this exchange. It keeps only the newest executions, and a few of each
        request.
      </p>
    </>
  );
};

interface RunExchangeProps {
  readonly entry: RunEntry;
  readonly columns: VisibleColumns;
  /** Whether the request still exists. */
  readonly isThere: boolean;
  readonly onClose: () => void;
}

/** Shows one request of a run: its environment, row and iteration, what failed, and what was sent and received. */
const RunExchange = ({ entry, columns, isThere, onClose }: RunExchangeProps) => {
  const show = useShow();
  const { id, method, name, environment, iteration, row, attempts } = entry;
  const where = [
    ...(columns.environment ? [environment ?? 'no environment'] : []),
    ...(columns.iteration ? [`iteration ${iteration}`] : []),
    ...(row === undefined ? [] : [formatRunRow(row)]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
  ];
  return (
    <section className="result run-exchange" aria-label="Exchange">
      <div className="run-exchange-head">
        {method !== undefined && <Method method={method} />}
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

type RunViewMode = 'all' | 'failed' | 'grid';

/** Selects which entries are listed, and whether as a list or a table. */
const ModeSwitch = ({
  run: { entries, environments },
  shown,
  onShow,
}: {
  readonly run: DisplayedRun;
  readonly shown: RunViewMode;
  readonly onShow: (shown: RunViewMode) => void;
}) => (
  <div className="run-ways">
    <SegmentedControl
      label="Shown requests"
      value={shown}
      options={[
        { value: 'all', title: `All ${entries.length}` },
        { value: 'failed', title: `Failed ${entries.filter(hasFailed).length}` },
        ...(environments.length > 1 ? [{ value: 'grid' as const, title: 'Grid' }] : []),
      ]}
      onChange={onShow}
    />
  </div>
);

interface BodyProps {
  readonly run: DisplayedRun;
  readonly columns: VisibleColumns;
  readonly chosen: RunEntry | undefined;
  readonly onChoose: (entry: RunEntry) => void;
  readonly onClose: () => void;
  readonly actions: EntryActions;
}

const Body = ({ run, columns, chosen, onChoose, onClose, actions }: BodyProps) => {
  const [shown, show] = useState<RunViewMode>('all');
  const { entries, environments, durationMs, isInterrupted } = run;
  const listed = shown === 'failed' ? entries.filter(hasFailed) : entries;
  const isRunning = durationMs === undefined && !isInterrupted;
  return (
    <div className="run-body">
      <ModeSwitch run={run} shown={shown} onShow={show} />
      {shown === 'grid' ? (
        <RunGrid entries={entries} environments={environments} actions={actions} onOpen={onChoose} />
      ) : listed.length === 0 ? (
        <p className="quiet padded">
          {shown === 'failed' ? 'Nothing has failed.' : isRunning ? 'No results yet.' : 'Nothing ran.'}
        </p>
      ) : (
        <RunEntries
          entries={listed}
          columns={columns}
          chosen={chosen}
          onChoose={onChoose}
          onClose={onClose}
          actions={actions}
          isFollowing={isRunning && chosen === undefined}
        />
      )}
    </div>
  );
};

/** Shows the list of requests, and the details of the selected one below it. */
const SplitView = ({
  chosen,
  columns,
  actions,
  onClose,
  children,
}: Pick<BodyProps, 'chosen' | 'columns' | 'actions' | 'onClose'> & { readonly children: ReactNode }) => (
  <Group orientation="vertical">
    <Panel id="run-requests" minSize="96px">
      {children}
    </Panel>
    {chosen && (
      <>
        <Separator className="separator" aria-label="Size of the exchange" />
        <Panel id="run-exchange" defaultSize="55%" minSize="120px">
          <RunExchange
            key={`${chosen.id} ${chosen.iteration} ${chosen.environment ?? ''} ${chosen.executionId ?? ''}`}
            entry={chosen}
            columns={columns}
            isThere={actions.isThere(chosen.id)}
            onClose={onClose}
          />
        </Panel>
      </>
    )}
  </Group>
);

interface Props extends Pick<RunHeadProps, 'title' | 'run' | 'isStopping' | 'onStop'> {
  /** The arguments with which this page started the run; undefined if it did not start it. */
  readonly plan: RunArguments | undefined;
  readonly stored: readonly RunSummary[];
  readonly actions: EntryActions;
}

/** Shows a run: its progress or result, and its requests with their details. */
export const RunView = ({ plan, stored, actions, ...head }: Props) => {
  const { run, title } = head;
  const again = useRunAgain(title, run, plan);
  const [chosen, choose] = useState<RunEntry>();
  const [compared, compare] = useState<string>();
  const columns: VisibleColumns = { environment: run.environments.length > 1, iteration: hasIterations(run) };
  const close = (): void => choose(undefined);
  // Find the chosen entry again: when a run ends, its entries are replaced by new objects. An entry of the
  // compared run is not among them.
  const at = chosen && (run.entries.find((one) => one === chosen || isSame(one, chosen)) ?? chosen);
  return (
    <section className="run-view" aria-label="Run">
      <RunHead
        {...head}
        again={head.onStop ? undefined : again}
        earlier={stored.filter(({ id, startedAt }) => id !== run.id && startedAt < (run.startedAt ?? ''))}
        compared={compared}
        onCompare={(id) => {
          close();
          compare(id);
        }}
      />
      <SplitView columns={columns} actions={actions} chosen={at} onClose={close}>
        {compared === undefined ? (
          <Body run={run} columns={columns} actions={actions} chosen={at} onChoose={choose} onClose={close} />
        ) : (
          <RunComparison
            key={compared}
            columns={columns}
            actions={actions}
            earlier={compared}
            entries={run.entries}
            onOpen={choose}
          />
        )}
      </SplitView>
    </section>
  );
};

const isSame = (a: RunEntry, b: RunEntry): boolean =>
  a.id === b.id &&
  a.iteration === b.iteration &&
  a.environment === b.environment &&
  a.executionId === b.executionId;
