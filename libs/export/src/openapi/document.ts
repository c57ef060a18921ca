import {
  type Auth,
  type ExportContent,
  type ExportedDocument,
  sortFolders,
  type LeftOut,
  type Pair,
} from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import {
  type EffectiveRequest,
  listEffectiveRequests,
  createExecutionFinder,
  hasScript,
  collectSharedVariables,
} from '../effective-request.js';
import { listExamples } from '../example.js';
import { type Address, parseAddress } from './address.js';
import { requestBodyOf, createResponses } from './media.js';
import { createSchemes, type Schemes } from './security.js';

/** The methods that an OpenAPI 3.1 path can have. */
const methods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

/** Headers set by the body and auth (OpenAPI 3.1, section 4.8.12.1), and the cookie jar's header. */
const providedHeaders = /^(?:accept|content-type|authorization|cookie)$/i;

const getType = (value: string): string => (/^-?(?:0|[1-9]\d{0,14})$/.test(value) ? 'integer' : 'string');

interface ParameterValues {
  readonly name: string;
  readonly values: readonly string[];
  /** Whether it is sent; a disabled one is optional. */
  readonly isSent: boolean;
}

const createParameter = (
  place: 'path' | 'query' | 'header',
  { name, values, isSent }: ParameterValues,
): object => {
  const [first = ''] = values;
  const type = values.every((one) => getType(one) === 'integer') && values.length > 0 ? 'integer' : 'string';
  const example = (text: string): unknown => (type === 'integer' ? Number(text) : text);
  return {
    name,
    in: place,
    ...(isSent ? { required: true } : {}),
    ...(values.length > 1
      ? { schema: { type: 'array', items: { type } }, example: values.map(example) }
      : { schema: { type }, ...(first === '' ? {} : { example: example(first) }) }),
  };
};

/** The rows by name, in order; a name has one value for each of its rows. */
const groupRows = (
  rows: readonly Pair[],
  keyOf = (name: string): string => name,
): readonly ParameterValues[] => {
  const found = new Map<string, Pair[]>();
  for (const row of rows) {
    const known = found.get(keyOf(row.name));
    if (known === undefined) found.set(keyOf(row.name), [row]);
    else known.push(row);
  }
  return [...found.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || first.name.trim() === '') return [];
    const isSent = same.some(({ enabled }) => enabled);
    return { name: first.name, values: same.map(({ value }) => value), isSent };
  });
};

const listParameters = (
  { request, inherited }: EffectiveRequest,
  { names, query }: Address,
): readonly object[] => {
  const given = 'query' in request ? [] : request.pathParams;
  const rows = 'query' in request ? [] : request.queryParams;
  const headers = inherited.headers.filter(({ name }) => !providedHeaders.test(name.trim()));
  return [
    ...names.map((name) => {
      const value = given.find((one) => one.name === name)?.value ?? '';
      return createParameter('path', { name, values: value === '' ? [] : [value], isSent: true });
    }),
    ...groupRows([...query, ...rows]).map((one) => createParameter('query', one)),
    ...groupRows(headers, (name) => name.toLowerCase()).map((one) =>
      createParameter('header', { ...one, values: one.values.slice(0, 1) }),
    ),
  ];
};

