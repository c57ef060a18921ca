import type { ReportFormat, RunSummary } from '@tandem/core';
import { Download, RotateCcw, Square } from 'lucide-react';
import { useState } from 'react';

import { Badge, Button, Menu, MenuItem, saveFile, Select, type Tone } from '../../kit/index.js';
import { useLink } from '../../link/use-link.js';
import { counted } from '../../model/counted.js';
import { momentOf } from '../../model/execution-words.js';
import { problemWords } from '../../model/problem-words.js';
import { formats, runFileName } from '../../model/run-file.js';
import { countWords } from '../../model/run-words.js';
import { duration } from '../../model/show-body.js';
import type { ShownRun } from '../../model/shown-run.js';
import { useSay } from '../../state/said.js';
import { renderRun } from '../../state/use-stored-runs.js';

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

const sizeOf = ({ requests, failed, error }: ShownRun['counts']): string =>
  `${counted(requests, 'request')}, ${failed + error === 0 ? 'none' : failed + error} failed`;

/** Saves the report in a format of the reporters. */
const ExportMenu = ({ id, startedAt }: { readonly id: string; readonly startedAt: string }) => {
  const link = useLink();
  const say = useSay();
  const save = async (format: ReportFormat): Promise<void> => {
    const name = runFileName(startedAt, format);
    try {
      saveFile(name, new Blob([await renderRun(link, id, format)], { type: formats[format].type }));
      say(`Saved ${name}.`);
    } catch (error) {
      say(`Not saved: ${problemWords(error)}`);
    }
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={Download} isSmall>
          Export
        </Button>
      }
    >
      {(Object.keys(formats) as ReportFormat[]).map((format) => (
        <MenuItem key={format} note={format} onSelect={() => void save(format)}>
          {formats[format].title}
        </MenuItem>
      ))}
    </Menu>
  );
};

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
  /** Runs that it can be compared with, newest first. */
  readonly earlier: readonly RunSummary[];
  readonly compared: string | undefined;
  readonly onCompare: (id: string | undefined) => void;
}

const Actions = ({ run, isStopping, onStop, onAgain, earlier, compared, onCompare }: RunHeadProps) => {
  const [problem, setProblem] = useState<string>();
  const now = new Date();
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
        {earlier.length > 0 && (
          <Select
            label="Compare with"
            className="run-compare"
            value={compared ?? ''}
            options={[
              { value: '', title: 'Compare with …' },
              ...earlier.map(({ id, startedAt, counts }) => ({
                value: id,
                title: `Compared with ${momentOf(startedAt, now)}`,
                note: sizeOf(counts),
              })),
            ]}
            onChange={(id) => onCompare(id === '' ? undefined : id)}
          />
        )}
        {onStop === undefined && run.id !== undefined && run.startedAt !== undefined && (
          <ExportMenu id={run.id} startedAt={run.startedAt} />
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
      {/* It is read out once the run has ended: before that it changes ten times a second. */}
      <p className="quiet" role={onStop ? undefined : 'status'}>
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
