import {
  type Body,
  type GraphqlRequest,
  type GraphqlVariables,
  kindOfId,
  type RequestKind,
  type RestRequest,
  type SavedRequest,
} from '@tandem/core';

/** The body of a GraphQL request before it is serialized. */
export interface GraphqlBody {
  readonly type: 'graphql';
  readonly query: string;
  readonly variables: GraphqlVariables;
  readonly operationName: string | null;
}

/** A saved request of any kind in the form that the steps use, before anything is filled in. */
export interface RequestDraft extends Pick<
  RestRequest,
  'name' | 'method' | 'url' | 'pathParams' | 'queryParams' | 'headers' | 'auth' | 'settings'
> {
  readonly id: string;
  readonly body: Body | GraphqlBody;
}

/** A GraphQL request as a POST; variables of the call override its own by name. */
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

/** The draft of each kind of request with the overrides of a call. */
export const draftOf = {
  rest: (request: RestRequest): RequestDraft => request,
  graphql: (request: GraphqlRequest, { graphqlVariables = {} }: Overrides = {}): RequestDraft =>
    graphqlDraft(request, graphqlVariables),
} satisfies Readonly<Record<RequestKind, unknown>>;

/** The draft of a request of any kind without overrides. The id determines the kind. */
export const draftOfSome = (request: SavedRequest): RequestDraft => {
  const draft = draftOf[kindOfId(request.id).kind] as (request: SavedRequest) => RequestDraft;
  return draft(request);
};
