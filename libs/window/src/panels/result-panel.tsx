import { ownValue } from '@tandem/core/codec';
import type {
  ExecutionFault,
  ExecutionId,
  ExecutionResult,
  ExecutionSummary,
  ResponseSummary,
} from '@tandem/core';
import { useEffect, useState } from 'react';

import { faultWords } from '../model/fault-advice.js';
import { outcomeOf, spokenOf } from '../model/outcome.js';
import type { Done, Run } from '../model/runs.js';
import type { RequestId } from '../model/saved-request.js';
import { byteSize, duration, statusTone } from '../model/show-body.js';
import { useHistory, useKept } from '../state/use-history.js';
import { ResponseTabs } from './response-tabs.js';

const Figures = ({ response, mocked }: { readonly response: ResponseSummary; readonly mocked: boolean }) => (
  <p className="figures">
    <strong className={`status-code ${statusTone(response.status)}`}>
      {response.status} {response.statusText}
    </strong>
    <span title="Time in the network">{duration(response.time)}</span>
    <span title="Size">{byteSize(response.size)}</span>
    {mocked && <span className="tag">mocked</span>}
  </p>
);

const Failure = ({
  message,
  code,
  advice,
  isStopped = false,
}: {
  readonly message: string;
  readonly code?: string;
  readonly advice: string | undefined;
  /** Whether a person wanted it to end. */
  readonly isStopped?: boolean;
}) => (
  <div className={isStopped ? 'failure stopped' : 'failure'}>
    <p>
      <strong>{message}</strong>
    </p>
    {advice !== undefined && <p>{advice}</p>}
    {code !== undefined && <code>{code}</code>}
  </div>
);

const Fault = ({ error }: { readonly error: ExecutionFault }) => {
  const { what, advice } = faultWords(error);
  const { code } = error;
  return <Failure message={what} code={code} advice={advice} isStopped={code === 'CANCELLED'} />;
};

const Warnings = ({ diagnostics }: Pick<ExecutionResult, 'diagnostics'>) =>
  diagnostics.length === 0 ? null : (
    <ul className="diagnostics" aria-label="Warnings">
      {diagnostics.map(({ message }, index) => (
        <li key={index}>{message}</li>
      ))}
    </ul>
  );

const Result = ({ id, run }: { readonly id: RequestId; readonly run: Done }) => {
  const { result } = run;
  const { response, error, lifecycle, diagnostics } = result;
  const { tone, sentence } = outcomeOf(result);
  return (
    <>
      <div className="summary">
        {response && <Figures response={response} mocked={lifecycle.mocked} />}
        {!error && <p className={`outcome ${tone}`}>{sentence}</p>}
      </div>
      {error && <Fault error={error} />}
      <Warnings diagnostics={diagnostics} />
      <ResponseTabs id={id} run={run} />
    </>
  );
};

const steps: Readonly<Record<string, string>> = {
  interpolate: 'Resolving variables',
  onRequest: 'Running onRequest',
  send: 'Waiting for the response',
  onResponse: 'Running onResponse',
  persist: 'Saving variables',
  onTest: 'Running tests',
};

/** How often the time that has passed is shown anew, in milliseconds. */
const tickMs = 100;

/** What a run is doing, and for how long it has been running. */
const Waiting = ({ run: { step, began } }: { readonly run: Extract<Run, { readonly kind: 'running' }> }) => {
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
      {ownValue(steps, step ?? '') ?? 'Running'} …{' '}
      <span className="elapsed" role="timer" aria-label="Elapsed">
        {(Math.max(0, now - began) / 1_000).toFixed(1)} s
      </span>
    </p>
  );
};

const Shown = ({ id, run }: { readonly id: RequestId; readonly run: Run | undefined }) => {
  if (run === undefined) {
    return (
      <p className="idle">
        Send the request to see its response here. <kbd>Ctrl</kbd> <kbd>Enter</kbd>
      </p>
    );
  }
  if (run.kind === 'running') return <Waiting run={run} />;
  if (run.kind === 'refused') return <Failure message={run.message} advice={run.hint} />;
  return <Result key={run.result.executionId} id={id} run={run} />;
};

const wordsFor = ({ status, error, durationMs, startedAt }: ExecutionSummary): string =>
  `${error ?? status ?? 'no response'} · ${duration(durationMs)} · ${new Date(startedAt).toLocaleTimeString()}`;

/** What is shown of a request's runs: the one that is chosen, else the last here, else the newest that is kept. */
const useShownRun = (id: RequestId, last: Run | undefined) => {
  const history = useHistory(id);
  const [chosen, setChosen] = useState<{ readonly id: ExecutionId; readonly beside: Run | undefined }>();
  // A choice holds until there is another last run.
  const choice = chosen?.beside === last ? chosen?.id : undefined;
  const lastId = last?.kind === 'done' ? last.result.executionId : undefined;
  const wanted = choice ?? (last === undefined ? history[0]?.id : undefined);
  const kept = useKept(wanted === lastId ? undefined : wanted);
  return {
    history,
    shown: kept !== undefined && wanted !== lastId ? kept : last,
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
}: Pick<ReturnType<typeof useShownRun>, 'history' | 'shownId' | 'choose'>) =>
  history.length === 0 ? null : (
    <select
      aria-label="History"
      value={history.some(({ id }) => id === shownId) ? shownId : ''}
      onChange={({ target }) => {
        choose(target.value);
      }}
    >
      <option value="" hidden>
        History
      </option>
      {history.map((one) => (
        <option key={one.id} value={one.id}>
          {wordsFor(one)}
        </option>
      ))}
    </select>
  );

interface Props {
  readonly id: RequestId;
  /** The last run in this page. */
  readonly run: Run | undefined;
  readonly placement: 'right' | 'below';
  /** Left out where there is no choice. */
  readonly onPlace?: (placement: 'right' | 'below') => void;
}

/** The result of the last run, or of the one that is chosen from the history. */
export const ResultPanel = ({ id, run, placement, onPlace }: Props) => {
  const { shown, ...past } = useShownRun(id, run);
  const other = placement === 'right' ? 'below' : 'right';
  return (
    <section className="result" aria-label="Result" aria-busy={run?.kind === 'running'}>
      <p className="spoken" role="status">
        {spokenOf(run)}
      </p>
      <div className="result-bar">
        <h2>Response</h2>
        <History {...past} />
        {onPlace && (
          <button
            type="button"
            className="icon place"
            data-place={other}
            aria-label={other === 'below' ? 'Show below' : 'Show on the right'}
            title={other === 'below' ? 'Show below' : 'Show on the right'}
            onClick={() => {
              onPlace(other);
            }}
          />
        )}
      </div>
      <Shown id={id} run={shown} />
    </section>
  );
};
