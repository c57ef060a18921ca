import type { ReportFormat, RunSummary } from '@tandem/core';
import { Download, RotateCcw, RotateCw, Square } from 'lucide-react';
import { useState } from 'react';

import { Badge, Button, Menu, MenuItem, Select, type Tone, saveFile } from '../kit/index.js';
import { formatCount } from '../shell/phrases.js';
import { formatMoment } from '../response/outcome.js';
import { formatOutcomeCounts, type DisplayedRun } from './run-progress.js';
import { formatDuration } from '../response/body/show-body.js';
import { type useRunAgain, renderRun } from './use-runs.js';
import { useLink } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { useSay } from '../shell/page.js';

/** The label, file extension and media type of each report format. */
const formats: Readonly<
  Record<ReportFormat, { readonly title: string; readonly ending: string; readonly type: string }>
> = {
  html: { title: 'HTML page', ending: 'html', type: 'text/html' },
  junit: { title: 'JUnit XML', ending: 'xml', type: 'application/xml' },
  json: { title: 'JSON', ending: 'json', type: 'application/json' },
  spec: { title: 'Text', ending: 'txt', type: 'text/plain' },
  dot: { title: 'Dots', ending: 'dot.txt', type: 'text/plain' },
  tap: { title: 'TAP', ending: 'tap', type: 'text/plain' },
  github: { title: 'GitHub annotations', ending: 'github.txt', type: 'text/plain' },
};

/** Formats the file name for the report of a run. `startedAt` is in ISO 8601. */
const formatRunFileName = (startedAt: string, format: ReportFormat): string =>
  `run-${startedAt.slice(0, 19).replaceAll(':', '-')}.${formats[format].ending}`;

/** Saves the report of a run as a file in a reporter's format, and confirms it. */
const useExportRun = () => {
  const link = useLink();
  const say = useSay();
  return async (id: string, startedAt: string, format: ReportFormat): Promise<void> => {
    const name = formatRunFileName(startedAt, format);
    try {
      saveFile(name, new Blob([await renderRun(link, id, format)], { type: formats[format].type }));
      say(`Saved ${name}.`);
    } catch (error) {
      say(`Not saved: ${describeProblem(error)}`);
    }
  };
};

const getRunState = ({ durationMs, isInterrupted, isGreen }: DisplayedRun): readonly [Tone, string] => {
  if (isInterrupted) return ['warn', 'Stopped'];
  if (durationMs === undefined) return ['accent', 'Running'];
  return isGreen ? ['good', 'Passed'] : ['bad', 'Failed'];
};

const formatTestCounts = ({ testsPassed, testsFailed }: DisplayedRun['counts']): string => {
  const all = testsPassed + testsFailed;
  return all === 0 ? 'no tests' : `${testsPassed} of ${formatCount(all, 'test')} passed`;
};

const formatFacts = ({ counts, environments, durationMs }: DisplayedRun): string =>
  [
    formatCount(counts.requests, 'request'),
    ...(counts.requests === 0 ? [] : [formatOutcomeCounts(counts)]),
    formatTestCounts(counts),
    ...(environments.length === 1 && environments[0] !== null ? [environments[0] ?? ''] : []),
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
  ].join(' · ');

const formatSize = ({ requests, failed, error }: DisplayedRun['counts']): string =>
  `${formatCount(requests, 'request')}, ${failed + error === 0 ? 'none' : failed + error} failed`;

/** The menu entries that save the report, one for each format. */
export const ExportEntries = ({ id, startedAt }: { readonly id: string; readonly startedAt: string }) => {
  const save = useExportRun();
  return (Object.keys(formats) as ReportFormat[]).map((format) => (
    <MenuItem key={format} note={format} onSelect={() => void save(id, startedAt, format)}>
      {formats[format].title}
    </MenuItem>
  ));
};

const Progress = ({ run: { counts, total, current } }: { readonly run: DisplayedRun }) => (
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
  readonly run: DisplayedRun;
  readonly isStopping: boolean;
  /** Stops the run; absent after the run has ended. */
  readonly onStop: (() => void) | undefined;
  /** Reruns the run; absent while it is running. */
  readonly again: ReturnType<typeof useRunAgain> | undefined;
  /** The runs with which it can be compared, newest first. */
  readonly earlier: readonly RunSummary[];
  readonly compared: string | undefined;
  readonly onCompare: (id: string | undefined) => void;
}

const Actions = ({ run, isStopping, onStop, again, earlier, compared, onCompare }: RunHeadProps) => {
  const [problem, setProblem] = useState<string>();
  const now = new Date();
  const { all, failed } = again ?? {};
  return (
    <>
      <div className="row run-actions">
        {onStop && (
          <Button icon={Square} isSmall disabled={isStopping} onClick={onStop}>
            {isStopping ? 'Stopping …' : 'Stop'}
          </Button>
        )}
        {all && (
          <Button icon={RotateCw} isSmall onClick={() => void all().then(setProblem)}>
            Run again
          </Button>
        )}
        {failed && (
          <Button icon={RotateCcw} isSmall onClick={() => void failed().then(setProblem)}>
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
                title: `Compared with ${formatMoment(startedAt, now)}`,
                note: formatSize(counts),
              })),
            ]}
            onChange={(id) => onCompare(id === '' ? undefined : id)}
          />
        )}
        {onStop === undefined && run.id !== undefined && run.startedAt !== undefined && (
          <Menu
            align="end"
            trigger={
              <Button icon={Download} isSmall>
                Export
              </Button>
            }
          >
            <ExportEntries id={run.id} startedAt={run.startedAt} />
          </Menu>
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

/** Shows the title and the result of a run, with actions. */
export const RunHead = (props: RunHeadProps) => {
  const { title, run, onStop } = props;
  const [tone, state] = getRunState(run);
  return (
    <header className="run-head">
      <div className="row">
        <h2>{title}</h2>
        <Badge tone={tone}>{state}</Badge>
      </div>
      {/* Screen readers announce it only after the run has ended, because before that it changes ten times a second. */}
      <p className="quiet" role={onStop ? undefined : 'status'}>
        {formatFacts(run)}
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
