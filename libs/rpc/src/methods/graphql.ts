import {
  CreateGraphql,
  Deleted,
  DeleteGraphql,
  GetGraphql,
  GraphqlRequestList,
  ListGraphql,
  UpdateGraphql,
} from '@tandem/application';
import { ExecuteGraphql, ExecutionResult, GraphqlRequest } from '@tandem/core';

import { adds, method, reads, replaces, sends } from '../method.js';

export const graphqlList = method({
  name: 'graphql_list',
  title: 'List GraphQL requests',
  description: 'Lists GraphQL requests as summaries; graphql_get returns a whole request.',
  params: ListGraphql,
  result: GraphqlRequestList,
  effects: reads,
  toolSet: 'core',
  hints: { 'GraphQL request': 'Use graphql_list to find ids.' },
  handle: (application) => application.graphql.list,
});

export const graphqlGet = method({
  name: 'graphql_get',
  title: 'Get a GraphQL request',
  description: 'Returns a saved GraphQL request with all fields.',
  params: GetGraphql,
  result: GraphqlRequest,
  effects: reads,
  toolSet: 'core',
  handle: (application) => application.graphql.get,
});

export const graphqlCreate = method({
  name: 'graphql_create',
  title: 'Create a GraphQL request',
  description: 'Saves and returns a new GraphQL request.',
  params: CreateGraphql,
  result: GraphqlRequest,
  effects: adds,
  toolSet: 'core',
  handle: (application) => application.graphql.create,
});

export const graphqlUpdate = method({
  name: 'graphql_update',
  title: 'Update a GraphQL request',
  description: 'Changes the given fields; lists and variables are replaced as a whole.',
  params: UpdateGraphql,
  result: GraphqlRequest,
  effects: replaces,
  toolSet: 'core',
  handle: (application) => application.graphql.update,
});

export const graphqlExecute = method({
  name: 'graphql_execute',
  title: 'Execute a GraphQL request',
  description:
    'Sends a saved GraphQL request with its lifecycle script; GraphQL errors are part of the response and do not fail the execution.',
  params: ExecuteGraphql,
  result: ExecutionResult,
  effects: sends,
  reportsSecrets: true,
  watched: true,
  handle: (application) => application.graphql.execute,
});

export const graphqlDelete = method({
  name: 'graphql_delete',
  title: 'Delete a GraphQL request',
  description: 'Deletes a saved GraphQL request.',
  params: DeleteGraphql,
  result: Deleted,
  effects: replaces,
  toolSet: 'core',
  handle: (application) => application.graphql.remove,
});
