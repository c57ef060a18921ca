import '../../style/runs.css';

import type { RunSummary } from '@tandem/core';
import { ListChecks, Play } from 'lucide-react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import { Button, EmptyState, useIsNarrow } from '../../kit/index.js';
import { problemWords } from '../../model/problem-words.js';
import type { RunTarget } from '../../model/run-target.js';
import { shownProgress, shownView } from '../../model/shown-run.js';
import { useChosenRun, useOwnRuns, useRunStore } from '../../state/use-run-store.js';
import { useStoredRun, useStoredRuns } from '../../state/use-stored-runs.js';
import type { ExecutionActions } from '../history/execution-actions.js';
import { type ListedRun, listedRuns, RunList, titleOf } from './run-list.js';
import { RunView } from './run-view.js';

interface Props {
  readonly actions: ExecutionActions;
  /** Asks how requests run. */
  readonly onRun: (target: RunTarget) => void;
}

interface ChosenProps {
  readonly one: ListedRun;
  readonly stored: readonly RunSummary[];
  readonly actions: ExecutionActions;
}

/** A run as this page has it, else as it is stored: also one whose report did not reach this page. */
const useShown = ({ key, own, stored }: ListedRun) => {
  const problem = own?.end && 'problem' in own.end ? own.end.problem : undefined;
  const isRead = own === undefined || (problem !== undefined && stored !== undefined);
  const { view: read, error } = useStoredRun(isRead ? key : undefined);
  const view = own?.end && 'view' in own.end ? own.end.view : read;
  if (view !== undefined) return { run: shownView(view), error };
  return { run: own && shownProgress(own.progress, problem), error };
};

/** The chosen run. */
const Chosen = ({ one, stored, actions }: ChosenProps) => {
  const store = useRunStore();
  const { own } = one;
  const { run, error } = useShown(one);
  if (run === undefined)
    return error ? <p className="bad padded">{problemWords(error)}</p> : <p className="idle">Loading …</p>;
  return (
    <RunView
      title={titleOf(one)}
      run={run}
      plan={own?.plan}
      stored={stored}
      isThere={(id) => actions.isThere({ requestId: id })}
      isStopping={own?.isStopping ?? false}
      onStop={own && own.end === undefined ? () => store.stop(own.key) : undefined}
    />
  );
};

const Nothing = ({ error, isLoading }: { readonly error: Error | null; readonly isLoading: boolean }) => {
  if (error) return <p className="bad padded">{problemWords(error)}</p>;
  if (isLoading) return <p className="quiet padded">Loading …</p>;
  return (
    <EmptyState icon={ListChecks} title="Nothing has run yet">
      <p>A run sends many requests, with rows of data and in several environments if you like.</p>
    </EmptyState>
  );
};

/** The runs of the workspace: those that go on, and those that are stored. */
export const RunsPanel = ({ actions, onRun }: Props) => {
  const { runs: stored, error } = useStoredRuns();
  const own = useOwnRuns();
  const store = useRunStore();
  const key = useChosenRun();
  const isNarrow = useIsNarrow();
  const listed = listedRuns(own, stored ?? []);
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
              <RunList runs={listed} chosen={chosen} onChoose={store.choose} />
            )}
          </div>
        </Panel>
        <Separator className="separator" aria-label="Size of the list of runs" />
        <Panel id="run" minSize="200px">
          {chosen && <Chosen key={chosen.key} one={chosen} stored={stored ?? []} actions={actions} />}
        </Panel>
      </Group>
    </section>
  );
};
