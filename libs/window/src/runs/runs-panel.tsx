import type { RunSummary } from '@tandem/core';
import { Download, ListChecks, Play, RotateCcw, RotateCw, Square } from 'lucide-react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { KeyboardEvent, ReactNode } from 'react';

import {
  Button,
  EmptyState,
  MenuItem,
  MenuSeparator,
  SubMenu,
  useIsNarrow,
  ContextMenu,
  findStepTarget,
} from '../kit/index.js';
import { describeProblem } from '../link/problem-words.js';
import {
  nothingReceived,
  displayRunProgress,
  displayRunView,
  formatOutcomeCounts,
  type DisplayedRun,
} from './run-progress.js';
import type { RunTarget } from './run-target.js';
import type { RequestId } from '../requests/saved-request.js';
import { useSay } from '../shell/page.js';
import {
  type StartRerun,
  useRunAgain,
  useChosenRun,
  useOwnRuns,
  useRunStore,
  useStoredRun,
  useStoredRuns,
} from './use-runs.js';
import type { ExecutionActions } from '../history/execution-actions.js';
import type { EntryActions } from './run-entries.js';
import { ExportEntries } from './run-head.js';
import { RunView } from './run-view.js';
import { formatCount } from '../shell/phrases.js';
import { formatMoment } from '../response/outcome.js';
import { formatDuration } from '../response/body/show-body.js';
import type { OwnRun } from './run-store.js';
import '../style/runs.css';

/** A run in the list: started by this page, stored, or both. */
interface ListedRun {
  /** The run's id, or its key if it is not stored yet. */
  readonly key: string;
  readonly own: OwnRun | undefined;
  readonly stored: RunSummary | undefined;
}

