import {
  CompareExecutions,
  ExecuteManyRest,
  ExecutionComparison,
  ExecutionDetails,
  ExecutionList,
  ExecutionsOfWorkspace,
  ExecutionsOverview,
  GetExecution,
  ListExecutions,
  ManyResults,
} from '@tandem/application';

import { method, reads, sends } from '../method.js';

export const restExecuteMany = method({
  name: 'rest_execute_many',
  title: 'Execute many REST requests',
  description: 'Executes ids or a folder, and counts tests; executions_get returns a whole execution.',
  params: ExecuteManyRest,
  result: ManyResults,
  effects: sends,
  hidesSecrets: true,
  handle: (application) => application.rest.executeMany,
});

export const executionsList = method({
  name: 'executions_list',
  title: 'List executions',
  description: 'Newest first; the newest 200 are kept, with secrets hidden.',
  params: ListExecutions,
  result: ExecutionList,
  effects: reads,
  hints: { execution: 'Use executions_list to find ids; only the newest are kept.' },
  handle: (application) => application.executions.list,
});

export const executionsOverview = method({
  name: 'executions_overview',
  title: 'Overview of executions',
  description: 'Returns the newest execution of each request, and who has executed something.',
  params: ExecutionsOfWorkspace,
  result: ExecutionsOverview,
  effects: reads,
  audience: 'person',
  handle: (application) => application.executions.overview,
});

export const executionsGet = method({
  name: 'executions_get',
  title: 'Get an execution',
  description: 'Its result, or part of its body.',
  params: GetExecution,
  result: ExecutionDetails,
  effects: reads,
  handle: (application) => application.executions.get,
});

export const executionsCompare = method({
  name: 'executions_compare',
  title: 'Compare two executions',
  description: 'Lists what differs in status, headers and body; never the bodies themselves.',
  params: CompareExecutions,
  result: ExecutionComparison,
  effects: reads,
  handle: (application) => application.executions.compare,
});
