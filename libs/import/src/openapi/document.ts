import type { ImportDocument, Pair } from '@tandem/core';

import { createDraft, type Draft } from '../draft.js';
import { type Fields, fieldsAt, isFields, listAt, objectsAt, pair, textAt, textOf } from '../value.js';
import { bodyOf, mediaTypesOf, listMissingFiles, swaggerBodyOf } from './body.js';
import { responseExamples } from './examples.js';
import { createResolver, type Resolver } from './refs.js';
import { reportDocument, reportOperation } from './lost.js';
import { parametersOf, parametersIn, listSentHeaders } from './parameters.js';
import { createSampler, type Sampler } from './samples.js';
import { prepareSchemas } from './schema-samples.js';
import { authOf, type SchemeAuth } from './security.js';
import { environmentsOf, findOwnScheme, findOwnServer } from './servers.js';

const methods = new Set('get,post,put,patch,delete,head,options,trace,query'.split(','));

/** The operations of a path by method, in document order. */
const operationsOf = (item: Fields): readonly (readonly [method: string, operation: Fields])[] =>
  [
    ...Object.entries(item).filter(([name]) => methods.has(name)),
    ...Object.entries(fieldsAt(item, 'additionalOperations')),
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
const urlOf = (path: string, pathParams: readonly Pair[], { server, variables }: Target) => {
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

const targetOf = (operation: Fields, item: Fields, place: string, reading: DocumentContext): Target => {
  const { document, draft, base } = reading;
  const scheme = document.swagger === undefined ? undefined : findOwnScheme(operation, document);
  if (scheme !== undefined)
    return {
      server: `${scheme}://${textAt(document, 'host')}${textAt(document, 'basePath').replace(/\/+$/, '')}`,
      variables: [],
    };
  const own = document.swagger === undefined ? findOwnServer(operation, item, base) : undefined;
  if (own === undefined) return { server: '{{baseUrl}}', variables: [] };
  if (own.others.length > 0)
    draft.leaveOut(place, `its other servers, ${own.others.join(' and ')}; the request uses ${own.url}`);
  return { server: own.url, variables: own.variables };
};

/** The description of an operation or a tag, with the link to its external documentation. */
const descriptionOf = (given: Fields | undefined): string => {
  const more = fieldsAt(given, 'externalDocs');
  const url = textAt(more, 'url');
  return [
    ...(given?.deprecated === true ? ['Deprecated.'] : []),
    textAt(given, 'description'),
    url === '' ? '' : `[${textAt(more, 'description') || url}](${url})`,
  ]
    .filter((one) => one !== '')
    .join('\n\n');
};

/** The media type that a body does not set itself. */
const headersOf = (contentType: string | undefined): readonly Pair[] =>
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
  const parameters = parametersOf(operation, item, reading);
  const [tag] = listAt(operation, 'tags').map(textOf);
  const auth = reading.security(operation.security, place)?.auth;
  const { body, contentType } =
    document.swagger === undefined
      ? bodyOf(operation, reading)
      : swaggerBodyOf(operation, parameters, document, reading);
  for (const file of listMissingFiles(body)) draft.leaveOut(place, file);
  const media = mediaTypesOf(operation, document, resolver);
  reportOperation(draft, resolver, { place, operation, parameters, hasBody: body.type !== 'none', media });
  reading.operations.push({ operation, parameters });
  draft.addRequest({
    kind: 'rest',
    name: (textAt(operation, 'summary').trim() || textAt(operation, 'operationId') || place).slice(0, 200),
    folder: tag === undefined || tag === '' ? '' : reading.folderOf(tag),
    description: [descriptionOf(operation), textAt(item, 'summary'), descriptionOf(item)]
      .filter((one) => one !== '')
      .join('\n\n'),
    method: method.toUpperCase(),
    ...urlOf(path, parametersIn('path', parameters, reading), targetOf(operation, item, place, reading)),
    queryParams: parametersIn('query', parameters, reading),
    headers: [...listSentHeaders(parameters, reading), ...headersOf(contentType)],
    body,
    auth: auth ?? { type: 'inherit' },
    examples: responseExamples(operation, resolver),
    origin: place,
  });
};

const addPaths = (reading: DocumentContext): void => {
  const { document, resolver, draft } = reading;
  for (const [path, given] of Object.entries(fieldsAt(document, 'paths'))) {
    if (path.startsWith('x-')) continue;
    if (!path.startsWith('/'))
      draft.leaveOut(`paths.${path}`, `it does not begin with a slash, as paths do; it is read as /${path}`);
    const item = resolver.resolve(given);
    for (const [method, operation] of operationsOf(item))
      addOperation(path, method, item, operation, reading);
  }
  reportDocument(draft, resolver, document, reading.operations);
};

/** An OpenAPI document 3.0 to 3.2, or Swagger 2.0: a folder for each tag, an environment for each server. */
export const readOpenApi = (given: Fields, why: string, base?: string): ImportDocument => {
  const document = prepareSchemas(given);
  const draft = createDraft();
  const info = fieldsAt(document, 'info');
  const resolver = createResolver(document);
  const schemes =
    document.swagger === undefined
      ? fieldsAt(fieldsAt(document, 'components'), 'securitySchemes')
      : fieldsAt(document, 'securityDefinitions');
  const secrets = new Set<string>();
  const security = (requirements: unknown, place: string): SchemeAuth | undefined => {
    const found = authOf(requirements, schemes, resolver, (what) => draft.leaveOut(place, what));
    found?.secrets.forEach((name) => secrets.add(name));
    return found;
  };
  const folders = new Map<string, string>();
  const folderOf = (tag: string): string => {
    const known = folders.get(tag);
    if (known !== undefined) return known;
    const about = objectsAt(document, 'tags').find((one) => textAt(one, 'name') === tag);
    const description = descriptionOf(about);
    const path = draft.addFolder('', tag, description === '' ? {} : { description });
    folders.set(tag, path);
    return path;
  };
  const sampler = createSampler(document, resolver);
  const auth = security(document.security, 'security')?.auth;
  // The folders follow the order of the tags, which the document's author chose.
  const used = new Set(
    Object.values(fieldsAt(document, 'paths'))
      .flatMap((item) => operationsOf(resolver.resolve(item)))
      .map(([, operation]) => textOf(listAt(operation, 'tags')[0])),
  );
  for (const one of objectsAt(document, 'tags'))
    if (used.has(textAt(one, 'name'))) folderOf(textAt(one, 'name'));
  addPaths({ document, draft, resolver, sampler, folderOf, base, security, operations: [] });
  draft.setRoot({
    description: [textAt(info, 'summary'), descriptionOf({ ...info, externalDocs: document.externalDocs })]
      .filter((one) => one !== '')
      .join('\n\n'),
    ...(auth === undefined ? {} : { auth }),
  });
  environmentsOf(document, [...secrets], base).forEach(draft.addEnvironment);
  for (const what of sampler.smaller()) draft.leaveOut('examples', what);
  for (const ref of resolver.broken())
    draft.leaveOut(ref, 'the reference leads to another document, or to nothing in this one');
  return draft.finish({ format: 'openapi', why, name: textAt(info, 'title') || 'API' });
};
