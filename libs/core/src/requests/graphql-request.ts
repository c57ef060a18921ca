import { withDescription, Int, struct, t } from '../codec/index.js';
import { FoundIn } from './search-hit.js';
import { GraphqlVariables } from './graphql-variables.js';
import { GraphqlRequestId, WorkspaceId } from '../ids.js';
import { laterFields, restFields } from './rest-request.js';

const { name, folder, description, headers, auth, requestVariables, tags, needs, script, foreign, settings } =
  restFields;

/** The fields that a person or an agent may set on a GraphQL request. */
export const graphqlFields = {
  name,
  folder,
  description,
  url: withDescription(t.string, 'With {{variables}}'),
  headers,
  query: withDescription(t.string, 'Document'),
  variables: withDescription(GraphqlVariables, 'With {{variables}}'),
  operationName: withDescription(t.union([t.string, t.null], 'a string or null'), 'Null if only one'),
  auth,
  requestVariables,
  tags,
  needs,
  script,
  foreign,
  settings,
} as const;

/** A saved GraphQL request. Times are ISO 8601 in UTC. */
export const GraphqlRequest = struct('a GraphQL request', {
  id: GraphqlRequestId,
  workspaceId: WorkspaceId,
  ...graphqlFields,
  ...laterFields,
  revision: Int,
  createdAt: t.string,
  updatedAt: t.string,
});
export type GraphqlRequest = t.TypeOf<typeof GraphqlRequest>;

/** A GraphQL request as shown in lists. It is always sent with POST. */
export const GraphqlRequestSummary = struct(
  'a GraphQL request summary',
  { id: GraphqlRequestId, name: t.string, folder: t.string, method: t.literal('POST'), url: t.string },
  { found: FoundIn },
);
export type GraphqlRequestSummary = t.TypeOf<typeof GraphqlRequestSummary>;

/** Changes to a GraphQL request: any fields, each replaced completely. */
export const GraphqlRequestPatch = struct('a change of a GraphQL request', {}, graphqlFields);
export type GraphqlRequestPatch = t.TypeOf<typeof GraphqlRequestPatch>;

/** The defaults of a new GraphQL request. */
export const graphqlDefaults = {
  folder: '',
  description: '',
  url: '',
  headers: [],
  query: '',
  variables: {},
  operationName: null,
  auth: { type: 'inherit' },
  requestVariables: [],
  tags: [],
  needs: [],
  script: '',
  foreign: null,
  settings: {},
} as const satisfies Omit<GraphqlRequestPatch, 'name'>;

/** The request's summary for a list. */
export const toGraphqlSummary = ({ id, name, folder, url }: GraphqlRequest): GraphqlRequestSummary => ({
  id,
  name,
  folder,
  method: 'POST',
  url,
});
