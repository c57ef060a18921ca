import {
  type AppError,
  createInvalidInput,
  type CutSchema,
  describeCut,
  type DocumentProblem,
  type GraphqlSchemas,
  type SchemaAnswer,
  type SchemaPart,
  type SchemaRange,
} from '@tandem/core';
import { findNearest } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';
import type {
  DefinitionNode,
  DocumentNode,
  FieldDefinitionNode,
  GraphQLError,
  GraphQLSchema,
  InputValueDefinitionNode,
  IntrospectionQuery,
  TypeDefinitionNode,
  TypeNode,
} from 'graphql';

type FieldDefinition = FieldDefinitionNode | InputValueDefinitionNode;

const isType = (one: DefinitionNode): one is TypeDefinitionNode => one.kind.endsWith('TypeDefinition');

const listFields = (type: TypeDefinitionNode): readonly FieldDefinition[] =>
  'fields' in type ? (type.fields ?? []) : [];

const getName = (type: TypeNode): string => ('name' in type ? type.name.value : getName(type.type));

/** The types Query, Mutation and Subscription of a schema, in its order. */
const listRootTypes = ({ definitions }: DocumentNode): readonly TypeDefinitionNode[] => {
  const named = definitions.flatMap((one) =>
    'operationTypes' in one ? (one.operationTypes ?? []).map(({ type }) => type.name.value) : [],
  );
  const roots = named.length > 0 ? named : ['Query', 'Mutation', 'Subscription'];
  return definitions.filter(isType).filter(({ name }) => roots.includes(name.value));
};

const createUnknownNameError = (what: 'type' | 'field', name: string, known: readonly string[]): AppError =>
  createInvalidInput(what, 'is not in the schema', {
    expected: `a ${what} of the schema`,
    got: name,
    near: findNearest(name, known, 3),
  });

/** Selects a field with the types of its arguments and its result, each type once. */
const selectFieldTypes = (
  types: readonly TypeDefinitionNode[],
  owner: TypeDefinitionNode,
  field: FieldDefinition,
) => {
  const used = [field.type, ...('arguments' in field ? (field.arguments ?? []) : []).map(({ type }) => type)];
  const names = new Set(used.map(getName));
  const { description: _described, ...bare } = owner;
  const alone = { ...bare, fields: [field], directives: [] } as TypeDefinitionNode;
  return [alone, ...types.filter((one) => one !== owner && names.has(one.name.value))];
};

/** Selects the definitions that the call asks for. Undefined means all of them. */
const selectDefinitions = (
  document: DocumentNode,
  { type, field }: SchemaPart,
): E.Either<AppError, readonly TypeDefinitionNode[] | undefined> => {
  const types = document.definitions.filter(isType);
  const owners =
    type === undefined ? listRootTypes(document) : types.filter(({ name }) => name.value === type);
  if (type !== undefined && owners.length === 0)
    return E.left(
      createUnknownNameError(
        'type',
        type,
        types.map(({ name }) => name.value),
      ),
    );
  if (field === undefined) return E.right(type === undefined ? undefined : owners);
  for (const owner of owners) {
    const found = listFields(owner).find(({ name }) => name.value === field);
    if (found !== undefined) return E.right(selectFieldTypes(types, owner, found));
  }
  return E.left(
    createUnknownNameError(
      'field',
      field,
      owners.flatMap(listFields).map(({ name }) => name.value),
    ),
  );
};

/** Finds the byte at which a text that does not fit is cut: the end of a line, or a byte inside a line if not even one line fits. */
const findLineEnd = (bytes: Uint8Array, from: number, maxBytes: number): number => {
  const most = Math.min(from + maxBytes, bytes.length);
  if (most === bytes.length) return most;
  const lineEnd = bytes.lastIndexOf(newline, most - 1) + 1;
  const end = lineEnd > from ? lineEnd : findCodePointStart(bytes, most);
  return end > from || maxBytes === 0 ? end : findLineEnd(bytes, from, maxBytes + 1);
};

const newline = 10;

const findCodePointStart = (bytes: Uint8Array, at: number): number =>
  at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80 ? findCodePointStart(bytes, at - 1) : at;

const decodeBytes = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const removeDescriptions = (type: TypeDefinitionNode): TypeDefinitionNode => {
  const bare = (one: FieldDefinition): FieldDefinition => {
    const { description: _described, ...rest } = one;
    return 'arguments' in rest
      ? ({ ...rest, arguments: (rest.arguments ?? []).map(bare) } as FieldDefinition)
      : rest;
  };
  const { description: _described, ...rest } = type;
  return { ...rest, fields: listFields(type).map(bare) } as TypeDefinitionNode;
};

/** Outlines a schema: its operations without descriptions, and only the names of the other types. */
const outlineSchema = (document: DocumentNode, print: (one: TypeDefinitionNode) => string): string => {
  const roots = listRootTypes(document);
  const others = document.definitions.filter(isType).filter((one) => !roots.includes(one));
  return [
    '# An outline of a long schema. Pass type or field to read a part of it, or offset 0 to read all of it.',
    ...roots.map((one) => print(removeDescriptions(one))),
    `# Other types:\n${others.map(({ name }) => `# ${name.value}`).join('\n')}`,
  ].join('\n\n');
};

/**
 * Cuts a schema to the part that begins at `offset` and fits in `maxBytes`. If no offset was given and the whole schema does not fit,
 * returns an outline.
 */
