import type { ImportDocument, Pair } from '@tandem/core';

import { createDraft, type Draft } from '../draft.js';
import { type Fields, getFields, isFields, getList, getObjects, pair, getText, toText } from '../value.js';
import { createOperationBody, listMediaTypes, listMissingFiles, createSwaggerBody } from './body.js';
import { listResponseExamples } from './examples.js';
import { createResolver, type Resolver } from './refs.js';
import { reportDocument, reportOperation } from './lost.js';
import { resolveParameters, selectParameters, listSentHeaders } from './parameters.js';
import { createSampler, type Sampler } from './samples.js';
import { prepareSchemas } from './schema-samples.js';
import { resolveSecurity, type SchemeAuth } from './security.js';
import { createServerEnvironments, findOwnScheme, findOwnServer } from './servers.js';

const methods = new Set('get,post,put,patch,delete,head,options,trace,query'.split(','));

/** The operations of a path by method, in document order. */
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
  /** The folder of a tag. */
  readonly folderOf: (tag: string) => string;
  /** The operations that were read. */
  readonly operations: { readonly operation: Fields; readonly parameters: readonly Fields[] }[];
  /** The URL of the document. */
  readonly base: string | undefined;
  readonly security: (requirements: unknown, place: string) => SchemeAuth | undefined;
}

/** Where a request goes: to its operation's server, or to the environment's. */
interface Target {
  readonly server: string;
  readonly variables: readonly Pair[];
}

/** `{id}` as `:id` if it is a whole segment, otherwise as `{{id}}`. */
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

const resolveTarget = (operation: Fields, item: Fields, place: string, reading: DocumentContext): Target => {
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
    draft.leaveOut(place, `its other servers, ${own.others.join(' and ')}; the request uses ${own.url}`);
  return { server: own.url, variables: own.variables };
};

/** The description of an operation or a tag, with the link to its external documentation. */
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

/** The media type that a body does not set itself. */
const createHeaders = (contentType: string | undefined): readonly Pair[] =>
  contentType === undefined ? [] : [pair('Content-Type', contentType)];

const addOperation = (
  path: string,
  method: string,
  item: Fields,
  operation: Fields,
  reading: DocumentContext,
): void => {
  const { draft, document, resolver } = reading;
  const place = `${method.toUpperCase()} ${path}`;
  const parameters = resolveParameters(operation, item, reading);
  const [tag] = getList(operation, 'tags').map(toText);
  const auth = reading.security(operation.security, place)?.auth;
  const { body, contentType } =
    document.swagger === undefined
      ? createOperationBody(operation, reading)
      : createSwaggerBody(operation, parameters, document, reading);
  for (const file of listMissingFiles(body)) draft.leaveOut(place, file);
  const media = listMediaTypes(operation, document, resolver);
  reportOperation(draft, resolver, { place, operation, parameters, hasBody: body.type !== 'none', media });
  reading.operations.push({ operation, parameters });
  draft.addRequest({
    kind: 'rest',
    name: (getText(operation, 'summary').trim() || getText(operation, 'operationId') || place).slice(0, 200),
    folder: tag === undefined || tag === '' ? '' : reading.folderOf(tag),
    description: [formatDescription(operation), getText(item, 'summary'), formatDescription(item)]
      .filter((one) => one !== '')
      .join('\n\n'),
    method: method.toUpperCase(),
    ...toUrl(
      path,
      selectParameters('path', parameters, reading),
      resolveTarget(operation, item, place, reading),
    ),
    queryParams: selectParameters('query', parameters, reading),
    headers: [...listSentHeaders(parameters, reading), ...createHeaders(contentType)],
    body,
    auth: auth ?? { type: 'inherit' },
    examples: listResponseExamples(operation, resolver),
    origin: place,
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

/** An OpenAPI document 3.0 to 3.2, or Swagger 2.0: a folder for each tag, an environment for each server. */
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
  const security = (requirements: unknown, place: string): SchemeAuth | undefined => {
    const found = resolveSecurity(requirements, schemes, resolver, (what) => draft.leaveOut(place, what));
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
  // The folders follow the order of the tags, which the document's author chose.
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
  for (const what of sampler.smaller()) draft.leaveOut('examples', what);
  for (const ref of resolver.broken())
    draft.leaveOut(ref, 'the reference leads to another document, or to nothing in this one');
  return draft.finish({ format: 'openapi', why, name: getText(info, 'title') || 'API' });
};
