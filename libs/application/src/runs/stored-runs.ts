import {
  type AppResult,
  describe,
  createInvalidInput,
  type Ports,
  type ReportFormat,
  reportFormats,
  type RunReport,
  RunSummary,
  limitStoredReport,
  storedRunLimits,
  type Workspace,
  workspaceRef,
} from '@tandem/core';
import { integer, withDescription, oneOf, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { RunDetail, toRunView, RunView } from './run-view.js';
import { operation, readEffects } from '../operation.js';

/** Stores the report of a run. If that fails, the report says so. Stores nothing if Tandem stores no executions. */
export const storeRun = async (ports: Ports, { id }: Workspace, report: RunReport): Promise<RunReport> => {
  const { executions, runs = storedRunLimits.runs } = ports.keep;
  if (executions === 0 || runs === 0) return report;
  const storing = pipe(
    ports.store.runs.add(id, limitStoredReport(report), runs),
    TE.match(
      (error): RunReport => ({ ...report, notStored: describe(error) }),
      () => report,
    ),
  );
  return storing();
};

export const ListRunsArguments = struct('runs_list arguments', {}, { workspaceId: workspaceRef });
export type ListRunsArguments = t.TypeOf<typeof ListRunsArguments>;

export const StoredRuns = struct('stored runs', { runs: t.readonlyArray(RunSummary) });
export type StoredRuns = t.TypeOf<typeof StoredRuns>;

export const GetRunArguments = struct(
  'runs_get arguments',
  { id: withDescription(t.string, 'Id of the run') },
  {
    workspaceId: workspaceRef,
    report: withDescription(RunDetail, 'How much to return; default failures'),
    offset: withDescription(integer(0), 'First failure; a nextOffset'),
    format: withDescription(oneOf(...reportFormats), 'As text, such as junit'),
  },
);
export type GetRunArguments = t.TypeOf<typeof GetRunArguments>;

/** Lists the stored runs of a workspace, newest first. */
export const runsList = operation({
  name: 'runs_list',
  title: 'List runs',
  description: 'Newest first, with counts.',
  arguments: ListRunsArguments,
  result: StoredRuns,
  effects: readEffects,
  hints: { run: 'Use runs_list to find ids; only the newest are kept.' },
  useCase: 'runs.list',
  run:
    ({ ports }) =>
    ({ workspaceId }: ListRunsArguments): AppResult<StoredRuns> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap(({ id }) => ports.store.runs.list(id)),
        TE.map((runs) => ({ runs })),
      ),
});

const formatReport = (
  { reports }: Ports,
  report: RunReport,
  format: ReportFormat | undefined,
): AppResult<Pick<RunView, 'text'>> => {
  if (format === undefined) return TE.right({});
  if (reports !== undefined) return TE.fromTask(async () => ({ text: await reports.render(format, report) }));
  const said = { expected: 'no format', got: format };
  return TE.left(createInvalidInput('format', 'is not available here; leave it out', said));
};

/** Returns a stored run, with the part of its report that the call asks for. */
export const runsGet = operation({
  name: 'runs_get',
  title: 'Get a run',
  description:
    'Returns a stored run or its report; counts and what failed, every request, or a format such as JUnit.',
  arguments: GetRunArguments,
  result: RunView,
  effects: readEffects,
  useCase: 'runs.get',
  run:
    ({ ports }) =>
    ({ workspaceId, id, report: detail, format, offset }: GetRunArguments): AppResult<RunView> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap((workspace) => ports.store.runs.get(workspace.id, id)),
        TE.flatMap((report) =>
          pipe(
            formatReport(ports, report, format),
            TE.map((text) => ({
              ...toRunView(report, format === undefined ? detail : 'summary', offset),
              ...text,
            })),
          ),
        ),
      ),
});
