import { type Example, getExampleBodyType, type ImportDocument, type Pair } from '@tandem/core';
import { getOwnValue, stringifyJson } from '@tandem/core/codec';

import { createDraft, type Draft } from '../draft.js';
import {
  type Fields,
  getFields,
  getList,
  getObjects,
  getText,
  isFields,
  createPair,
  toText,
} from '../value.js';
import { createOperationBody, createSwaggerBody, listMediaTypes, listMissingFiles } from './body.js';
import { listSentHeaders, resolveParameters, selectParameters } from './parameters.js';
import { createResolver, type Resolver } from './refs.js';
import { createSampler, type Sampler } from './samples.js';
import { prepareSchemas } from './schema-samples.js';
import { resolveSecurity, type SchemeAuth } from './security.js';
import { createServerEnvironments, describeServerLosses, findOwnScheme, findOwnServer } from './servers.js';

/** Lists the examples of a media type (OpenAPI 3.1, section 4.8.14), with their names. */
const listExampleValues = (
  media: Fields,
  { resolve }: Resolver,
): readonly (readonly [name: string, value: unknown])[] =>
  media.example === undefined
    ? Object.entries(getFields(media, 'examples')).map(([key, one]) => {
        const example = resolve(one);
        return [getText(example, 'summary') || key, example.value];
      })
    : [['', media.example]];

const isJsonText = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Converts an example to text; undefined for an object in a type other than JSON. A text may already be JSON. */
const toExampleText = (value: unknown, isJson: boolean): string | undefined => {
  if (typeof value === 'string') return isJson && !isJsonText(value) ? JSON.stringify(value) : value;
  return isJson || !isFields(value) ? stringifyJson(value, 2) : undefined;
};

/** Lists the examples in an operation's own responses. In Swagger 2, they are keyed by content type. */
const listResponseExamples = (operation: Fields, resolver: Resolver): readonly Example[] =>
  Object.entries(getFields(operation, 'responses')).flatMap(([status, given]) => {
    const response = resolver.resolve(given);
    const description = getText(response, 'description');
    const media: readonly (readonly [type: string, media: Fields])[] = [
      ...Object.entries(getFields(response, 'content')).map(
        ([type, one]) => [type, resolver.resolve(one)] as const,
      ),
      ...Object.entries(isFields(response.examples) ? response.examples : {}).map(
        ([type, example]) => [type, { example }] as const,
      ),
    ];
    return media.flatMap(([type, one]) =>
      listExampleValues(one, resolver).flatMap(([name, value]) => {
        const kind = getExampleBodyType(type);
        const data = value === undefined ? undefined : toExampleText(value, kind === 'json');
        if (data === undefined) return [];
        return {
          name: name || description.slice(0, 200) || status,
          description: '',
          request: null,
          response: {
            status: /^\d{3}$/.test(status) ? Number(status) : null,
            statusText: '',
            headers: [{ name: 'Content-Type', value: type }],
            body: { type: kind, data },
          },
        };
      }),
    );
  });

const quoteNames = (names: readonly string[]): string => names.map((one) => `“${one}”`).join(', ');

const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const listKeys = (value: unknown): readonly string[] =>
  isFields(value) ? Object.keys(value).filter((one) => !one.startsWith('x-')) : [];

const listLinks = (operation: Fields, { resolve }: Resolver): readonly string[] =>
  Object.values(getFields(operation, 'responses')).flatMap((one) => listKeys(resolve(one).links));

/** Lists the names of the examples of a body or parameter, except the first, which is sent. */
const listFurtherExamples = (media: Fields): readonly string[] =>
  media.example === undefined ? listKeys(media.examples).slice(1) : listKeys(media.examples);

/** The `in` values of parameters, including those of Swagger 2. */
const parameterLocations = new Set(['path', 'query', 'header', 'cookie', 'querystring', 'body', 'formData']);

interface SentOperation {
  readonly location: string;
  readonly operation: Fields;
  readonly parameters: readonly Fields[];
  readonly hasBody: boolean;
  readonly media: ReturnType<typeof listMediaTypes>;
}

