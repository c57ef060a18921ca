import { isJsonObject, Json, parseJson, stringifyJson, t } from '../codec/index.js';

const JsonObject = t.record(t.string, Json, 'an object of variables');

/**
 * Values for a document's variables: by name, or as text that becomes JSON after it is filled in, such as `{"n":
 * {{n}}}`.
 */
export type GraphqlVariables = t.TypeOf<typeof JsonObject> | string;

const stringOrBlanks = /("[^"\\]*(?:\\[\s\S][^"\\]*)*")|\s+/g;

/**
 * Parses variables: to an object if the text is exactly that. It stays text if it is not an object, or has a
 * variable, a comment, digits beyond a double or a repeated name.
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

const name = 'an object of variables, or its JSON text';

export const GraphqlVariables: t.UnionType<t.Any[], GraphqlVariables, unknown> = new t.UnionType(
  name,
  (value): value is GraphqlVariables =>
    typeof value === 'string' ? parseGraphqlVariables(value) === value : JsonObject.is(value),
  (value, context) => {
    if (typeof value === 'string') return t.success(parseGraphqlVariables(value));
    return JsonObject.is(value) ? t.success(value) : t.failure(value, context);
  },
  (value) => value,
  [JsonObject, t.string],
);
