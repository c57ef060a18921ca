import type { GraphqlVariables } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import {
  buildSchema,
  type DocumentNode,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  validate,
} from 'graphql';

import { variableTokens } from '../../variable-token.js';

/** An error in a document, with its position. */
export interface DocumentProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** Builds a schema from SDL without validating it, because it comes from the server of the API. */
export const parseSchema = (sdl: string): GraphQLSchema =>
  buildSchema(sdl, { assumeValid: true, assumeValidSDL: true, noLocation: true });

/**
 * Replaces each `{{variable}}` of a document with a name of the same length: its value is unknown, and positions
 * must not change.
 */
const replaceVariables = (document: string): string =>
  document.replace(variableTokens, (token) => '_'.repeat(token.length));

const locateError = ({ nodes, positions }: GraphQLError, length: number): readonly [number, number] => {
  const node = nodes?.[0]?.loc;
  const from = Math.min(node?.start ?? positions?.[0] ?? 0, Math.max(0, length - 1));
  return [from, Math.max(from + 1, Math.min(node?.end ?? 0, length))];
};

/** Parses a document, with each `{{variable}}` read as a name. Returns an error if that fails. */
export const parseDocument = (document: string): DocumentNode | GraphQLError => {
  try {
    return parse(replaceVariables(document));
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
};

/** Finds the errors of a document: in its syntax, or against the schema. The content of a `{{variable}}` is not checked. */
export const findDocumentProblems = (
  document: string,
  schema: GraphQLSchema | undefined,
): readonly DocumentProblem[] => {
  if (document.trim() === '') return [];
  const read = parseDocument(document);
  const errors = read instanceof GraphQLError ? [read] : schema ? validate(schema, read) : [];
  const filled = [...document.matchAll(variableTokens)].map(
    ({ 0: { length }, index }) => [index, index + length] as const,
  );
  return errors.flatMap((error) => {
    const [from, to] = locateError(error, document.length);
    const isFilled = filled.some(([start, end]) => from >= start && to <= end);
    return isFilled ? [] : [{ from, to, message: error.message }];
  });
};

/** Finds the operation to execute: the one with the name, or the only one. */
const findOperation = (document: DocumentNode, name: string | null): OperationDefinitionNode | undefined => {
  const operations = document.definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? [one] : [],
  );
  return name === null ? operations[0] : operations.find((one) => one.name?.value === name);
};

/** Describes the problems with an operation's variables in sentences. */
export const findVariableProblems = (
  document: string,
  operationName: string | null,
  stored: GraphqlVariables,
  schema: GraphQLSchema | undefined,
): readonly string[] => {
  const read = parseDocument(document);
  const operation = read instanceof GraphQLError ? undefined : findOperation(read, operationName);
  // A string contains Tandem variables. The values of the operation's variables are only known after they are
  // replaced.
  if (operation === undefined || typeof stored === 'string') return [];
  const variables = stored;
  const defined = operation.variableDefinitions ?? [];
  const names = defined.map(({ variable }) => variable.name.value);
  const unknown = Object.keys(variables)
    .filter((name) => !names.includes(name))
    .map((name) => `$${name} is not a variable of the operation.`);
  const missing = defined
    .filter(({ variable: { name }, type, defaultValue }) => {
      const isRequired = type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
      return isRequired && (getOwnValue(variables, name.value) ?? null) === null;
    })
    .map(({ variable, type }) => `$${variable.name.value} needs a value of type ${print(type)}.`);
  if (schema === undefined) return [...missing, ...unknown];
  const given = defined.filter(
    ({ variable }) => (getOwnValue(variables, variable.name.value) ?? null) !== null,
  );
  const { errors = [] } = getVariableValues(schema, given, { ...variables });
  // Ignore errors about Tandem variables, which are replaced before the request is sent.
  const wrong = errors.map(({ message }) => message).filter((message) => !message.includes('{{'));
  return [...missing, ...unknown, ...wrong];
};
