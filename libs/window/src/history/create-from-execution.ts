import type { ExecutionId, SavedRequest } from '@tandem/core';

import type { Link } from '../link/link.js';
import { fieldsOfSent, graphqlFieldsOf } from './from-sent.js';

/** Creates the request that an execution sent; rejects with the reason when not all of it is stored. */
export const createFromExecution = async (link: Link, id: ExecutionId): Promise<SavedRequest> => {
  const { execution, sent } = await link.call('executions_get', { id, request: true });
  const { method, url } = execution;
  const { fields, problem } = fieldsOfSent({ method, url, carried: sent ?? null });
  if (fields === undefined) throw new Error(`Not saved as a request. ${problem}`);
  const { name, kind } = execution;
  const graphql = kind === 'graphql' ? graphqlFieldsOf(fields) : undefined;
  return graphql === undefined
    ? link.call('rest_create', { name, ...fields })
    : link.call('graphql_create', { name, ...graphql });
};
