import { CheckedRestRequest, ExecuteRest, requestArguments, UpdateRestScript } from '@tandem/application';
import { RestRequest } from '@tandem/core';
import { withDescription, oneOf, struct } from '@tandem/core/codec';

import { method, reads, replaces } from '../method.js';
import { brief, cutToReturn, addReturnOption, toWriteResult } from '@tandem/application';
import { createSavedRequestMethods } from './saved-requests.js';

const { list, create, update, execute, copy, remove } = createSavedRequestMethods({
  kind: 'rest',
  codecs: { ...requestArguments.rest, execute: ExecuteRest, request: RestRequest },
  handles: ({ rest }) => rest,
  descriptions: {
    update: 'Changes the given fields, replaces lists.',
    execute: 'Sends it with its scripts; returns response, tests, logs.',
  },
  executeIn: 'core',
});

const get = method({
  name: 'rest_get',
  title: 'Get a REST request',
  description: 'Returns a REST request.',
  params: struct(
    requestArguments.rest.get.name,
    { ...requestArguments.rest.get.required },
    { ...requestArguments.rest.get.optional, return: withDescription(oneOf('full'), 'full: examples whole') },
  ) as unknown as typeof requestArguments.rest.get,
  result: RestRequest,
  effects: reads,
  showsSaved: true,
  toolSet: 'core',
  handle: (application) => cutToReturn(application.rest.get),
});

const updateScript = method({
  name: 'rest_update_script',
  title: "Replace a request's script",
  description: 'Replaces it, even if it does not parse.',
  params: addReturnOption(UpdateRestScript),
  result: struct(
    CheckedRestRequest.name,
    { ...CheckedRestRequest.required, request: toWriteResult(RestRequest) },
    CheckedRestRequest.optional,
  ) as unknown as typeof CheckedRestRequest,
  effects: replaces,
  showsSaved: true,
  toolSet: 'core',
  handle: (application) =>
    cutToReturn(application.rest.updateScript, ({ request, ...others }) => ({
      ...others,
      request: brief(request),
    })),
});

export const restCopy = copy;

/** In the order in which interfaces list them. */
export const restMethods = [list, get, create, update, updateScript, execute, remove] as const;
