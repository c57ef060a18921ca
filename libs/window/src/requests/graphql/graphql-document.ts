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

/** A place of a document that is wrong. */
export interface DocumentProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** The schema that an SDL describes. What a server says of itself is not judged. */
export const parseSchema = (sdl: string): GraphQLSchema =>
  buildSchema(sdl, { assumeValid: true, assumeValidSDL: true, noLocation: true });

/** A document with a name of the same length in place of each `{{variable}}`, which may stand for anything. */
const maskVariables = (document: string): string =>
  document.replace(variableTokens, (token) => '_'.repeat(token.length));

const locateError = ({ nodes, positions }: GraphQLError, length: number): readonly [number, number] => {
  const node = nodes?.[0]?.loc;
  const from = Math.min(node?.start ?? positions?.[0] ?? 0, Math.max(0, length - 1));
  return [from, Math.max(from + 1, Math.min(node?.end ?? 0, length))];
};

/** The document, or why it cannot be read; each `{{variable}}` is read as a name. */
export const parseDocument = (document: string): DocumentNode | GraphQLError => {
  try {
    return parse(maskVariables(document));
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
};

/** What is wrong with a document: its syntax, or what the schema does not have. What a `{{variable}}` stands for is not judged. */
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

/** The operation that is run: the one of that name, or the only one. */
const findOperation = (document: DocumentNode, name: string | null): OperationDefinitionNode | undefined => {
  const operations = document.definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? [one] : [],
  );
  return name === null ? operations[0] : operations.find((one) => one.name?.value === name);
};

/** What is wrong with the variables of an operation, in sentences. */
export const findVariableProblems = (
  document: string,
  operationName: string | null,
  stored: GraphqlVariables,
  schema: GraphQLSchema | undefined,
): readonly string[] => {
  const read = parseDocument(document);
  const operation = read instanceof GraphQLError ? undefined : findOperation(read, operationName);
  // Of a text, the values are known only when it is filled in.
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
  // A value with a token is filled in before it is sent.
  const wrong = errors.map(({ message }) => message).filter((message) => !message.includes('{{'));
  return [...missing, ...unknown, ...wrong];
};
