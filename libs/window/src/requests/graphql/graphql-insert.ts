import {
  getNamedType,
  GraphQLError,
  type GraphQLSchema,
  isCompositeType,
  isRequiredArgument,
  Kind,
  type OperationDefinitionNode,
  print,
} from 'graphql';

import { parseDocument } from './graphql-document.js';
import {
  type FieldPath,
  type Insertion,
  type KnownStep,
  listOperationsUsing,
  findFieldPlace,
  resolveSteps,
} from './graphql-place.js';

interface Variable {
  readonly name: string;
  readonly type: string;
}

/** Names the variables for required arguments so that no operation uses the name for another type. */
const createVariables = (defined: readonly Variable[]) => {
  const used: Variable[] = [];
  const nameFor = (wanted: string, type: string): string => {
    for (let count = 1; ; count++) {
      const name = count === 1 ? wanted : `${wanted}${count}`;
      const taken = [...defined, ...used].filter((one) => one.name === name);
      if (taken.some((one) => one.type !== type)) continue;
      used.push({ name, type });
      return name;
    }
  };
  return { used, nameFor };
};

const formatSelection = (
  [step, ...inner]: readonly KnownStep[],
  nameFor: (wanted: string, type: string) => string,
): string => {
  if (step === undefined) return '__typename';
  if (step.kind === 'on') return `... on ${step.type} { ${formatSelection(inner, nameFor)} }`;
  const { field } = step;
  const required = field.args.filter(isRequiredArgument);
  const given = required.map(({ name, type }) => `${name}: $${nameFor(name, String(type))}`);
  const call = given.length === 0 ? field.name : `${field.name}(${given.join(', ')})`;
  return isCompositeType(getNamedType(field.type)) ? `${call} { ${formatSelection(inner, nameFor)} }` : call;
};

const listVariables = ({ variableDefinitions = [] }: OperationDefinitionNode): readonly Variable[] =>
  variableDefinitions.map(({ variable, type }) => ({ name: variable.name.value, type: print(type) }));

const removeDefined = (variables: readonly Variable[], defined: readonly Variable[]): readonly Variable[] =>
  variables.filter(
    ({ name }, index) =>
      !defined.some((one) => one.name === name) && variables.findIndex((one) => one.name === name) === index,
  );

/** The declarations of new variables, at their place in the operation. */
const declareVariables = (
  document: string,
  { loc, name, operation, variableDefinitions = [] }: OperationDefinitionNode,
  added: readonly Variable[],
): Insertion => {
  const list = added.map((one) => `$${one.name}: ${one.type}`).join(', ');
  const last = variableDefinitions.at(-1)?.loc?.end;
  if (last !== undefined) return { at: last, text: `, ${list}` };
  const start = loc?.start ?? 0;
  if (document.startsWith('{', start)) return { at: start, text: `query (${list}) ` };
  return { at: name?.loc?.end ?? start + operation.length, text: `(${list})` };
};

const createOperation = (document: string, root: FieldPath['root'], path: readonly KnownStep[]): string => {
  const { used, nameFor } = createVariables([]);
  const selection = formatSelection(path, nameFor);
  const list = removeDefined(used, [])
    .map(({ name, type }) => `$${name}: ${type}`)
    .join(', ');
  const first = path[0]?.kind === 'field' ? path[0].field.name : '';
  // Several operations in a document need names.
  const before = document.trimEnd();
  const name = before === '' ? '' : ` ${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  const head = `${root}${name}${list === '' ? '' : `${name === '' ? ' ' : ''}(${list})`}`;
  return `${before === '' ? '' : `${before}\n\n`}${head} {\n  ${selection}\n}\n`;
};

const applyInsertions = (document: string, insertions: readonly Insertion[]): string =>
  [...insertions]
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), document);

/**
 * The document with a field selected, in the operation of that name or the first of its kind, else in a new one, with
 * fragments for the types along the path. Required arguments become variables of each operation that uses the place.
 * Undefined if the document cannot be parsed or the schema has no such field.
 */
export const insertField = (
  document: string,
  schema: GraphQLSchema,
  operationName: string | null,
  path: FieldPath,
): string | undefined => {
  const steps = resolveSteps(schema, path);
  if (steps === undefined || steps.length === 0) return undefined;
  const read = document.trim() === '' ? undefined : parseDocument(document);
  if (read instanceof GraphQLError) return undefined;
  const operations = (read?.definitions ?? []).flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION && one.operation === path.root ? [one] : [],
  );
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  if (read === undefined || operation === undefined) return createOperation(document, path.root, steps);
  const place = findFieldPlace(document, read, schema, operation, steps);
  if (place === undefined) return document;
  const using = listOperationsUsing(read, place.insert('').at);
  const { used, nameFor } = createVariables(using.flatMap(listVariables));
  const selection = place.insert(formatSelection(place.rest, nameFor));
  const declarations = using.flatMap((one) => {
    const added = removeDefined(used, listVariables(one));
    return added.length === 0 ? [] : [declareVariables(document, one, added)];
  });
  return applyInsertions(document, [selection, ...declarations]);
};
