import { getOwnValue } from '@tandem/core/codec';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** A step of a path: into a field, or to a member type of a union or interface. */
export type Step = string | { readonly on: string };

/** A path from an operation through its fields. */
export interface FieldPath {
  readonly root: OperationTypeNode;
  readonly steps: readonly Step[];
}

/** A step that was found in the schema. */
export type KnownStep =
  | { readonly kind: 'field'; readonly field: GraphQLField<unknown, unknown>; readonly type: string }
  | { readonly kind: 'on'; readonly type: string };

/** A text, and the position where it is inserted. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The position at which the missing steps of a path can be inserted, and these steps. */
interface InsertionPoint {
  readonly rest: readonly KnownStep[];
  readonly insert: (text: string) => Insertion;
}

const resolveStep = (schema: GraphQLSchema, type: unknown, step: Step): KnownStep | undefined => {
  if (typeof step === 'string') {
    const field =
      isObjectType(type) || isInterfaceType(type) ? getOwnValue(type.getFields(), step) : undefined;
    return field && { kind: 'field', field, type: getNamedType(field.type).name };
  }
  const member = schema.getType(step.on);
  return isAbstractType(type) && isObjectType(member) && schema.isSubType(type, member)
    ? { kind: 'on', type: step.on }
    : undefined;
};

/** Looks up the steps of a path in the schema, outermost first; undefined if the schema has no such path. */
export const resolveSteps = (
  schema: GraphQLSchema,
  { root, steps }: FieldPath,
): readonly KnownStep[] | undefined => {
  const found: KnownStep[] = [];
  let type: GraphQLNamedType | null | undefined = schema.getRootType(root);
  for (const step of steps) {
    const known = resolveStep(schema, type, step);
    if (known === undefined) return undefined;
    found.push(known);
    type = schema.getType(known.type);
  }
  return found;
};

/** Reads the selections of a document, including those of fragments. */
const createSelections = (document: DocumentNode, schema: GraphQLSchema) => {
  const fragments = new Map<string, FragmentDefinitionNode>(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [],
    ),
  );
  /** Whether a fragment on the type `condition` applies to every value of the type `name`. */
  const applies = (condition: string | undefined, name: string): boolean => {
    if (condition === undefined || condition === name) return true;
    const [wide, narrow] = [schema.getType(condition), schema.getType(name)];
    return isAbstractType(wide) && (isObjectType(narrow) || isInterfaceType(narrow))
      ? schema.isSubType(wide, narrow)
      : false;
  };
  /** Finds the selections of a fragment that apply to a type. Skips a fragment with a directive, because it may select nothing. */
  const within = (one: SelectionNode, type: string): SelectionSetNode | undefined => {
    if (one.kind === Kind.FIELD || (one.directives ?? []).length > 0) return undefined;
    const fragment = one.kind === Kind.INLINE_FRAGMENT ? one : fragments.get(one.name.value);
    return fragment && applies(fragment.typeCondition?.name.value, type) ? fragment.selectionSet : undefined;
  };
  /** Lists all selections that apply to a type: first the direct ones, then those of fragments. */
  const all = (sets: readonly SelectionSetNode[], type: string): readonly SelectionSetNode[] => {
    const found = new Set(sets);
    for (const set of found)
      for (const one of set.selections) {
        const inner = within(one, type);
        if (inner) found.add(inner);
      }
    return [...found];
  };
  /** Finds the inline fragments whose type is exactly this one. */
  const inlineOn = (sets: readonly SelectionSetNode[], type: string): readonly SelectionSetNode[] =>
    sets.flatMap(({ selections }) =>
      selections.flatMap((one) =>
        one.kind === Kind.INLINE_FRAGMENT && one.typeCondition?.name.value === type
          ? (within(one, type) ?? [])
          : [],
      ),
    );
  return { all, inlineOn };
};

const findField = (sets: readonly SelectionSetNode[], name: string): FieldNode | undefined => {
  const nodes = sets.flatMap(({ selections }) =>
    selections.flatMap((one) => (one.kind === Kind.FIELD && one.name.value === name ? [one] : [])),
  );
  return nodes.find(({ selectionSet }) => selectionSet !== undefined) ?? nodes[0];
};

const insertAtEnd =
  (text: string, { loc }: SelectionSetNode) =>
  (more: string): Insertion => {
    const at = (loc?.end ?? 1) - 1;
    const lines = text.slice(loc?.start, at).split('\n');
    const indent = /^\s*/.exec(lines.at(-1) ?? '')?.[0] ?? '';
    const isOwnLine = lines.length > 1 && lines.at(-1)?.trim() === '';
    const space = /\s$/.test(text.slice(0, at)) ? '' : ' ';
    return isOwnLine
      ? { at: at - indent.length, text: `${indent}  ${more}\n` }
      : { at, text: `${space}${more} ` };
  };

/**
 * Finds the position at which the missing steps of a path can be inserted; undefined if a document already selects the whole
 * path, possibly through a fragment.
 */
export const findInsertionPoint = (
  text: string,
  document: DocumentNode,
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  path: readonly KnownStep[],
): InsertionPoint | undefined => {
  const { all, inlineOn } = createSelections(document, schema);
  let type = schema.getRootType(operation.operation)?.name ?? '';
  /**
   * The selection set for the insertion. The loop below also finds the index of the first missing step, and the
   * selections for its type.
   */
  let home = operation.selectionSet;
  let from = 0;
  let read = all([home], type);
  for (const [index, step] of path.entries()) {
    type = step.type;
    if (step.kind === 'on') {
      const [inline] = from === index ? inlineOn(read, type) : [];
      if (inline) [home, from] = [inline, index + 1];
      read = all(inline ? [inline, ...read] : read, type);
      continue;
    }
    const node = findField(read, step.field.name);
    if (node === undefined) return { rest: path.slice(from), insert: insertAtEnd(text, home) };
    if (node.selectionSet === undefined) {
      const at = node.loc?.end ?? 0;
      const isLeaf = !isCompositeType(getNamedType(step.field.type));
      return isLeaf
        ? undefined
        : { rest: path.slice(index + 1), insert: (more) => ({ at, text: ` { ${more} }` }) };
    }
    [home, from] = [node.selectionSet, index + 1];
    read = all([home], type);
  }
  return undefined;
};

/**
 * Lists the operations that use the selection at a position: the enclosing operation, or those that spread the enclosing
 * fragment.
 */
export const listOperationsUsing = (
  document: DocumentNode,
  at: number,
): readonly OperationDefinitionNode[] => {
  const spreads = (set: SelectionSetNode): readonly string[] =>
    set.selections.flatMap((one) =>
      one.kind === Kind.FRAGMENT_SPREAD
        ? [one.name.value]
        : one.selectionSet === undefined
          ? []
          : spreads(one.selectionSet),
    );
  const fragments = document.definitions.flatMap((one) =>
    one.kind === Kind.FRAGMENT_DEFINITION ? [one] : [],
  );
  const around = fragments.find(({ loc }) => loc && loc.start <= at && at <= loc.end);
  const using = new Set(around ? [around.name.value] : []);
  const isUsing = (set: SelectionSetNode): boolean => spreads(set).some((name) => using.has(name));
  for (let size = -1; size !== using.size;) {
    size = using.size;
    for (const one of fragments) if (isUsing(one.selectionSet)) using.add(one.name.value);
  }
  return document.definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION &&
    (around ? isUsing(one.selectionSet) : one.loc && one.loc.start <= at && at <= one.loc.end)
      ? [one]
      : [],
  );
};
