import { ownValue } from '@tandem/core/codec';
import {
  getNamedType,
  type GraphQLField,
  GraphQLError,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  print,
  type SelectionSetNode,
} from 'graphql';

import { parsed } from './graphql-document.js';

/** A way from a kind of operation through its fields. */
export interface FieldPath {
  readonly root: OperationTypeNode;
  readonly fields: readonly string[];
}

interface Variable {
  readonly name: string;
  readonly type: string;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

type Field = GraphQLField<unknown, unknown>;

/** The fields of a path, outermost first; undefined when the schema has no such path. */
const fieldsAlong = (schema: GraphQLSchema, { root, fields }: FieldPath): readonly Field[] | undefined => {
  const found: Field[] = [];
  let type: unknown = schema.getRootType(root);
  for (const name of fields) {
    const field: Field | undefined =
      isObjectType(type) || isInterfaceType(type) ? ownValue(type.getFields(), name) : undefined;
    if (field === undefined) return undefined;
    found.push(field);
    type = getNamedType(field.type);
  }
  return found;
};

/** Gives variables for required arguments names that the operation does not use for another type. */
const createVariables = (defined: readonly Variable[]) => {
  const added: Variable[] = [];
  const nameFor = (wanted: string, type: string): string => {
    for (let count = 1; ; count++) {
      const name = count === 1 ? wanted : `${wanted}${count}`;
      const taken = [...defined, ...added].find((one) => one.name === name);
      if (taken === undefined) added.push({ name, type });
      if (taken === undefined || taken.type === type) return name;
    }
  };
  return { added, nameFor };
};

const written = (
  [field, ...inner]: readonly Field[],
  nameFor: (wanted: string, type: string) => string,
): string => {
  if (field === undefined) return '__typename';
  const required = field.args.filter(isRequiredArgument);
  const given = required.map(({ name, type }) => `${name}: $${nameFor(name, String(type))}`);
  const call = given.length === 0 ? field.name : `${field.name}(${given.join(', ')})`;
  return isCompositeType(getNamedType(field.type)) ? `${call} { ${written(inner, nameFor)} }` : call;
};

const selected = (set: SelectionSetNode, name: string) =>
  set.selections.find((one) => one.kind === Kind.FIELD && one.name.value === name);

/** Where the rest of a path goes in, and what the rest is; undefined when all of it is selected. */
const placeIn = (
  document: string,
  operation: OperationDefinitionNode,
  path: readonly Field[],
): { readonly rest: readonly Field[]; readonly insert: (text: string) => Insertion } | undefined => {
  let set = operation.selectionSet;
  for (const [index, field] of path.entries()) {
    const node = selected(set, field.name);
    if (node?.kind !== Kind.FIELD) {
      const at = (set.loc?.end ?? 1) - 1;
      const lines = document.slice(set.loc?.start, at).split('\n');
      const indent = /^\s*/.exec(lines.at(-1) ?? '')?.[0] ?? '';
      const isOwnLine = lines.length > 1 && lines.at(-1)?.trim() === '';
      const space = /\s$/.test(document.slice(0, at)) ? '' : ' ';
      const insert = (text: string): Insertion =>
        isOwnLine
          ? { at: at - indent.length, text: `${indent}  ${text}\n` }
          : { at, text: `${space}${text} ` };
      return { rest: path.slice(index), insert };
    }
    if (node.selectionSet === undefined) {
      const at = node.loc?.end ?? 0;
      const isLast = index === path.length - 1 && !isCompositeType(getNamedType(field.type));
      return isLast
        ? undefined
        : { rest: path.slice(index + 1), insert: (text) => ({ at, text: ` { ${text} }` }) };
    }
    set = node.selectionSet;
  }
  return undefined;
};

/** The declarations of new variables, where the operation has or would have its own. */
const declared = (
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

const newOperation = (document: string, root: OperationTypeNode, path: readonly Field[]): string => {
  const { added, nameFor } = createVariables([]);
  const selection = written(path, nameFor);
  const list = added.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const first = path[0]?.name ?? '';
  // Several operations in a document need names.
  const before = document.trimEnd();
  const name = before === '' ? '' : ` ${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  const head = `${root}${name}${list === '' ? '' : `${name === '' ? ' ' : ''}(${list})`}`;
  return `${before === '' ? '' : `${before}\n\n`}${head} {\n  ${selection}\n}\n`;
};

const withInsertions = (document: string, insertions: readonly Insertion[]): string =>
  [...insertions]
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), document);

/**
 * The document with a field selected, in the operation of that name or the first of its kind, else in a new one. Required
 * arguments become variables. Undefined when the document cannot be read or the schema has no such field.
 */
export const withField = (
  document: string,
  schema: GraphQLSchema,
  operationName: string | null,
  path: FieldPath,
): string | undefined => {
  const fields = fieldsAlong(schema, path);
  if (fields === undefined || fields.length === 0) return undefined;
  const read = document.trim() === '' ? undefined : parsed(document);
  if (read instanceof GraphQLError) return undefined;
  const operations = (read?.definitions ?? []).flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION && one.operation === path.root ? [one] : [],
  );
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  if (operation === undefined) return newOperation(document, path.root, fields);
  const place = placeIn(document, operation, fields);
  if (place === undefined) return document;
  const defined = (operation.variableDefinitions ?? []).map(({ variable, type }) => ({
    name: variable.name.value,
    type: print(type),
  }));
  const { added, nameFor } = createVariables(defined);
  const selection = place.insert(written(place.rest, nameFor));
  return withInsertions(document, [
    selection,
    ...(added.length === 0 ? [] : [declared(document, operation, added)]),
  ]);
};
