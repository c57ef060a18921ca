import type { RunSummary } from '@tandem/core';
import { Download, ListChecks, Play, RotateCcw, RotateCw, Square } from 'lucide-react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import '../style/runs.css';
import { Button, EmptyState, MenuItem, MenuSeparator, SubMenu, useIsNarrow } from '../kit/index.js';
import { describeProblem } from '../link/problem-words.js';
import { nothingReceived } from './run-progress.js';
import type { RunTarget } from './run-target.js';
import type { RequestId } from '../requests/saved-request.js';
import { displayRunProgress, displayRunView } from './shown-run.js';
import { useSay } from '../shell/notices/use-messages.js';
import { type RunsAgain, useRunAgain } from './use-run-again.js';
import { useChosenRun, useOwnRuns, useRunStore } from './use-run-store.js';
import { useStoredRun, useStoredRuns } from './use-stored-runs.js';
import type { ExecutionActions } from '../history/execution-actions.js';
import type { EntryActions } from './results/run-entries.js';
import { ExportEntries } from './run-head.js';
import { type ListedRun, mergeListedRuns, RunList, getRunTitle } from './run-list.js';
import { RunView } from './run-view.js';

interface Props {
  readonly actions: ExecutionActions;
  /** Opens the run dialog. */
  readonly onRun: (target: RunTarget) => void;
}

interface ChosenProps {
  readonly one: ListedRun;
  readonly stored: readonly RunSummary[];
  readonly actions: EntryActions;
}

/** The page's own copy of a run, else the stored one, such as if its report did not reach this page. */
const useDisplayedRun = ({ key, own, stored }: ListedRun) => {
  const problem = own?.end && 'problem' in own.end ? own.end.problem : undefined;
  const isRead = own === undefined || (problem !== undefined && stored !== undefined);
  const { view: read, error } = useStoredRun(isRead ? key : undefined);
  const view = own?.end && 'view' in own.end ? own.end.view : read;
  if (view !== undefined) return { run: displayRunView(view), error };
  return { run: own && displayRunProgress(own.progress, problem), error };
};

/** The selected run. */
const ChosenRun = ({ one, stored, actions }: ChosenProps) => {
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
  const begin = (again: RunsAgain): void => {
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

const Nothing = ({ error, isLoading }: { readonly error: Error | null; readonly isLoading: boolean }) => {
  if (error) return <p className="bad padded">{describeProblem(error)}</p>;
  if (isLoading) return <p className="quiet padded">Loading …</p>;
  return (
    <EmptyState icon={ListChecks} title="No runs yet">
      <p>A run sends many requests, with rows of data and in several environments if you like.</p>
    </EmptyState>
  );
};

/** The runs of the workspace, both running and stored. */
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
  return (
    <section className="runs" aria-label="Runs">
      <h1 className="spoken">Runs</h1>
      <Group key={String(isNarrow)} orientation={isNarrow ? 'vertical' : 'horizontal'}>
        <Panel id="runs" defaultSize={isNarrow ? '35%' : '30%'} minSize="160px">
          <div className="run-side">
            <Button icon={Play} isSmall onClick={() => onRun({ kind: 'workspace' })}>
              Run requests …
            </Button>
            {chosen === undefined ? (
              <Nothing error={error} isLoading={stored === undefined} />
            ) : (
              <RunList
                runs={listed}
                chosen={chosen}
                onChoose={store.choose}
                menu={<RunMenu key={chosen.key} one={chosen} />}
              />
            )}
          </div>
        </Panel>
        <Separator className="separator" aria-label="Size of the list of runs" />
        <Panel id="run" minSize="200px">
          {chosen && <ChosenRun key={chosen.key} one={chosen} stored={stored ?? []} actions={entries} />}
        </Panel>
      </Group>
    </section>
  );
};
