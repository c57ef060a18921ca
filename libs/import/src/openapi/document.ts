import type { ImportDocument, Pair } from '@tandem/core';

import { createDraft, type Draft } from '../draft.js';
import { type Fields, fieldsAt, isFields, listAt, objectsAt, pair, textAt, textOf } from '../value.js';
import { bodyOf, missingFiles, swaggerBodyOf } from './body.js';
import { responseExamples } from './examples.js';
import { createResolver, type Resolver } from './refs.js';
import { asText, createSampler, type Sampler } from './samples.js';
import { authOf, type SchemeAuth } from './security.js';
import { environmentsOf } from './servers.js';

const methods = new Set('get,post,put,patch,delete,head,options,trace,query'.split(','));

/** The operations of a path by their methods, in the order of the document. */
const operationsOf = (item: Fields): readonly (readonly [method: string, operation: Fields])[] =>
  [
    ...Object.entries(item).filter(([name]) => methods.has(name)),
    ...Object.entries(fieldsAt(item, 'additionalOperations')),
  ].flatMap(([method, operation]) => (isFields(operation) ? [[method, operation] as const] : []));

interface Reading {
  readonly document: Fields;
  readonly draft: Draft;
  readonly resolver: Resolver;
  readonly sampler: Sampler;
  /** The folder of a tag. */
  readonly folderOf: (tag: string) => string;
  readonly security: (requirements: unknown, place: string) => SchemeAuth | undefined;
}

/** A parameter of Swagger 2 is its own schema. */
const exampleOf = (one: Fields, { resolver, sampler }: Reading): string => {
  const media = Object.values(fieldsAt(one, 'content')).map(resolver.resolve)[0];
  const schema = one.schema ?? media?.schema ?? (one.type === undefined ? {} : one);
  const given = one['x-example'] === undefined ? one : { ...one, example: one['x-example'] };
  return asText(sampler.of({ given: media ?? given, schema: resolver.resolve(schema) }));
};

const parametersOf = (operation: Fields, item: Fields, { resolver }: Reading): readonly Fields[] => {
  const found = new Map<string, Fields>();
  // Those of the operation replace those of the path (OpenAPI 3.1, section 4.8.9).
  for (const one of [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')].map(resolver.resolve))
    if (textAt(one, 'name') !== '') found.set(`${textAt(one, 'in')} ${textAt(one, 'name')}`, one);
  return [...found.values()];
};

const rowsIn = (place: string, parameters: readonly Fields[], reading: Reading): readonly Pair[] =>
  parameters
    .filter((one) => textAt(one, 'in') === place)
    .map((one) =>
      pair(textAt(one, 'name'), exampleOf(one, reading), one.required === true || place === 'path'),
    );

/** Headers that auth and body give (OpenAPI 3.1, section 4.8.12.1). */
const givenHeaders = /^(?:accept|content-type|authorization)$/i;

/** `{id}` as `:id` where it is a whole segment, as `{{id}}` elsewhere. */
const urlOf = (path: string, pathParams: readonly Pair[]) => {
  const whole = path
    .split('/')
    .map((segment) => segment.replace(/^\{([A-Za-z_]\w*)\}$/, ':$1'))
    .join('/');
  const isWhole = ({ name }: Pair): boolean => whole.split('/').includes(`:${name}`);
  return {
    url: `{{baseUrl}}${whole.replace(/\{([^{}]+)\}/g, '{{$1}}')}`,
    pathParams: pathParams.filter(isWhole),
    requestVariables: pathParams.filter((one) => !isWhole(one)),
  };
};

const addOperation = (
  path: string,
  method: string,
  item: Fields,
  operation: Fields,
  reading: Reading,
): void => {
  const { draft, document, resolver } = reading;
  const place = `${method.toUpperCase()} ${path}`;
  const parameters = parametersOf(operation, item, reading);
  const [tag] = listAt(operation, 'tags').map(textOf);
  const cookies = parameters
    .filter((one) => textAt(one, 'in') === 'cookie')
    .map((one) => textAt(one, 'name'));
  if (cookies.length > 0)
    draft.leaveOut(place, `the cookies ${cookies.join(', ')}; the cookie jar sends what it has`);
  const auth = reading.security(operation.security, place)?.auth;
  const body =
    document.swagger === undefined
      ? bodyOf(operation, reading)
      : swaggerBodyOf(operation, parameters, document, reading);
  for (const file of missingFiles(body)) draft.leaveOut(place, file);
  draft.addRequest({
    kind: 'rest',
    name: (textAt(operation, 'summary').trim() || textAt(operation, 'operationId') || place).slice(0, 200),
    folder: tag === undefined || tag === '' ? '' : reading.folderOf(tag),
    description: textAt(operation, 'description'),
    method: method.toUpperCase(),
    ...urlOf(path, rowsIn('path', parameters, reading)),
    queryParams: rowsIn('query', parameters, reading),
    headers: rowsIn('header', parameters, reading).filter(({ name }) => !givenHeaders.test(name)),
    body,
    auth: auth ?? { type: 'inherit' },
    examples: responseExamples(operation, resolver),
    origin: place,
  });
};

const addPaths = (reading: Reading): void => {
  const { document, resolver, draft } = reading;
  for (const [path, given] of Object.entries(fieldsAt(document, 'paths'))) {
    if (!path.startsWith('/')) {
      if (!path.startsWith('x-'))
        draft.leaveOut(`paths.${path}`, 'it does not begin with a slash, as paths do');
      continue;
    }
    const item = resolver.resolve(given);
    for (const [method, operation] of operationsOf(item))
      addOperation(path, method, item, operation, reading);
    if (objectsAt(item, 'servers').length > 0)
      draft.leaveOut(path, 'it has servers of its own; its requests use those of the document');
  }
  const hooks = Object.keys(fieldsAt(document, 'webhooks'));
  if (hooks.length > 0)
    draft.leaveOut(
      'webhooks',
      `${hooks.length} ${hooks.length === 1 ? 'webhook' : 'webhooks'}, which the server sends`,
    );
};

/** An OpenAPI document 3.0 to 3.2, or Swagger 2.0: a folder for each tag, an environment for each server. */
export const readOpenApi = (document: Fields, why: string, base?: string): ImportDocument => {
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
    const description = textAt(about, 'description');
    const path = draft.addFolder('', tag, description === '' ? {} : { description });
    folders.set(tag, path);
    return path;
  };
  const sampler = createSampler(document, resolver);
  const auth = security(document.security, 'security')?.auth;
  // The folders stand in the order of the tags, which is the order of the document's author.
  const used = new Set(
    Object.values(fieldsAt(document, 'paths'))
      .flatMap((item) => operationsOf(resolver.resolve(item)))
      .map(([, operation]) => textOf(listAt(operation, 'tags')[0])),
  );
  for (const one of objectsAt(document, 'tags'))
    if (used.has(textAt(one, 'name'))) folderOf(textAt(one, 'name'));
  addPaths({ document, draft, resolver, sampler, folderOf, security });
  draft.setRoot({ description: textAt(info, 'description'), ...(auth === undefined ? {} : { auth }) });
  environmentsOf(document, [...secrets], base).forEach(draft.addEnvironment);
  for (const what of sampler.smaller()) draft.leaveOut('examples', what);
  for (const ref of resolver.broken())
    draft.leaveOut(ref, 'the reference leads to another document, or to nothing in this one');
  return draft.finish({ format: 'openapi', why, name: textAt(info, 'title') || 'API' });
};