/** Operation ids: the words of a name joined, with a number if the id is taken. */
const createIds = () => {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (name: string): string => {
    const words = name.match(/[A-Za-z0-9]+/g) ?? ['request'];
    const base = words
      .map(
        (word, at) =>
          (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
      )
      .join('');
    let id = base;
    for (let count = next.get(base) ?? 2; taken.has(id); count += 1) {
      id = `${base}${count}`;
      next.set(base, count + 1);
    }
    taken.add(id);
    return id;
  };
};

interface WriteContext {
  readonly answersOf: ReturnType<typeof createExecutionFinder>;
  readonly schemes: Schemes;
  readonly idFor: (name: string) => string;
  readonly report: (place: string, what: string) => void;
}

/** The form parts with a file name, which a document cannot express. */
const listNamedParts = (request: EffectiveRequest['request']): readonly string[] =>
  'query' in request || request.body.type !== 'multipart'
    ? []
    : request.body.parts.flatMap(({ name, enabled, filename }) =>
        enabled && filename !== undefined ? [name] : [],
      );

/** An empty list says that an operation needs no auth (OAS 3.1, Operation Object). */
const formatNoSecurity = ({ type }: Auth): object => (type === 'none' ? { security: [] } : {});

const createOperation = (
  one: EffectiveRequest,
  address: Address,
  { answersOf, schemes, idFor, report }: WriteContext,
) => {
  const { request, inherited, path } = one;
  const { auth } = inherited.auth;
  const requirement = schemes.requirementOf(auth);
  if (auth.type !== 'none' && requirement === undefined) report(path, `the auth “${auth.type}”`);
  if (hasScript(one)) report(path, 'its script');
  for (const name of listNamedParts(request)) report(path, `the file name of the part “${name}”`);
  const parameters = listParameters(one, address);
  const requestBody = requestBodyOf(one);
  return {
    operationId: idFor(request.name),
    summary: request.name,
    ...(request.description === '' ? {} : { description: request.description }),
    ...(request.folder === '' ? {} : { tags: [request.folder] }),
    ...(requirement === undefined ? formatNoSecurity(auth) : { security: [requirement] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: createResponses(answersOf(request.id), listExamples(request)),
  };
};

type Paths = Map<string, Map<string, object>>;

/** Adds the operation unless its path already has this method. */
const addTo = (
  paths: Paths,
  one: EffectiveRequest,
  address: Address,
  writing: WriteContext,
  isMain: boolean,
): void => {
  const method = 'query' in one.request ? 'POST' : one.request.method.trim().toUpperCase();
  const item = paths.get(address.path) ?? new Map<string, object>();
  if (!methods.has(method)) writing.report(one.path, `its method ${method}, which OpenAPI 3.1 does not have`);
  else if (item.has(method))
    writing.report(one.path, `another request has ${method} ${address.path} already`);
  else {
    const operation = createOperation(one, address, writing);
    item.set(method, isMain ? operation : { ...operation, servers: [address.server] });
    paths.set(address.path, item);
  }
};

const toPathItems = (paths: Paths): object =>
  Object.fromEntries(
    [...paths].map(([path, item]) => [
      path,
      Object.fromEntries([...item].map(([method, operation]) => [method.toLowerCase(), operation])),
    ]),
  );

/**
 * The requests as an OpenAPI 3.1 document: a tag for each folder, and responses from stored responses and examples.
 */
export const openApiDocument = (content: ExportContent): ExportedDocument => {
  const leftOut: LeftOut[] = [];
  const schemes = createSchemes();
  const writing: WriteContext = {
    ...{ answersOf: createExecutionFinder(content), schemes, idFor: createIds() },
    report: (place, what) => void leftOut.push({ place, what }),
  };
  const variables = [...collectSharedVariables(content)].map(([name, value]) => ({
    name,
    value,
    enabled: true,
  }));
  const made = listEffectiveRequests(content).map(
    (one) => [one, parseAddress(one.request.url, variables)] as const,
  );
  const main = JSON.stringify(made[0]?.[1].server);
  const paths: Paths = new Map();
  for (const [one, address] of made)
    addTo(paths, one, address, writing, JSON.stringify(address.server) === main);
  const used = new Set(content.requests.map(({ folder }) => folder));
  const tags = sortFolders(content.folders.filter(({ path }) => path !== '' && used.has(path))).map(
    ({ path, description }) => ({ name: path, ...(description === '' ? {} : { description }) }),
  );
  const about = content.folders.find(({ path }) => path === '')?.description ?? '';
  const securitySchemes = schemes.all();
  const document = {
    openapi: '3.1.0',
    info: { title: content.name, version: '1.0.0', ...(about === '' ? {} : { description: about }) },
    ...(made[0] === undefined ? {} : { servers: [made[0][1].server] }),
    ...(tags.length === 0 ? {} : { tags }),
    paths: toPathItems(paths),
    ...(Object.keys(securitySchemes).length === 0 ? {} : { components: { securitySchemes } }),
  };
  return { text: `${stringifyJson(document, 2)}\n`, leftOut };
};
