import {
  type Body,
  type GraphqlRequest,
  type GraphqlVariables,
  kindOfId,
  type RequestKind,
  type RestRequest,
  type SavedRequest,
} from '@tandem/core';

/** What a GraphQL request carries before it is written as JSON. */
export interface GraphqlBody {
  readonly type: 'graphql';
  readonly query: string;
  readonly variables: GraphqlVariables;
  readonly operationName: string | null;
}

/** A saved request of either kind as the steps take it, before anything is filled in. */
export interface RequestDraft extends Pick<
  RestRequest,
  'name' | 'method' | 'url' | 'pathParams' | 'queryParams' | 'headers' | 'auth' | 'settings'
> {
  readonly id: string;
  readonly body: Body | GraphqlBody;
}

/** A GraphQL request as it is sent over HTTP: a POST, its variables overridden by name. */
const graphqlDraft = (request: GraphqlRequest, overrides: GraphqlVariables): RequestDraft => ({
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

interface Overrides {
  readonly graphqlVariables?: GraphqlVariables;
}

/** What each kind of request sends, with the overrides of a call. */
export const draftOf = {
  rest: (request: RestRequest): RequestDraft => request,
  graphql: (request: GraphqlRequest, { graphqlVariables = {} }: Overrides = {}): RequestDraft =>
    graphqlDraft(request, graphqlVariables),
} satisfies Readonly<Record<RequestKind, unknown>>;

/** What a request of any kind sends when nothing is overridden. Its id tells its kind. */
export const draftOfSome = (request: SavedRequest): RequestDraft => {
  const draft = draftOf[kindOfId(request.id).kind] as (request: SavedRequest) => RequestDraft;
  return draft(request);
};
