import {
  Int,
  isJsonObject,
  Json,
  parseJson,
  stringifyJson,
  struct,
  t,
  withDescription,
} from '../codec/index.js';
import { GraphqlRequestId, WorkspaceId } from '../ids.js';
import { requestKindNames } from './request-kind.js';
import { addedFieldDefaults, restFields } from './rest-request.js';
import { SearchMatch } from './search-hit.js';

const JsonObject = t.record(t.string, Json, 'an object of variables');

/**
 * Values for a document's variables: by name, or as text that becomes JSON after it is filled in, such as `{"n":
 * {{n}}}`.
 */
export type GraphqlVariables = t.TypeOf<typeof JsonObject> | string;

const stringOrBlanks = /("[^"\\]*(?:\\[\s\S][^"\\]*)*")|\s+/g;

/**
 * Parses variables to an object if that loses nothing. The text is returned unchanged if it is not an object, or has a `{{variable}}`, a
 * comment, digits beyond a double or a repeated name.
 */
export const parseGraphqlVariables = (text: string): GraphqlVariables => {
  if (text.trim() === '') return {};
  try {
    const value: unknown = parseJson(text);
    return isJsonObject(value) && JSON.stringify(value) === text.replace(stringOrBlanks, '$1') ? value : text;
  } catch {
    return text;
  }
};

/** The variables as text, for editing and files; empty if there are none. */
export const formatGraphqlVariables = (variables: GraphqlVariables): string => {
  if (typeof variables === 'string') return variables;
  return Object.keys(variables).length === 0 ? '' : stringifyJson(variables, 2);
};

/** The JSON that a GraphQL request posts. Omits an empty `operationName`, as servers and other tools expect. */
export const formatGraphqlPost = (query: string, variables: string, operationName: string | null): string => {
  const name = operationName === null || operationName === '' ? undefined : operationName;
  const last = name === undefined ? '' : `,"operationName":${JSON.stringify(name)}`;
  return `{"query":${JSON.stringify(query)},"variables":${variables.trim() === '' ? '{}' : variables}${last}}`;
};

const variablesName = 'an object of variables, or its JSON text';

export const GraphqlVariables: t.UnionType<t.Any[], GraphqlVariables, unknown> = new t.UnionType(
  variablesName,
  (value): value is GraphqlVariables =>
    typeof value === 'string' ? parseGraphqlVariables(value) === value : JsonObject.is(value),
  (value, context) => {
    if (typeof value === 'string') return t.success(parseGraphqlVariables(value));
    return JsonObject.is(value) ? t.success(value) : t.failure(value, context);
  },
  (value) => value,
  [JsonObject, t.string],
);

/** Maximum length of a response that is searched for errors, in UTF-16 units. Parsing a longer one would block the process. */
const maxLength = 1024 * 1024;

/**
 * The messages in a response's `errors` (GraphQL specification, section 7.1); empty if there are none or it is not a
 * GraphQL response.
 */
export const listGraphqlErrors = (text: string | null): readonly string[] => {
  // Most responses have no errors, so do not parse them.
  if (text === null || text.length > maxLength || !text.includes('"errors"')) return [];
  try {
    const { errors } = Object(JSON.parse(text)) as { readonly errors?: unknown };
    if (!Array.isArray(errors)) return [];
    return errors.map((error: unknown) => {
      const { message } = Object(error) as { readonly message?: unknown };
      return typeof message === 'string' ? message : 'an error without a message';
    });
  } catch {
    return [];
  }
};

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
  variables: withDescription(GraphqlVariables, 'As JSON'),
  operationName: withDescription(t.union([t.string, t.null], 'a string or null'), 'Of the document'),
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
  ...addedFieldDefaults,
  revision: Int,
  createdAt: t.string,
  updatedAt: t.string,
});
export type GraphqlRequest = t.TypeOf<typeof GraphqlRequest>;

/** A GraphQL request as shown in lists. It is always sent with POST. */
export const GraphqlRequestSummary = struct(
  'a GraphQL request summary',
  {
    id: GraphqlRequestId,
    name: t.string,
    folder: t.string,
    method: t.literal(requestKindNames.graphql.fixedMethod),
    url: t.string,
  },
  { found: SearchMatch },
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
  method: requestKindNames.graphql.fixedMethod,
  url,
});