/** Merges the lists of runs, newest first. Runs that are not stored yet are at the top. */
const mergeListedRuns = (own: readonly OwnRun[], stored: readonly RunSummary[]): readonly ListedRun[] => {
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

/** Returns the title with which a run was started, otherwise its stored name, otherwise its number of requests. */
const getRunTitle = ({ own, stored }: ListedRun): string =>
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

interface RunListProps {
  readonly runs: readonly ListedRun[];
  readonly chosen: ListedRun | undefined;
  readonly onChoose: (key: string) => void;
  /** The menu entries of the selected run. */
  readonly menu: ReactNode;
}

/** Lists the runs of the workspace. One can be selected by keyboard or mouse. */
const RunList = ({ runs, chosen, onChoose, menu }: RunListProps) => {
  const at = runs.findIndex(({ key }) => key === chosen?.key);
  const now = new Date();
  const hear = (event: KeyboardEvent): void => {
    const next = runs[findStepTarget(event.key, at, runs.length - 1) ?? -1];
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

interface Props {
  readonly actions: ExecutionActions;
  /** Opens the run dialog. */
  readonly onRun: (target: RunTarget) => void;
}

interface ChosenRunProps {
  readonly one: ListedRun;
  readonly stored: readonly RunSummary[];
  readonly actions: EntryActions;
}

/** The run as this page has received it, or the stored run, for example if this page did not receive the report. */
const useDisplayedRun = ({ key, own, stored }: ListedRun) => {
  const problem = own?.end && 'problem' in own.end ? own.end.problem : undefined;
  const isRead = own === undefined || (problem !== undefined && stored !== undefined);
  const { view: read, error } = useStoredRun(isRead ? key : undefined);
  const view = own?.end && 'view' in own.end ? own.end.view : read;
  if (view !== undefined) return { run: displayRunView(view), error };
  return { run: own && displayRunProgress(own.progress, problem), error };
};

/** The selected run. */
const ChosenRun = ({ one, stored, actions }: ChosenRunProps) => {
  const store = useRunStore();
  const { own } = one;
  const { run, error } = useDisplayedRun(one);
  if (run === undefined)
    return error ? <p className="bad padded">{describeProblem(error)}</p> : <p className="idle">Loading …</p>;
  return (
    <RunView
      title={getRunTitle(one)}
      run={run}
      plan={own?.plan}
      stored={stored}
      actions={actions}
      isStopping={own?.isStopping ?? false}
      onStop={own && own.end === undefined ? () => store.stop(own.key) : undefined}
    />
  );
};

/** The menu entries of a run. */
const RunMenu = ({ one }: { readonly one: ListedRun }) => {
  const { run = displayRunProgress(nothingReceived) } = useDisplayedRun(one);
  const { all, failed } = useRunAgain(getRunTitle(one), run, one.own?.plan);
  const store = useRunStore();
  const say = useSay();
  const begin = (again: StartRerun): void => {
    void again().then((problem) => problem !== undefined && say(`Not run: ${problem}`));
  };
  const { own } = one;
  if (own && own.end === undefined)
    return (
      <MenuItem icon={Square} isDisabled={own.isStopping} onSelect={() => store.stop(own.key)}>
        Stop
      </MenuItem>
    );
  return (
    <>
      <MenuItem icon={RotateCw} isDisabled={all === undefined} onSelect={() => all && begin(all)}>
        Run again
      </MenuItem>
      <MenuItem icon={RotateCcw} isDisabled={failed === undefined} onSelect={() => failed && begin(failed)}>
        Run failed again
      </MenuItem>
      {run.id !== undefined && run.startedAt !== undefined && (
        <>
          <MenuSeparator />
          <SubMenu title="Export" icon={Download}>
            <ExportEntries id={run.id} startedAt={run.startedAt} />
          </SubMenu>
        </>
      )}
    </>
  );
};

/** Shown instead of the list and the run while there are no runs, or while they are loading. */
const EmptyRuns = ({
  error,
  isLoading,
  start,
}: {
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly start: ReactNode;
}) => {
  if (error) return <p className="bad padded">{describeProblem(error)}</p>;
  if (isLoading) return <p className="quiet padded">Loading …</p>;
  return (
    <EmptyState icon={ListChecks} title="No runs yet" actions={start}>
      <p>A run sends many requests, optionally with rows of data and in several environments.</p>
    </EmptyState>
  );
};

/** Shows the runs of the workspace, both running and stored ones. */
export const RunsPanel = ({ actions, onRun }: Props) => {
  const { runs: stored, error } = useStoredRuns();
  const own = useOwnRuns();
  const store = useRunStore();
  const key = useChosenRun();
  const isNarrow = useIsNarrow();
  const entries: EntryActions = {
    isThere: (id) => actions.isThere({ requestId: id }),
    run: (id) => onRun({ kind: 'request', id: id as RequestId }),
  };
  const listed = mergeListedRuns(own, stored ?? []);
  const chosen =
    listed.find((one) => one.key === key || (key !== undefined && one.own?.key === key)) ?? listed[0];
  const start = (
    <Button icon={Play} isSmall onClick={() => onRun({ kind: 'workspace' })}>
      Run requests …
    </Button>
  );
  if (chosen === undefined)
    return (
      <section className="runs" aria-label="Runs">
        <h1 className="spoken">Runs</h1>
        <EmptyRuns error={error} isLoading={stored === undefined} start={start} />
      </section>
    );
  return (
    <section className="runs" aria-label="Runs">
      <h1 className="spoken">Runs</h1>
      <Group key={String(isNarrow)} orientation={isNarrow ? 'vertical' : 'horizontal'}>
        <Panel id="runs" defaultSize={isNarrow ? '35%' : '30%'} minSize="160px">
          <div className="run-side">
            {start}
            <RunList
              runs={listed}
              chosen={chosen}
              onChoose={store.choose}
              menu={<RunMenu key={chosen.key} one={chosen} />}
            />
          </div>
        </Panel>
        <Separator className="separator" aria-label="Size of the list of runs" />
        <Panel id="run" minSize="200px">
          <ChosenRun key={chosen.key} one={chosen} stored={stored ?? []} actions={entries} />
        </Panel>
      </Group>
    </section>
  );
};
