import {
  addScheme,
  type Auth,
  type AuthOf,
  type ExportContent,
  type ExportedDocument,
  type LeftOut,
  type Pair,
  sortFolders,
} from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import {
  getHttpParts,
  listFormParts,
  collectSharedVariables,
  createExecutionFinder,
  type EffectiveRequest,
  createVariableFiller,
  hasScript,
  isMixedContent,
  listEffectiveRequests,
  listExamples,
} from '../effective-request.js';
import { createResponses, createRequestBody } from './media.js';

/** The URL of a request, in OpenAPI terms. */
interface Address {
  readonly server: object;
  /** The path. Path parameters and variables without a value become `{name}`. */
  readonly path: string;
  /** The names of the path's parameters, in order. */
  readonly names: readonly string[];
  readonly query: readonly Pair[];
}

const variablePattern = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Converts a name to a path parameter, without characters that would end a path segment. */
const toPathParameter = (name: string): string => `{${name.replace(/[^\w.$-]/g, '_')}}`;

const decodeQuery = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const getQuery = (query: string): readonly Pair[] =>
  query
    .split('&')
    .filter((one) => one !== '')
    .map((one) => {
      const [name = '', ...value] = one.split('=');
      return { name: decodeQuery(name), value: decodeQuery(value.join('=')), enabled: true };
    });

const toServer = (address: string): object => {
  const names = [...address.matchAll(variablePattern)].map(([, name = '']) => name);
  const url = address.replace(variablePattern, (_, name: string) => toPathParameter(name)) || '/';
  if (names.length === 0) return { url };
  const whole = /^\{[^{}]*\}/.test(url);
  const variables = names.map((name, at) => [
    toPathParameter(name).slice(1, -1),
    { default: whole && at === 0 ? 'http://localhost' : name },
  ]);
  return { url, variables: Object.fromEntries(variables) as unknown };
};

/** Splits a URL into server and path, and fills in variables that have a value. In the server, a variable without a value stays. */
const parseAddress = (url: string, variables: readonly Pair[]): Address => {
  const fill = createVariableFiller(variables);
  const [, plain = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(addScheme(url.trim())) ?? [];
  const [, start = '', rest = ''] = /^(\{\{[^{}]*\}\}|[A-Za-z][\w+.-]*:\/\/[^/]*)?(.*)$/s.exec(plain) ?? [];
  const names: string[] = [];
  const path = fill(rest)
    .replace(/(?<=\/):([A-Za-z_][\w-]*)/g, (_, name: string) => toPathParameter(name))
    .replace(variablePattern, (_, name: string) => toPathParameter(name))
    .replace(/\{([^{}]*)\}/g, (written, name: string) => {
      names.push(name);
      return written;
    });
  return {
    server: toServer(addScheme(fill(start)).replace(/\/+$/, '')),
    path: path.startsWith('/') ? path : `/${path}`,
    names: [...new Set(names)],
    query: getQuery(fill(query)),
  };
};

type Scheme = Readonly<Record<string, unknown>>;

const listScopes = ({ scope = '' }: AuthOf<'oauth2'>): readonly string[] =>
  scope.split(/\s+/).filter((one) => one !== '');

const toOAuth2Scheme = (auth: AuthOf<'oauth2'>): Scheme | undefined => {
  const { grant, accessTokenUrl, authorizationUrl, refreshTokenUrl, issuer } = auth;
  const scopes = Object.fromEntries(listScopes(auth).map((one) => [one, '']));
  const more = { scopes, ...(refreshTokenUrl ? { refreshUrl: refreshTokenUrl } : {}) };
  const tokenUrl = accessTokenUrl;
  if (issuer && !tokenUrl)
    return {
      type: 'openIdConnect',
      openIdConnectUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    };
  if (!tokenUrl) return undefined;
  switch (grant) {
    case 'client_credentials':
      return { type: 'oauth2', flows: { clientCredentials: { tokenUrl, ...more } } };
    case 'password':
      return { type: 'oauth2', flows: { password: { tokenUrl, ...more } } };
    case 'authorization_code':
      return authorizationUrl
        ? { type: 'oauth2', flows: { authorizationCode: { authorizationUrl, tokenUrl, ...more } } }
        : undefined;
    default:
      return undefined;
  }
};

const toSecurityScheme = (auth: Auth): Scheme | undefined => {
  switch (auth.type) {
    case 'basic':
    case 'digest':
    case 'bearer':
      return { type: 'http', scheme: auth.type };
    case 'api-key':
      return { type: 'apiKey', name: auth.name, in: auth.in };
    case 'oauth2':
      return toOAuth2Scheme(auth);
    default:
      return undefined;
  }
};

const getName = (auth: Auth): string => (auth.type === 'api-key' ? 'apiKey' : auth.type);

/** Collects the security schemes of a document. Equal schemes are stored once. */
const createSchemes = () => {
  const schemes = new Map<string, Scheme>();
  const nameFor = (wanted: string, scheme: Scheme): string => {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? wanted : `${wanted}${count}`;
      const known = schemes.get(name);
      if (known === undefined) schemes.set(name, scheme);
      if (known === undefined || JSON.stringify(known) === JSON.stringify(scheme)) return name;
    }
  };
  return {
    /** The security requirement of an auth; undefined if it has no counterpart. */
    requirementOf: (auth: Auth): Readonly<Record<string, readonly string[]>> | undefined => {
      const scheme = toSecurityScheme(auth);
      if (scheme === undefined) return undefined;
      return { [nameFor(getName(auth), scheme)]: auth.type === 'oauth2' ? listScopes(auth) : [] };
    },
    all: (): Readonly<Record<string, Scheme>> => Object.fromEntries(schemes),
  };
};
type Schemes = ReturnType<typeof createSchemes>;

