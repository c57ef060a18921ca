import { DryRunOfRun, ExecuteRun, GetRun, ListRuns, RunView, StoredRuns } from '@tandem/application';

import type { StructType } from '@tandem/core/codec';

import { method, reads, sends } from '../method.js';
import { allowDryRun } from './dry-run-results.js';

export const runsExecute = method({
  name: 'runs_execute',
  title: 'Run requests',
  description:
    'Runs many requests, returns counts and what failed; by ids, folder, tags or grep, over rows and environments.',
  params: ExecuteRun,
  result: allowDryRun(RunView, DryRunOfRun as StructType<unknown>),
  effects: sends,
  hidesSecrets: true,
  handle: (application) => application.runs.execute,
});

export const runsList = method({
  name: 'runs_list',
  title: 'List runs',
  description: 'Newest first, with counts.',
  params: ListRuns,
  result: StoredRuns,
  effects: reads,
  hints: { run: 'Use runs_list to find ids; only the newest are kept.' },
  handle: (application) => application.runs.list,
});

export const runsGet = method({
  name: 'runs_get',
  title: 'Get a run',
  description:
    'Returns a stored run or its report; counts and what failed, every request, or a format such as JUnit.',
  params: GetRun,
  result: RunView,
  effects: reads,
  handle: (application) => application.runs.get,
});
