import { requestKinds, RestRequest } from '@tandem/core';
import { oneOf, StructType, type t, withDescription } from '@tandem/core/codec';

import { executeOrDryRun } from '../executions/dry-run.js';
import { executeSaved } from '../executions/execute.js';
import { ExecuteRestArguments } from '../executions/execute-arguments.js';
import { operation, readEffects, replaceEffects } from '../operation.js';
import { addReturnOption, toBriefResult, cutToReturn, toWriteResult } from './brief-results.js';
import { CheckedRestRequest, requestArguments, UpdateRestScript } from './request-arguments.js';
import { updateRestScript } from './rest-script.js';
import { createSavedRequestOperations, createSavedRequestUseCases } from './saved-request-operations.js';
import { getSaved } from './saved-requests.js';

const { list, create, update, execute, copy, remove } = createSavedRequestOperations({
  kind: 'rest',
  codecs: {
    ...requestArguments.rest,
    execute: ExecuteRestArguments,
    request: RestRequest,
    saved: RestRequest,
  },
  useCases: (scope) => ({
    ...createSavedRequestUseCases(scope, requestKinds.rest),
    execute: executeOrDryRun(scope.ports, requestKinds.rest, executeSaved(scope.ports).rest),
  }),
  descriptions: {
    update: 'Changes the given fields, replaces lists.',
    execute: 'Sends it with its scripts; returns response, tests, logs.',
  },
  toolSet: 'core',
});

const get = operation({
  name: 'rest_get',
  title: 'Get a REST request',
  description: 'Returns a REST request.',
  arguments: new StructType<t.TypeOf<typeof requestArguments.rest.get>>(
    requestArguments.rest.get.name,
    { ...requestArguments.rest.get.required },
    { ...requestArguments.rest.get.optional, return: withDescription(oneOf('full'), 'With examples') },
  ),
  result: RestRequest,
  effects: readEffects,
  showsSaved: true,
  toolSet: 'core',
  useCase: 'rest.get',
  run: (scope) => cutToReturn(createSavedRequestUseCases(scope, requestKinds.rest).get),
});

const updateScript = operation({
  name: 'rest_update_script',
  title: "Replace a request's script",
  description: 'Replaces it, even if it does not parse.',
  arguments: addReturnOption(UpdateRestScript),
  result: new StructType<t.TypeOf<typeof CheckedRestRequest>>(
    CheckedRestRequest.name,
    { ...CheckedRestRequest.required, request: toWriteResult(RestRequest) },
    CheckedRestRequest.optional,
  ),
  effects: replaceEffects,
  showsSaved: true,
  toolSet: 'core',
  useCase: 'rest.updateScript',
  run: ({ ports, view }) =>
    cutToReturn(
      view.noteResult(
        // Not the use case of rest_get: it would record the current revision as seen, and then no outdated update would be refused.
        view.guardUpdate(updateRestScript(ports), getSaved(ports, requestKinds.rest)),
        ({ request }) => [request],
      ),
      ({ request, ...others }) => ({ ...others, request: toBriefResult(request) }),
    ),
});

export const restCopy = copy;

/** In the order in which interfaces list them. */
export const restOperations = [list, get, create, update, updateScript, execute, remove] as const;