/** Reports the parts of an operation that Tandem cannot express. */
const reportOperation = (
  draft: Draft,
  resolver: Resolver,
  { location, operation, parameters, hasBody, media: { types, chosen } }: SentOperation,
): void => {
  const lose = (what: string): void => draft.leaveOut(location, what);
  const callbacks = listKeys(operation.callbacks);
  if (callbacks.length > 0)
    lose(
      `the ${callbacks.length === 1 ? 'callback' : 'callbacks'} ${quoteNames(callbacks)}, which the server sends`,
    );
  const links = listLinks(operation, resolver);
  if (links.length > 0)
    lose(
      `the ${links.length === 1 ? 'link' : 'links'} ${quoteNames(links)} of its responses; pass values on in onResponse`,
    );
  const tags = getList(operation, 'tags').map(toText);
  if (tags.length > 1)
    lose(`its further tags, ${quoteNames(tags.slice(1))}; it stands in the folder of the first`);
  const others = types.filter((one) => one !== chosen);
  if (hasBody && others.length > 0) lose(`its body as ${others.join(', ')}; ${chosen ?? 'none'} is sent`);
  const content = getFields(resolver.resolve(operation.requestBody), 'content');
  const examples = listFurtherExamples(resolver.resolve(getOwnValue(content, chosen ?? '')));
  if (examples.length > 0) lose(`the further examples ${quoteNames(examples)} of its body`);
  for (const one of parameters) {
    const further = listFurtherExamples(one);
    if (further.length > 0) lose(`the further examples ${quoteNames(further)} of “${getText(one, 'name')}”`);
    if (!parameterLocations.has(getText(one, 'in')))
      lose(`the parameter “${getText(one, 'name')}”, which is in “${getText(one, 'in')}”`);
    if (getText(one, 'in') === 'querystring' && !/urlencoded/i.test(listKeys(one.content)[0] ?? ''))
      lose(`the query “${getText(one, 'name')}”, which is not made of names and values`);
  }
};

/**
 * Reports the parts of a whole document that Tandem cannot express. Each kind of purely descriptive part is reported
 * once.
 */
const reportDocument = (
  draft: Draft,
  resolver: Resolver,
  document: Fields,
  operations: readonly Pick<SentOperation, 'operation' | 'parameters'>[],
): void => {
  for (const hook of listKeys(document.webhooks))
    draft.leaveOut(`webhooks.${hook}`, 'a webhook, which the server sends');
  const about = ['contact', 'license', 'termsOfService'].filter((one) => getText(document.info, one) !== '');
  if (about.length > 0) draft.leaveOut('info', `its ${about.join(', ')}`);
  for (const tag of getObjects(document, 'tags').filter((one) => getText(one, 'parent') !== ''))
    draft.leaveOut(
      `tags.${getText(tag, 'name')}`,
      `that it stands in “${getText(tag, 'parent')}”; its folder stands beside that`,
    );
  const described = operations
    .flatMap(({ parameters }) => parameters)
    .filter((one) => getText(one, 'description') !== '').length;
  if (described > 0)
    draft.leaveOut('parameters', `the descriptions of ${formatCount(described, 'parameter')}`);
  const bodies = operations.filter(
    ({ operation }) => getText(resolver.resolve(operation.requestBody), 'description') !== '',
  ).length;
  if (bodies > 0)
    draft.leaveOut('requestBodies', `the descriptions of ${formatCount(bodies, 'body', 'bodies')}`);
  const answers = operations
    .flatMap(({ operation }) => Object.values(getFields(operation, 'responses')))
    .map((one) => resolver.resolve(one))
    .filter(hasSchema).length;
  if (answers > 0)
    draft.leaveOut(
      'responses',
      `the schemas of ${formatCount(answers, 'response')}; only their examples come along`,
    );
};

const hasSchema = (response: Fields): boolean =>
  response.schema !== undefined ||
  Object.values(getFields(response, 'content')).some((one) => isFields(one) && one.schema !== undefined) ||
  Object.keys(getFields(response, 'headers')).length > 0;

const methods = new Set('get,post,put,patch,delete,head,options,trace,query'.split(','));

