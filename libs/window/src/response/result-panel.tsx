import { getOwnValue } from '@tandem/core/codec';
import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { PanelBottom, PanelRight } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';

import { IconButton, Kbd, Select } from '../kit/index.js';
import { useShortcut } from '../settings/preferences.js';
import { getExecutionMark, formatMoment, formatResult, formatAnnouncement } from './outcome.js';
import type { ReadStream, Run } from '../requests/sending/runs.js';
import { type SendObstacle, useSendObstacle } from '../requests/drafts/use-drafts.js';
import type { RequestId } from '../requests/saved-request.js';
import { useLastRun, useReportPart } from '../shell/workspace-stores.js';
import { useHistory, useStoredExecution } from '../history/use-history.js';
import type { Comparison } from './compare.js';
import { lazy } from '../served/lazy.js';
import { loadPart } from '../served/trust.js';

/** Loaded soon after the page, before anything is sent. */
const loadResult = () => loadPart(() => import('./result.js'));
const Result = lazy(async () => ({ default: (await loadResult()).Result }));
const Failure = lazy(async () => ({ default: (await loadResult()).Failure }));
const ResultTools = lazy(async () => ({ default: (await import('./result-tools.js')).ResultTools }));
const ResultComparison = lazy(async () => ({ default: (await import('./compare.js')).ResultComparison }));
const EventList = lazy(async () => ({ default: (await import('./body/event-list.js')).EventList }));

const steps: Readonly<Record<string, string>> = {
  needs: 'Running dependencies',
  interpolate: 'Resolving variables',
  onRequest: 'Running onRequest',
  send: 'Waiting for the response',
  onResponse: 'Running onResponse',
  persist: 'Saving variables',
  onTest: 'Running tests',
};

/** How often the elapsed time is updated, in milliseconds. */
const tickMs = 100;

const describeReceivedEvents = ({ count }: ReadStream): string => `Receiving events: ${count} so far`;

/** Shows the current step of a run, and the time since the run started. */
const RunningView = ({
  run: { step, began, stream },
}: {
  readonly run: Extract<Run, { readonly kind: 'running' }>;
}) => {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = window.setInterval(() => {
      setNow(performance.now());
    }, tickMs);
    return () => {
      window.clearInterval(timer);
    };
  }, []);
  return (
    <p className="idle busy">
      {stream ? describeReceivedEvents(stream) : (getOwnValue(steps, step ?? '') ?? 'Running')} …{' '}
      <span className="elapsed" role="timer" aria-label="Elapsed">
        {(Math.max(0, now - began) / 1_000).toFixed(1)} s
      </span>
    </p>
  );
};

const obstacles: Readonly<Record<SendObstacle, string>> = {
  deleted: 'This request was deleted, so it cannot be sent. Keep it as a new request to send it.',
  disconnected: 'The request can be sent once the page has reconnected.',
};

/** Says how to get a response, or why there can be none now. */
const IdleView = ({ id }: { readonly id: RequestId }) => {
  const obstacle = useSendObstacle(id);
  const keys = useShortcut('send');
  return (
    <p className="idle">
      {obstacle === undefined ? (
        <>
          Send the request to see its response here. <Kbd keys={keys} />
        </>
      ) : (
        obstacles[obstacle]
      )}
    </p>
  );
};

const ResultView = ({ id, run }: { readonly id: RequestId; readonly run: Run | undefined }) => {
  if (run === undefined) return <IdleView id={id} />;
  if (run.kind === 'running')
    return (
      <>
        <RunningView run={run} />
        {run.stream && (
          <Suspense>
            <EventList stream={run.stream} isRunning />
          </Suspense>
        )}
      </>
    );
  if (run.kind === 'refused') return <Failure message={run.message} advice={run.hint} />;
  return <Result key={run.result.executionId} id={id} run={run} />;
};

/** Converts an execution to an option: its mark, result and time. */
const toOption = (one: ExecutionSummary, now: Date) => {
  const { tone, name } = getExecutionMark(one);
  return {
    value: one.id,
    title: `${formatResult(one)} · ${formatMoment(one.startedAt, now)}`,
    mark: <span className={`mark ${tone}`} role="img" aria-label={name} />,
  };
};

