import {
  type Body,
  type GraphqlRequest,
  type GraphqlVariables,
  formatGraphqlVariables,
  type InheritedHeader,
  getKindRecordById,
  type Pair,
  type RequestKind,
  type RestRequest,
  type SavedRequest,
} from '@tandem/core';

/** The body of a GraphQL request before it is encoded as JSON. */
export interface GraphqlBody {
  readonly type: 'graphql';
  readonly query: string;
  readonly variables: GraphqlVariables;
  /** The call's variables. Set if they can be merged with `variables` only once both are filled in, because one of them is text. */
  readonly overrides?: GraphqlVariables;
  readonly operationName: string | null;
  /** For each variable of the call, whether it replaces one of the request. */
  readonly ofCall?: Readonly<Record<string, boolean>>;
}

/** A pair, with the scripts that set it, if they did. */
export type DraftPair = Pair & { readonly by?: string };

/** A header. If it is inherited, with where from, and with the header that it overrides. */
export type DraftHeader = DraftPair & Partial<Pick<InheritedHeader, 'from' | 'over'>>;

/** A saved request of any kind, in the form that the steps of an execution use, before its variables are filled in. */
export interface RequestDraft extends Pick<
  RestRequest,
  'name' | 'method' | 'url' | 'pathParams' | 'auth' | 'settings'
> {
  readonly id: string;
  readonly queryParams: readonly DraftPair[];
  readonly headers: readonly DraftHeader[];
  readonly body: Body | GraphqlBody;
  /** The folder (or "", the workspace) that the auth is inherited from. Null or absent if it is the request's own. */
  readonly authFrom?: string | null;
  /** For parts that scripts changed before the variables were filled in, the names of the scripts. */
  readonly by?: Readonly<Partial<Record<'url' | 'method' | 'body', string>>>;
}

type OverriddenBody = Pick<GraphqlBody, 'variables' | 'overrides' | 'ofCall'>;

const addOverrides = (variables: GraphqlVariables, overrides: GraphqlVariables): OverriddenBody =>
  typeof variables === 'string' || typeof overrides === 'string'
    ? formatGraphqlVariables(overrides).trim() === ''
      ? { variables }
      : { variables, overrides }
    : {
        variables: { ...variables, ...overrides },
        ofCall: Object.fromEntries(
          Object.keys(overrides).map((name) => [name, Object.hasOwn(variables, name)]),
        ),
      };

/** Converts a GraphQL request to a POST. The call's variables override its own, name by name. */
const toGraphqlDraft = (request: GraphqlRequest, overrides: GraphqlVariables): RequestDraft => ({
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
    ...addOverrides(request.variables, overrides),
    operationName: request.operationName,
  },
  auth: request.auth,
  settings: request.settings,
});

interface Overrides {
  readonly graphqlVariables?: GraphqlVariables;
}

/** Creates the draft of a request, with the overrides of a call. One function for each kind of request. */
export const createDraft = {
  rest: (request: RestRequest): RequestDraft => request,
  graphql: (request: GraphqlRequest, { graphqlVariables = {} }: Overrides = {}): RequestDraft =>
    toGraphqlDraft(request, graphqlVariables),
} satisfies Readonly<Record<RequestKind, unknown>>;

/** Creates the draft of a request without a call. The id tells the kind of the request. */
export const toRequestDraft = (request: SavedRequest): RequestDraft => {
  const draft = createDraft[getKindRecordById(request.id).kind] as (request: SavedRequest) => RequestDraft;
  return draft(request);
};