export const cutSchema = async (
  sdl: string,
  part: SchemaPart,
  { maxBytes, offset }: SchemaRange,
): Promise<E.Either<AppError, CutSchema>> => {
  const { parse, print } = await import('graphql');
  const document = parse(sdl, { noLocation: true });
  return pipe(
    selectDefinitions(document, part),
    E.map((definitions): CutSchema => {
      const whole = definitions?.map((one) => print(one)).join('\n\n') ?? sdl;
      const bytes = new TextEncoder().encode(whole);
      const size = bytes.length;
      if (size > maxBytes && definitions === undefined && offset === undefined) {
        const outline = new TextEncoder().encode(outlineSchema(document, print));
        const end = findLineEnd(outline, 0, maxBytes);
        return { sdl: decodeBytes(outline.subarray(0, end)), truncated: true, size, nextOffset: 0 };
      }
      const start = findCodePointStart(bytes, Math.min(offset ?? 0, size));
      const end = findLineEnd(bytes, start, maxBytes);
      return {
        sdl: decodeBytes(bytes.subarray(start, end)),
        truncated: false,
        size,
        ...describeCut(size, end),
      };
    }),
  );
};

/** Maximum number of problems listed for one document. */
const maxProblems = 20;

/** Each `{{variable}}` of a text. */
const variableTokens = /\{\{[^{}]*\}\}/g;

type GraphqlModule = Awaited<ReturnType<typeof importGraphql>>;

/** The range of an error in a document. It is that of a name, which may follow an alias. */
const locateError = ({ nodes, positions }: GraphQLError): readonly [number, number] => {
  const [node] = nodes ?? [];
  const named = node !== undefined && 'name' in node ? node.name : undefined;
  const { start, end } = named?.loc ?? node?.loc ?? { start: positions?.[0] ?? 0, end: positions?.[0] ?? 0 };
  return [start, end];
};

const listErrors = (
  { parse, validate, specifiedRules, GraphQLError }: GraphqlModule,
  schema: GraphQLSchema,
  document: string,
): readonly GraphQLError[] => {
  try {
    return validate(schema, parse(document), specifiedRules, { maxErrors: maxProblems });
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
};

/** Finds the problems of one document. A `{{variable}}` in it counts as a name that is always valid. */
const checkDocument = (
  graphql: GraphqlModule,
  schema: GraphQLSchema,
  document: string,
): readonly DocumentProblem[] => {
  if (document.replace(variableTokens, '').trim() === '') return [];
  const tokens = [...document.matchAll(variableTokens)].map(({ 0: token, index }) => [
    index,
    index + token.length,
  ]);
  const masked = document.replace(variableTokens, (token) => '_'.repeat(token.length));
  return listErrors(graphql, schema, masked).flatMap((error) => {
    const [from, to] = locateError(error);
    const isVariable = tokens.some(([start = 0, end = 0]) => start < Math.max(to, from + 1) && from < end);
    if (isVariable) return [];
    const lines = document.slice(0, from).split(/\r\n|[\n\r]/);
    return [{ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, message: error.message }];
  });
};

/** Finds the problems of each document. The schema is not validated, because it is the server's own description. */
export const checkDocuments = async (
  sdl: string,
  documents: readonly string[],
): Promise<readonly (readonly DocumentProblem[])[]> => {
  const graphql = await importGraphql();
  const schema = graphql.buildSchema(sdl, { assumeValid: true, assumeValidSDL: true, noLocation: true });
  return documents.map((document) => checkDocument(graphql, schema, document));
};

/** Imports graphql when a schema is first needed, which makes Tandem start faster. */
const importGraphql = () => import('graphql');

/** The query for a server's schema. It uses only features that older servers have too. */
export const getIntrospectionQuery = async (): Promise<string> =>
  (await importGraphql()).getIntrospectionQuery();

const introspectionAdvice =
  'Many servers allow introspection only in development or with a certain login: check the URL, Auth and headers.';

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value looks like a schema. Only `graphql` can tell whether it is one. */
const isIntrospection = (data: unknown): data is IntrospectionQuery =>
  isRecord(data) && isRecord(data.__schema);

const parseBody = (body: Uint8Array): Fields => {
  try {
    const read: unknown = JSON.parse(new TextDecoder().decode(body));
    return isRecord(read) ? read : {};
  } catch {
    return {};
  }
};

const getFirstMessage = (errors: unknown): string | undefined => {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return isRecord(first) && typeof first.message === 'string' ? first.message : undefined;
};

/** Reads the schema in a response as SDL, or says why the response contains none. */
const readSdl = async ({ status, statusText, body }: SchemaAnswer): Promise<E.Either<string, string>> => {
  const { data, errors } = parseBody(body);
  if (isIntrospection(data)) {
    const { buildClientSchema, printSchema } = await importGraphql();
    try {
      return E.right(printSchema(buildClientSchema(data)));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return E.left(`The server answered with a schema that is not valid: ${why}`);
    }
  }
  const message = getFirstMessage(errors);
  if (message !== undefined)
    return E.left(`The server refused to describe its schema: "${message}". ${introspectionAdvice}`);
  const said = `${status} ${statusText}`.trim();
  return E.left(`The server answered ${said} without a schema. ${introspectionAdvice}`);
};

/** An adapter that reads schemas in the calling thread. */
export const readSchemas: GraphqlSchemas = {
  read: (answer) => () => readSdl(answer),
  cut: (sdl, part, range) => () => cutSchema(sdl, part, range),
  check: (sdl, documents) =>
    TE.tryCatch(
      () => checkDocuments(sdl, documents),
      () =>
        createInvalidInput('query', 'cannot be checked: the schema is not valid', { expected: '', got: '' }),
    ),
};