/** The methods that an OpenAPI 3.1 path can have. */
const methods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

/**
 * Headers that OpenAPI ignores as parameters because body and auth define them (OpenAPI 3.1, section
 * 4.8.12.1), and the cookie jar's header.
 */
const providedHeaders = /^(?:accept|content-type|authorization|cookie)$/i;

const getType = (value: string): string => (/^-?(?:0|[1-9]\d{0,14})$/.test(value) ? 'integer' : 'string');

interface ParameterValues {
  readonly name: string;
  readonly values: readonly string[];
  /** Whether the parameter is sent. A disabled parameter is optional. */
  readonly isSent: boolean;
}

const createParameter = (
  location: 'path' | 'query' | 'header',
  { name, values, isSent }: ParameterValues,
): object => {
  const [first = ''] = values;
  const type = values.every((one) => getType(one) === 'integer') && values.length > 0 ? 'integer' : 'string';
  const example = (text: string): unknown => (type === 'integer' ? Number(text) : text);
  return {
    name,
    in: location,
    ...(isSent ? { required: true } : {}),
    ...(values.length > 1
      ? { schema: { type: 'array', items: { type } }, example: values.map(example) }
      : { schema: { type }, ...(first === '' ? {} : { example: example(first) }) }),
  };
};

/** Groups rows by name, in order. A name has one value for each of its rows. */
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
  const { pathParams: given, queryParams: rows } = getHttpParts(request);
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

/** Creates operation ids: the words of a name joined, with a number if the id is already used. */
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
  readonly report: (location: string, what: string) => void;
}

/** Lists the form parts with their own file name, which OpenAPI cannot express. */
const listNamedParts = (request: EffectiveRequest['request']): readonly string[] =>
  listFormParts(request).flatMap(({ name, enabled, filename }) =>
    enabled && filename !== undefined ? [name] : [],
  );

/**
 * Removes the auth requirement of an operation with auth `none`: an empty list overrides the document's (OAS
 * 3.1, Operation Object).
 */
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
  const requestBody = createRequestBody(one);
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
const addOperation = (
  paths: Paths,
  one: EffectiveRequest,
  address: Address,
  writing: WriteContext,
  isMain: boolean,
): void => {
  const method = getHttpParts(one.request).method.trim().toUpperCase();
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

/** Writes the requests as an OpenAPI 3.1 document: a tag for each folder, and responses from stored responses and examples. */
export const createOpenApiDocument = (content: ExportContent): ExportedDocument => {
  const leftOut: LeftOut[] = [];
  const schemes = createSchemes();
  const writing: WriteContext = {
    answersOf: createExecutionFinder(content),
    schemes,
    idFor: createIds(),
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
    addOperation(paths, one, address, writing, JSON.stringify(address.server) === main);
  const used = new Set(content.requests.map(({ folder }) => folder));
  const tagged = content.folders.filter(({ path }) => path !== '' && used.has(path));
  // Requests are in tree order, also where folders and requests are mixed.
  const inOrder = isMixedContent(content)
    ? [...used].flatMap((path) => tagged.find((one) => one.path === path) ?? [])
    : sortFolders(tagged);
  const tags = inOrder.map(({ path, description }) => ({
    name: path,
    ...(description === '' ? {} : { description }),
  }));
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