/** Lists the operations of a path by method, in document order. */
const listOperations = (item: Fields): readonly (readonly [method: string, operation: Fields])[] =>
  [
    ...Object.entries(item).filter(([name]) => methods.has(name)),
    ...Object.entries(getFields(item, 'additionalOperations')),
  ].flatMap(([method, operation]) => (isFields(operation) ? [[method, operation] as const] : []));

interface DocumentContext {
  readonly document: Fields;
  readonly draft: Draft;
  readonly resolver: Resolver;
  readonly sampler: Sampler;
  /** Returns the folder of a tag, and creates the folder on first use. */
  readonly folderOf: (tag: string) => string;
  /** The operations that were read so far. */
  readonly operations: { readonly operation: Fields; readonly parameters: readonly Fields[] }[];
  /** The URL of the document. */
  readonly base: string | undefined;
  readonly security: (requirements: unknown, location: string) => SchemeAuth | undefined;
}

/** The server of a request: the operation's own, or the one of the environment. */
interface Target {
  readonly server: string;
  readonly variables: readonly Pair[];
}

/** Converts `{id}` to `:id` if it is a whole path segment, otherwise to `{{id}}`. */
const toUrl = (path: string, pathParams: readonly Pair[], { server, variables }: Target) => {
  const whole = path
    .split('/')
    .map((segment) => segment.replace(/^\{([A-Za-z_]\w*)\}$/, ':$1'))
    .join('/');
  const isWhole = ({ name }: Pair): boolean => whole.split('/').includes(`:${name}`);
  return {
    url: `${server}${whole.startsWith('/') ? '' : '/'}${whole.replace(/\{([^{}]+)\}/g, '{{$1}}')}`,
    pathParams: pathParams.filter(isWhole),
    requestVariables: [...variables, ...pathParams.filter((one) => !isWhole(one))],
  };
};

const resolveTarget = (
  operation: Fields,
  item: Fields,
  location: string,
  reading: DocumentContext,
): Target => {
  const { document, draft, base } = reading;
  const scheme = document.swagger === undefined ? undefined : findOwnScheme(operation, document);
  if (scheme !== undefined)
    return {
      server: `${scheme}://${getText(document, 'host')}${getText(document, 'basePath').replace(/\/+$/, '')}`,
      variables: [],
    };
  const own = document.swagger === undefined ? findOwnServer(operation, item, base) : undefined;
  if (own === undefined) return { server: '{{baseUrl}}', variables: [] };
  if (own.others.length > 0)
    draft.leaveOut(location, `its other servers, ${own.others.join(' and ')}; the request uses ${own.url}`);
  return { server: own.url, variables: own.variables };
};

/** Formats the description of an operation or a tag, with the link to its external documentation. */
const formatDescription = (given: Fields | undefined): string => {
  const more = getFields(given, 'externalDocs');
  const url = getText(more, 'url');
  return [
    ...(given?.deprecated === true ? ['Deprecated.'] : []),
    getText(given, 'description'),
    url === '' ? '' : `[${getText(more, 'description') || url}](${url})`,
  ]
    .filter((one) => one !== '')
    .join('\n\n');
};

/** Adds the media type as a header, unless the body sets it by itself. */
const createHeaders = (contentType: string | undefined): readonly Pair[] =>
  contentType === undefined ? [] : [createPair('Content-Type', contentType)];

