import {
  CheckedRestRequest,
  CreateRest,
  Deleted,
  DeleteRest,
  GetRest,
  ListRest,
  RestRequestList,
  UpdateRest,
  UpdateRestScript,
} from '@tandem/application';
import { ExecuteRest, ExecutionResult, RestRequest } from '@tandem/core';

import { adds, method, reads, replaces, sends } from '../method.js';

export const restList = method({
  name: 'rest_list',
  title: 'List REST requests',
  description: 'Lists REST requests as summaries; rest_get returns a whole request.',
  params: ListRest,
  result: RestRequestList,
  effects: reads,
  toolSet: 'core',
  hints: { 'REST request': 'Use rest_list to find ids.' },
  handle: (application) => application.rest.list,
});

export const restGet = method({
  name: 'rest_get',
  title: 'Get a REST request',
  description: 'Returns a saved REST request with all fields.',
  params: GetRest,
  result: RestRequest,
  effects: reads,
  toolSet: 'core',
  handle: (application) => application.rest.get,
});

export const restCreate = method({
  name: 'rest_create',
  title: 'Create a REST request',
  description: 'Saves and returns a new REST request.',
  params: CreateRest,
  result: RestRequest,
  effects: adds,
  toolSet: 'core',
  handle: (application) => application.rest.create,
});

export const restUpdate = method({
  name: 'rest_update',
  title: 'Update a REST request',
  description: 'Changes the given fields; lists are replaced as a whole.',
  params: UpdateRest,
  result: RestRequest,
  effects: replaces,
  toolSet: 'core',
  handle: (application) => application.rest.update,
});

export const restUpdateScript = method({
  name: 'rest_update_script',
  title: "Replace a request's script",
  description: 'Replaces the lifecycle script; a script that does not parse is saved and reported.',
  params: UpdateRestScript,
  result: CheckedRestRequest,
  effects: replaces,
  toolSet: 'core',
  handle: (application) => application.rest.updateScript,
});

export const restExecute = method({
  name: 'rest_execute',
  title: 'Execute a REST request',
  description: 'Sends a saved REST request with its lifecycle script and returns response, tests and logs.',
  params: ExecuteRest,
  result: ExecutionResult,
  effects: sends,
  toolSet: 'core',
  reportsSecrets: true,
  watched: true,
  handle: (application) => application.rest.execute,
});

export const restDelete = method({
  name: 'rest_delete',
  title: 'Delete a REST request',
  description: 'Deletes a saved REST request.',
  params: DeleteRest,
  result: Deleted,
  effects: replaces,
  toolSet: 'core',
  handle: (application) => application.rest.remove,
});