/** The run to show for a request: the selected one, otherwise the last one in this page, otherwise the newest stored one. */
const useDisplayedRun = (id: RequestId, last: Run | undefined) => {
  const history = useHistory(id);
  const [chosen, setChosen] = useState<{ readonly id: ExecutionId; readonly beside: Run | undefined }>();
  // A selected execution is shown until the request runs again.
  const choice = chosen?.beside === last ? chosen?.id : undefined;
  const lastId = last?.kind === 'done' ? last.result.executionId : undefined;
  const wanted = choice ?? (last === undefined ? history[0]?.id : undefined);
  const stored = useStoredExecution(wanted === lastId ? undefined : wanted);
  return {
    history,
    shown: stored !== undefined && wanted !== lastId ? stored : last,
    shownId: wanted ?? lastId,
    choose: (wished: string): void => {
      const found = history.find((one) => one.id === wished);
      if (found) setChosen({ id: found.id, beside: last });
    },
  };
};

const History = ({
  history,
  shownId,
  choose,
}: Pick<ReturnType<typeof useDisplayedRun>, 'history' | 'shownId' | 'choose'>) => {
  // Memoized, because the panel renders at every step of a run, and formatting times is slower than rendering
  // the rest.
  const options = useMemo(() => history.map((one) => toOption(one, new Date())), [history]);
  return options.length === 0 ? null : (
    <Select
      label="History"
      look="quiet"
      placeholder="History"
      className="history-choice"
      value={history.find(({ id }) => id === shownId)?.id}
      options={options}
      onChange={choose}
    />
  );
};

/**
 * Scrolls the pane into view when a run ends. In a low window, the pane is below the request and may be out of view. A person who has
 * typed or scrolled during the run stays where they are.
 */
const useScrollToEnd = (run: Run | undefined) => {
  const pane = useRef<HTMLElement>(null);
  const isRunning = run?.kind === 'running';
  const isWaited = useRef(false);
  useEffect(() => {
    if (!isRunning) {
      if (isWaited.current) pane.current?.scrollIntoView({ block: 'nearest' });
      isWaited.current = false;
      return undefined;
    }
    isWaited.current = true;
    const leave = (): void => {
      isWaited.current = false;
    };
    for (const type of ['input', 'wheel'])
      window.addEventListener(type, leave, { capture: true, passive: true });
    return () => {
      for (const type of ['input', 'wheel']) window.removeEventListener(type, leave, { capture: true });
    };
  }, [isRunning]);
  return pane;
};

interface Props {
  readonly id: RequestId;
  readonly placement: 'right' | 'below';
  /** Called with the chosen placement; absent if there is no choice. */
  readonly onPlace?: (placement: 'right' | 'below') => void;
}

/** Shows the result of the last run, or of an execution that was selected from the history. */
export const ResultPanel = ({ id, placement, onPlace }: Props) => {
  const run = useLastRun(id);
  const pane = useScrollToEnd(run);
  const { shown, ...past } = useDisplayedRun(id, run);
  useReportPart('executionId', past.shownId);
  const [compared, setCompared] = useState<Comparison>();
  const baseline = compared?.shown === past.shownId ? compared?.baseline : undefined;
  const spoken = useMemo(() => formatAnnouncement(run), [run]);
  const result = shown?.kind === 'done' ? shown.result : undefined;
  const other = placement === 'right' ? 'below' : 'right';
  useEffect(() => void loadResult(), []);
  return (
    <section
      ref={pane}
      className="result"
      aria-label="Result"
      aria-busy={run?.kind === 'running'}
      data-pane
      tabIndex={-1}
    >
      <p className="spoken" role="status">
        {spoken}
      </p>
      <div className="result-bar">
        <h2>Response</h2>
        <History {...past} />
        <Suspense>
          {result && <ResultTools id={id} result={result} history={past.history} onCompare={setCompared} />}
        </Suspense>
        {onPlace && (
          <IconButton
            icon={other === 'below' ? PanelBottom : PanelRight}
            label={other === 'below' ? 'Show below' : 'Show on the right'}
            onClick={() => {
              onPlace(other);
            }}
          />
        )}
      </div>
      <Suspense>
        {result && baseline ? (
          <ResultComparison baseline={baseline} result={result} onClose={() => setCompared(undefined)} />
        ) : (
          <ResultView id={id} run={shown} />
        )}
      </Suspense>
    </section>
  );
};
