import { RotateCcw, Square } from 'lucide-react';
import { useState } from 'react';

import { Badge, Button, type Tone } from '../../kit/index.js';
import { counted } from '../../model/counted.js';
import { countWords } from '../../model/run-words.js';
import { duration } from '../../model/show-body.js';
import type { ShownRun } from '../../model/shown-run.js';

const stateOf = ({ durationMs, isInterrupted, isGreen }: ShownRun): readonly [Tone, string] => {
  if (isInterrupted) return ['warn', 'Stopped'];
  if (durationMs === undefined) return ['accent', 'Running'];
  return isGreen ? ['good', 'Passed'] : ['bad', 'Failed'];
};

const factsOf = ({ counts, environments, durationMs }: ShownRun): string =>
  [
    counted(counts.requests, 'request'),
    ...(counts.requests === 0 ? [] : [countWords(counts)]),
    `${counts.testsPassed} of ${counted(counts.testsPassed + counts.testsFailed, 'test')} passed`,
    ...(environments.length === 1 && environments[0] !== null ? [environments[0] ?? ''] : []),
    ...(durationMs === undefined ? [] : [duration(durationMs)]),
  ].join(' · ');

const Progress = ({ run: { counts, total, current } }: { readonly run: ShownRun }) => (
  <div className="run-progress">
    <progress value={counts.requests} max={Math.max(total, 1)} aria-label="Requests that have run" />
    <span className="quiet run-current">
      {counts.requests} of {total}
      {current[0] !== undefined && ` · ${current[0].replaceAll('/', ' / ')}`}
      {current.length > 1 && ` and ${current.length - 1} more`}
    </span>
  </div>
);

export interface RunHeadProps {
  readonly title: string;
  readonly run: ShownRun;
  readonly isStopping: boolean;
  /** Stops the run; absent once it has ended. */
  readonly onStop: (() => void) | undefined;
  /** Runs again what failed, and resolves with why it does not; absent if nothing did. */
  readonly onAgain: (() => Promise<string | undefined>) | undefined;
}

const Actions = ({ isStopping, onStop, onAgain }: RunHeadProps) => {
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <div className="row run-actions">
        {onStop && (
          <Button icon={Square} isSmall disabled={isStopping} onClick={onStop}>
            {isStopping ? 'Stopping …' : 'Stop'}
          </Button>
        )}
        {onAgain && (
          <Button icon={RotateCcw} isSmall onClick={() => void onAgain().then(setProblem)}>
            Run failed again
          </Button>
        )}
      </div>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </>
  );
};

/** What a run is and how it went, with what can be done with it. */
export const RunHead = (props: RunHeadProps) => {
  const { title, run, onStop } = props;
  const [tone, state] = stateOf(run);
  return (
    <header className="run-head">
      <div className="row">
        <h2>{title}</h2>
        <Badge tone={tone}>{state}</Badge>
      </div>
      <p className="quiet" role="status">
        {factsOf(run)}
      </p>
      {run.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      {onStop && <Progress run={run} />}
      <Actions {...props} />
    </header>
  );
};
