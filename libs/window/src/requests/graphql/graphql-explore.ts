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
} from 'graphql';

import { rankItems } from '../../search/ranked.js';
import type { FieldPath, Step } from './graphql-place.js';

/** A listed field of a type. */
export interface SchemaField {
  readonly name: string;
  /** Its arguments with their types, such as `(id: ID!)`, or empty. */
  readonly args: string;
  /** Its type as written, such as `[Thing!]!`. */
  readonly type: string;
  /** The name of its type. */
  readonly leadsTo: string;
  readonly description: string;
  readonly isDeprecated: boolean;
}

/** A type, as it is shown. */
export interface SchemaType {
  readonly name: string;
  readonly kind: string;
  readonly description: string;
  readonly fields: readonly SchemaField[];
  /** The values of an enum. */
  readonly values: readonly string[];
  /** The member types of a union or interface. */
  readonly members: readonly string[];
}

/** A type or field found by a search. */
export interface SchemaMatch {
  readonly type: string;
  readonly field?: string;
}

/** Maximum number of listed search results. */
export const maxSchemaMatches = 50;

const getTypeKind = (type: GraphQLNamedType): string => {
  if (isObjectType(type)) return 'type';
  if (isInterfaceType(type)) return 'interface';
  if (isUnionType(type)) return 'union';
  if (isEnumType(type)) return 'enum';
  return isInputObjectType(type) ? 'input' : 'scalar';
};

/** The common part of object fields and input fields. */
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

/** A type of the schema by its name. */
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

/** The kinds of operation in the schema, with their root types. */
export const listRoots = (
  schema: GraphQLSchema,
): readonly { readonly root: OperationTypeNode; readonly type: string }[] =>
  Object.values(OperationTypeNode).flatMap((root) => {
    const type = schema.getRootType(root);
    return type ? [{ root, type: type.name }] : [];
  });

/** The types and fields that match the text, best first, without those of introspection. */
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

/** Where a query can continue from a type: its fields, and its member types. */
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

/** The shortest path from an operation to a type; undefined if no field leads there. */
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
