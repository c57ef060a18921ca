import { hasFailed, type RunEntry, type RunSummary } from '@tandem/core';
import { useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import { Segmented } from '../../kit/index.js';
import { failedAgain, hasHidden, type RunArguments } from '../../model/run-again.js';
import { hasIterations, type ShownRun } from '../../model/shown-run.js';
import { useRunStore } from '../../state/use-run-store.js';
import { RunComparison } from './run-comparison.js';
import { type Columns, RunEntries } from './run-entries.js';
import { RunExchange } from './run-exchange.js';
import { RunGrid } from './run-grid.js';
import { RunHead, type RunHeadProps } from './run-head.js';

type Shown = 'all' | 'failed' | 'grid';

/** The entries whose requests are listed, and in which way. */
const Ways = ({
  run: { entries, environments },
  shown,
  onShow,
}: {
  readonly run: ShownRun;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
}) => (
  <div className="run-ways">
    <Segmented
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
  readonly run: ShownRun;
  readonly columns: Columns;
  readonly chosen: RunEntry | undefined;
  readonly onChoose: (entry: RunEntry) => void;
}

const Body = ({ run, columns, chosen, onChoose }: BodyProps) => {
  const [shown, show] = useState<Shown>('all');
  const { entries, environments, durationMs, isInterrupted } = run;
  const listed = shown === 'failed' ? entries.filter(hasFailed) : entries;
  const isRunning = durationMs === undefined && !isInterrupted;
  return (
    <div className="run-body">
      <Ways run={run} shown={shown} onShow={show} />
      {shown === 'grid' ? (
        <RunGrid entries={entries} environments={environments} onOpen={onChoose} />
      ) : listed.length === 0 ? (
        <p className="quiet padded">
          {shown === 'failed' ? 'Nothing has failed.' : isRunning ? 'Nothing has ended yet.' : 'Nothing ran.'}
        </p>
      ) : (
        <RunEntries
          entries={listed}
          columns={columns}
          chosen={chosen}
          onChoose={onChoose}
          isFollowing={isRunning && chosen === undefined}
        />
      )}
    </div>
  );
};

/** The list of requests, and below it the exchange of the chosen one. */
const Requests = (
  props: BodyProps & { readonly isThere: (id: string) => boolean; readonly onClose: () => void },
) => {
  const { chosen, columns, isThere, onClose } = props;
  return (
    <Group orientation="vertical">
      <Panel id="run-requests" minSize="96px">
        <Body {...props} />
      </Panel>
      {chosen && (
        <>
          <Separator className="separator" aria-label="Size of the exchange" />
          <Panel id="run-exchange" defaultSize="55%" minSize="120px">
            <RunExchange
              key={props.run.entries.indexOf(chosen)}
              entry={chosen}
              columns={columns}
              isThere={isThere(chosen.id)}
              onClose={onClose}
            />
          </Panel>
        </>
      )}
    </Group>
  );
};

const hiddenRows =
  'The rows of this run held secrets, which are hidden in its report. Run it with the data file instead.';

interface Props extends Pick<RunHeadProps, 'title' | 'run' | 'isStopping' | 'onStop'> {
  /** How it was started, if this page did. */
  readonly plan: RunArguments | undefined;
  readonly stored: readonly RunSummary[];
  readonly isThere: (id: string) => boolean;
}

/** A run: how it goes or went, its requests, and their exchanges. */
export const RunView = ({ plan, stored, isThere, ...head }: Props) => {
  const { run, title } = head;
  const store = useRunStore();
  const [chosen, choose] = useState<RunEntry>();
  const [compared, compare] = useState<string>();
  const columns: Columns = { environment: run.environments.length > 1, iteration: hasIterations(run) };
  const again = head.onStop ? undefined : failedAgain(run.entries, plan);
  const onAgain =
    again &&
    (() =>
      hasHidden(again.rows)
        ? Promise.resolve(hiddenRows)
        : store.start(title.startsWith('Failed of ') ? title : `Failed of ${title}`, again));
  // A run that ends has the same entries anew.
  const at = chosen && run.entries.find((one) => one === chosen || isSame(one, chosen));
  return (
    <section className="run-view" aria-label="Run">
      <RunHead
        {...head}
        onAgain={onAgain}
        earlier={stored.filter(({ id, startedAt }) => id !== run.id && startedAt < (run.startedAt ?? ''))}
        compared={compared}
        onCompare={compare}
      />
      {compared === undefined ? (
        <Requests
          {...{ run, columns, isThere }}
          chosen={at}
          onChoose={choose}
          onClose={() => choose(undefined)}
        />
      ) : (
        <RunComparison key={compared} earlier={compared} entries={run.entries} columns={columns} />
      )}
    </section>
  );
};

const isSame = (a: RunEntry, b: RunEntry): boolean =>
  a.id === b.id &&
  a.iteration === b.iteration &&
  a.environment === b.environment &&
  a.executionId === b.executionId;