const addOperation = (
  path: string,
  method: string,
  item: Fields,
  operation: Fields,
  reading: DocumentContext,
): void => {
  const { draft, document, resolver } = reading;
  const location = `${method.toUpperCase()} ${path}`;
  const parameters = resolveParameters(operation, item, reading);
  const [tag] = getList(operation, 'tags').map(toText);
  const auth = reading.security(operation.security, location)?.auth;
  const { body, contentType } =
    document.swagger === undefined
      ? createOperationBody(operation, reading)
      : createSwaggerBody(operation, parameters, document, reading);
  for (const file of listMissingFiles(body)) draft.leaveOut(location, file);
  const media = listMediaTypes(operation, document, resolver);
  reportOperation(draft, resolver, { location, operation, parameters, hasBody: body.type !== 'none', media });
  reading.operations.push({ operation, parameters });
  draft.addRequest({
    kind: 'rest',
    name: (getText(operation, 'summary').trim() || getText(operation, 'operationId') || location).slice(
      0,
      200,
    ),
    folder: tag === undefined || tag === '' ? '' : reading.folderOf(tag),
    description: [formatDescription(operation), getText(item, 'summary'), formatDescription(item)]
      .filter((one) => one !== '')
      .join('\n\n'),
    method: method.toUpperCase(),
    ...toUrl(
      path,
      selectParameters('path', parameters, reading),
      resolveTarget(operation, item, location, reading),
    ),
    queryParams: selectParameters('query', parameters, reading),
    headers: [...listSentHeaders(parameters, reading), ...createHeaders(contentType)],
    body,
    auth: auth ?? { type: 'inherit' },
    examples: listResponseExamples(operation, resolver),
    origin: location,
  });
};

const addPaths = (reading: DocumentContext): void => {
  const { document, resolver, draft } = reading;
  for (const [path, given] of Object.entries(getFields(document, 'paths'))) {
    if (path.startsWith('x-')) continue;
    if (!path.startsWith('/'))
      draft.leaveOut(`paths.${path}`, `it does not begin with a slash, as paths do; it is read as /${path}`);
    const item = resolver.resolve(given);
    for (const [method, operation] of listOperations(item))
      addOperation(path, method, item, operation, reading);
  }
  reportDocument(draft, resolver, document, reading.operations);
};

/** Reads an OpenAPI document 3.0 to 3.2, or Swagger 2.0: a folder for each tag, an environment for each server. */
export const readOpenApi = (given: Fields, why: string, base?: string): ImportDocument => {
  const document = prepareSchemas(given);
  const draft = createDraft();
  const info = getFields(document, 'info');
  const resolver = createResolver(document);
  const schemes =
    document.swagger === undefined
      ? getFields(getFields(document, 'components'), 'securitySchemes')
      : getFields(document, 'securityDefinitions');
  const secrets = new Set<string>();
  const security = (requirements: unknown, location: string): SchemeAuth | undefined => {
    const found = resolveSecurity(requirements, schemes, resolver, (what) => draft.leaveOut(location, what));
    found?.secrets.forEach((name) => secrets.add(name));
    return found;
  };
  const folders = new Map<string, string>();
  const folderOf = (tag: string): string => {
    const known = folders.get(tag);
    if (known !== undefined) return known;
    const about = getObjects(document, 'tags').find((one) => getText(one, 'name') === tag);
    const description = formatDescription(about);
    const path = draft.addFolder('', tag, description === '' ? {} : { description });
    folders.set(tag, path);
    return path;
  };
  const sampler = createSampler(document, resolver);
  const auth = security(document.security, 'security')?.auth;
  // Create the folders in the order of the tags, which the document's author chose.
  const used = new Set(
    Object.values(getFields(document, 'paths'))
      .flatMap((item) => listOperations(resolver.resolve(item)))
      .map(([, operation]) => toText(getList(operation, 'tags')[0])),
  );
  for (const one of getObjects(document, 'tags'))
    if (used.has(getText(one, 'name'))) folderOf(getText(one, 'name'));
  addPaths({ document, draft, resolver, sampler, folderOf, base, security, operations: [] });
  draft.setRoot({
    description: [
      getText(info, 'summary'),
      formatDescription({ ...info, externalDocs: document.externalDocs }),
    ]
      .filter((one) => one !== '')
      .join('\n\n'),
    ...(auth === undefined ? {} : { auth }),
  });
  createServerEnvironments(document, [...secrets], base).forEach(draft.addEnvironment);
  for (const what of describeServerLosses(document, base)) draft.leaveOut('servers', what);
  for (const what of sampler.smaller()) draft.leaveOut('examples', what);
  for (const ref of resolver.broken())
    draft.leaveOut(ref, 'the reference leads to another document, or to nothing in this one');
  return draft.finish({ format: 'openapi', why, name: getText(info, 'title') || 'API' });
};
