import { type AppError, type AppResult, type RunEvent, runFields, workspaceRef } from '@tandem/core';
import { withDescription, stringifyJson, struct, t, type StructType } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import { dryRunPlan, RunDryRun } from './dry-run-of-run.js';
import { runPlan } from './run-plan.js';
import { RunDetail, toRunView, RunView } from './run-view.js';
import { operation, sendEffects } from '../operation.js';
import { allowDryRun, runOrDryRun } from '../executions/execute-arguments.js';

const { ids, tags, excludeTags, grep } = runFields.selection;

export const ExecuteRunArguments = struct(
  'runs_execute arguments',
  {},
  {
    workspaceId: workspaceRef,
    ids,
    folder: withDescription(t.string, 'With all below; "" for all'),
    tags,
    excludeTags,
    grep,
    ...runFields.plan,
    report: withDescription(RunDetail, 'How much to return; default failures'),
    dryRun: withDescription(t.boolean, 'Send nothing; return what each request would send'),
  },
);
export type ExecuteRunArguments = t.TypeOf<typeof ExecuteRunArguments>;

const toArgumentName = (text: string): string => text.replace(/^select\./, '');

/** Changes the names of a plan's fields in an error to those of the tool's arguments. */
const renameToArguments = (error: AppError): AppError =>
  error.kind !== 'invalid-input'
    ? error
    : {
        ...error,
        issues: error.issues.map((issue) => ({
          ...issue,
          path: toArgumentName(issue.path),
          message: toArgumentName(issue.message),
        })),
      };

/**
 * Runs saved requests and returns the part of the report that the call asks for. A caller that receives text gets each event of the run as
 * a line of JSON, without the results of the executions.
 */
export const runsExecute = operation({
  name: 'runs_execute',
  toolSet: 'core',
  title: 'Run requests',
  description: 'Returns counts and what failed; by ids, folder, tags or grep, for each row and environment.',
  arguments: ExecuteRunArguments,
  result: allowDryRun(RunView, RunDryRun as StructType<unknown>),
  effects: sendEffects,
  redactsOwnResult: true,
  useCase: 'runs.execute',
  run:
    ({ ports }) =>
    (input: ExecuteRunArguments, context: CallContext): AppResult<RunView> => {
      const { workspaceId, report: detail, dryRun, ids, folder, tags, excludeTags, grep, ...plan } = input;
      const select = {
        ...(ids === undefined ? {} : { ids }),
        ...(folder === undefined ? {} : { folders: [folder] }),
        ...(tags === undefined ? {} : { tags }),
        ...(excludeTags === undefined ? {} : { excludeTags }),
        ...(grep === undefined ? {} : { grep }),
      };
      const { onText } = context;
      const planned = { ...(workspaceId === undefined ? {} : { workspaceId }), plan: { ...plan, select } };
      const sendEvent = (event: RunEvent): void => {
        if (onText === undefined || event.kind === 'ended') return;
        const sent = event.kind === 'request-ended' ? { ...event, result: undefined } : event;
        onText(`${stringifyJson(sent)}\n`);
      };
      return runOrDryRun(
        { dryRun },
        () =>
          pipe(
            runPlan(ports)(planned, context, sendEvent),
            TE.bimap(renameToArguments, (report) => toRunView(report, detail)),
          ),
        () => dryRunPlan(ports)(planned, context),
      );
    },
});
