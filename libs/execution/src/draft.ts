import type { Body, GraphqlRequest, GraphqlVariables, RestRequest } from '@tandem/core';

/** What a GraphQL request carries before it is written as JSON. */
export interface GraphqlBody {
  readonly type: 'graphql';
  readonly query: string;
  readonly variables: GraphqlVariables;
  readonly operationName: string | null;
}

/** A saved request of either kind as the steps take it, before anything is filled in. */
export interface Draft extends Pick<
  RestRequest,
  'name' | 'method' | 'url' | 'pathParams' | 'queryParams' | 'headers' | 'auth' | 'settings'
> {
  readonly id: string;
  readonly body: Body | GraphqlBody;
}

/** A GraphQL request as it is sent over HTTP: a POST, its variables overridden by name. */
export const graphqlDraft = (request: GraphqlRequest, overrides: GraphqlVariables): Draft => ({
  id: request.id,
  name: request.name,
  method: 'POST',
  url: request.url,
  pathParams: [],
  queryParams: [],
  headers: request.headers,
  body: {
    type: 'graphql',
    query: request.query,
    variables: { ...request.variables, ...overrides },
    operationName: request.operationName,
  },
  auth: request.auth,
  settings: request.settings,
});
