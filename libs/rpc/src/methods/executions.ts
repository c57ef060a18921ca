import {
  ExecuteManyRest,
  ExecutionDetails,
  ExecutionList,
  GetExecution,
  ListExecutions,
  ManyResults,
} from '@tandem/application';

import { method, reads, sends } from '../method.js';

export const restExecuteMany = method({
  name: 'rest_execute_many',
  title: 'Execute many REST requests',
  description:
    'Executes saved REST requests one after the other, by ids or folder, and sums up their tests; executions_get shows one whole.',
  params: ExecuteManyRest,
  result: ManyResults,
  effects: sends,
  handle: (application) => application.rest.executeMany,
});

export const executionsList = method({
  name: 'executions_list',
  title: 'List executions',
  description:
    'Lists what has run in a workspace, the newest first; the newest 200 are kept, secrets hidden.',
  params: ListExecutions,
  result: ExecutionList,
  effects: reads,
  hints: { execution: 'Use executions_list to see the ids; only the newest are kept.' },
  handle: (application) => application.executions.list,
});

export const executionsGet = method({
  name: 'executions_get',
  title: 'Get an execution',
  description:
    'Returns a kept execution: its result, or with select, offset or length a part of its response body.',
  params: GetExecution,
  result: ExecutionDetails,
  effects: reads,
  handle: (application) => application.executions.get,
});
