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

/** The body of a GraphQL request before it is serialized. */
export interface GraphqlBody {
  readonly type: 'graphql';
  readonly query: string;
  readonly variables: GraphqlVariables;
  /** The call's variables, if they cannot be merged with `variables` before they are filled in because one of the two is text. */
  readonly overrides?: GraphqlVariables;
  readonly operationName: string | null;
  /** The names of the call's variables, and whether each replaces one of the request. */
  readonly ofCall?: Readonly<Record<string, boolean>>;
}

/** A pair, and the scripts that set it, if any. */
export type DraftPair = Pair & { readonly by?: string };

/** A header, with its source if it is inherited, and the header that it replaces. */
export type DraftHeader = DraftPair & Partial<Pick<InheritedHeader, 'from' | 'over'>>;

/** A saved request of any kind in the form that the steps use, with its templates not filled in yet. */
export interface RequestDraft extends Pick<
  RestRequest,
  'name' | 'method' | 'url' | 'pathParams' | 'auth' | 'settings'
> {
  readonly id: string;
  readonly queryParams: readonly DraftPair[];
  readonly headers: readonly DraftHeader[];
  readonly body: Body | GraphqlBody;
  /** Where the auth is inherited from; null or absent if the request has its own. */
  readonly authFrom?: string | null;
  /** The scripts that changed the draft before its variables were filled in. */
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

/** A GraphQL request as a POST. Variables of the call override its own by name. */
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

/** Creates the draft of a request of each kind, with the overrides of a call. */
export const createDraft = {
  rest: (request: RestRequest): RequestDraft => request,
  graphql: (request: GraphqlRequest, { graphqlVariables = {} }: Overrides = {}): RequestDraft =>
    toGraphqlDraft(request, graphqlVariables),
} satisfies Readonly<Record<RequestKind, unknown>>;

/** Creates the draft of a request without overrides. The id determines the kind. */
export const toRequestDraft = (request: SavedRequest): RequestDraft => {
  const draft = createDraft[getKindRecordById(request.id).kind] as (request: SavedRequest) => RequestDraft;
  return draft(request);
};
