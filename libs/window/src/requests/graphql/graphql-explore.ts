import { rankItems } from '../../kit/index.js';
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
  OperationTypeNode,
  getNamedType,
  GraphQLError,
  isCompositeType,
  isRequiredArgument,
  Kind,
  type OperationDefinitionNode,
  print,
} from 'graphql';

import {
  type FieldPath,
  type Step,
  type Insertion,
  type KnownStep,
  listOperationsUsing,
  findInsertionPoint,
  resolveSteps,
} from './graphql-place.js';
import { parseDocument } from './graphql-document.js';

/** A listed field of a type. */
export interface SchemaField {
  readonly name: string;
  /** The arguments with their types, such as `(id: ID!)`; empty if there are none. */
  readonly args: string;
  /** The type as written, such as `[Thing!]!`. */
  readonly type: string;
  /** The name of the type without list and non-null markers, to which a click leads. */
  readonly leadsTo: string;
  readonly description: string;
  readonly isDeprecated: boolean;
}

/** A type as the explorer shows it. */
export interface SchemaType {
  readonly name: string;
  readonly kind: string;
  readonly description: string;
  readonly fields: readonly SchemaField[];
  /** The values of an enum. */
  readonly values: readonly string[];
  /** The member types of a union, or the types that implement an interface. */
  readonly members: readonly string[];
}

/** A type or field that matches a search. */
export interface SchemaMatch {
  readonly type: string;
  readonly field?: string;
}

/** Maximum number of search results. */
export const maxSchemaMatches = 50;

const getTypeKind = (type: GraphQLNamedType): string => {
  if (isObjectType(type)) return 'type';
  if (isInterfaceType(type)) return 'interface';
  if (isUnionType(type)) return 'union';
  if (isEnumType(type)) return 'enum';
  return isInputObjectType(type) ? 'input' : 'scalar';
};

/** The properties that object fields and input fields share. */
interface DescribedField {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

const toSchemaField = (
  { name, description, deprecationReason }: DescribedField,
  type: string,
  args: readonly string[],
): SchemaField => ({
  name,
  args: args.length === 0 ? '' : `(${args.join(', ')})`,
  type,
  leadsTo: type.replace(/[[\]!]/g, ''),
  description: description ?? '',
  isDeprecated: typeof deprecationReason === 'string',
});

const listTypeFields = (type: GraphQLNamedType): readonly SchemaField[] => {
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => toSchemaField(field, String(field.type), []));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).map((field) => {
    const args = field.args.map((one) => `${one.name}: ${String(one.type)}`);
    return toSchemaField(field, String(field.type), args);
  });
};

const listMembers = (schema: GraphQLSchema, type: GraphQLNamedType): readonly string[] =>
  isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [];

/** Finds a type of the schema by name. */
export const findSchemaType = (schema: GraphQLSchema, name: string): SchemaType | undefined => {
  const type = schema.getType(name);
  if (type === undefined) return undefined;
  return {
    name,
    kind: getTypeKind(type),
    description: type.description ?? '',
    fields: listTypeFields(type),
    values: isEnumType(type) ? type.getValues().map((one) => one.name) : [],
    members: listMembers(schema, type),
  };
};

/** Lists the kinds of operation in the schema, with their root types. */
export const listRoots = (
  schema: GraphQLSchema,
): readonly { readonly root: OperationTypeNode; readonly type: string }[] =>
  Object.values(OperationTypeNode).flatMap((root) => {
    const type = schema.getRootType(root);
    return type ? [{ root, type: type.name }] : [];
  });

/** Finds the types and fields that match the text, best match first. Omits introspection types. */
export const searchSchema = (schema: GraphQLSchema, typed: string): readonly SchemaMatch[] => {
  if (typed.trim() === '') return [];
  const all = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .flatMap((type): readonly SchemaMatch[] => [
      { type: type.name },
      ...listTypeFields(type).map(({ name }) => ({ type: type.name, field: name })),
    ]);
  return rankItems(all, ({ type, field }) => field ?? type, typed).slice(0, maxSchemaMatches);
};

/** Lists how a path can continue from a type: into its fields, and to its member types. */
const listStepsFrom = (
  schema: GraphQLSchema,
  name: string,
): readonly { readonly step: Step; readonly leadsTo: string }[] => {
  const type = schema.getType(name);
  if (type === undefined || isInputObjectType(type)) return [];
  return [
    ...listTypeFields(type).map((field) => ({ step: field.name, leadsTo: field.leadsTo })),
    ...listMembers(schema, type).map((on) => ({ step: { on }, leadsTo: on })),
  ];
};

/** Finds the shortest path from an operation to a type; undefined if no path exists. */
export const findPathTo = (schema: GraphQLSchema, wanted: string): FieldPath | undefined => {
  const seen = new Set<string>();
  let ways = listRoots(schema).map(({ root, type }) => ({
    type,
    path: { root, steps: [] as readonly Step[] },
  }));
  while (ways.length > 0) {
    const found = ways.find(({ type }) => type === wanted);
    if (found) return found.path;
    for (const { type } of ways) seen.add(type);
    ways = ways.flatMap(({ type, path }) =>
      listStepsFrom(schema, type).flatMap(({ step, leadsTo }) => {
        if (seen.has(leadsTo)) return [];
        seen.add(leadsTo);
        return [{ type: leadsTo, path: { ...path, steps: [...path.steps, step] } }];
      }),
    );
  }
  return undefined;
};

interface Variable {
  readonly name: string;
  readonly type: string;
}

/** Creates variables for required arguments. If another type already uses the name, the new variable gets a number. */
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

/** Declares new variables in an operation. */
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
  // If a document contains several operations, all of them need a name.
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
 * Adds a field to the document: in the operation with the name or the first of its kind, otherwise in a new operation, with fragments for
 * the types along the path. Required arguments become variables of each operation that uses the field. Returns undefined if the document
 * cannot be parsed or the schema has no such field.
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
  const insertion = findInsertionPoint(document, read, schema, operation, steps);
  if (insertion === undefined) return document;
  const using = listOperationsUsing(read, insertion.insert('').at);
  const { used, nameFor } = createVariables(using.flatMap(listVariables));
  const selection = insertion.insert(formatSelection(insertion.rest, nameFor));
  const declarations = using.flatMap((one) => {
    const added = removeDefined(used, listVariables(one));
    return added.length === 0 ? [] : [declareVariables(document, one, added)];
  });
  return applyInsertions(document, [selection, ...declarations]);
};
