import { getOwnValue } from '@tandem/core/codec';

import type { Draft } from '../draft.js';
import { type Fields, getFields, isFields, getList, getObjects, getText, toText } from '../value.js';
import type { listMediaTypes } from './body.js';
import type { Resolver } from './refs.js';

const quoteNames = (names: readonly string[]): string => names.map((one) => `“${one}”`).join(', ');

const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const listKeys = (value: unknown): readonly string[] =>
  isFields(value) ? Object.keys(value).filter((one) => !one.startsWith('x-')) : [];

const listLinks = (operation: Fields, { resolve }: Resolver): readonly string[] =>
  Object.values(getFields(operation, 'responses')).flatMap((one) => listKeys(resolve(one).links));

/** The names of the examples of a body or parameter after the first, which is sent. */
const listFurtherExamples = (media: Fields): readonly string[] =>
  media.example === undefined ? listKeys(media.examples).slice(1) : listKeys(media.examples);

/** Where parameters are, including those of Swagger 2. */
const places = new Set(['path', 'query', 'header', 'cookie', 'querystring', 'body', 'formData']);

/** What servers define for their variables besides the default. */
const describeServerLosses = (document: Fields): readonly string[] =>
  getObjects(document, 'servers').flatMap((server) =>
    Object.entries(getFields(server, 'variables')).flatMap(([name, one]) => {
      const others = getList(one, 'enum')
        .map(toText)
        .filter((value) => value !== getText(one, 'default'));
      return [
        ...(others.length === 0 ? [] : [`the other values of its variable “${name}”: ${others.join(', ')}`]),
        ...(getText(one, 'description') === '' ? [] : [`the description of its variable “${name}”`]),
      ];
    }),
  );

interface SentOperation {
  readonly place: string;
  readonly operation: Fields;
  readonly parameters: readonly Fields[];
  readonly hasBody: boolean;
  readonly media: ReturnType<typeof listMediaTypes>;
}

/** Reports the parts of an operation without a counterpart. */
export const reportOperation = (
  draft: Draft,
  resolver: Resolver,
  { place, operation, parameters, hasBody, media: { types, chosen } }: SentOperation,
): void => {
  const lose = (what: string): void => draft.leaveOut(place, what);
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
    if (!places.has(getText(one, 'in')))
      lose(`the parameter “${getText(one, 'name')}”, which is in “${getText(one, 'in')}”`);
    if (getText(one, 'in') === 'querystring' && !/urlencoded/i.test(listKeys(one.content)[0] ?? ''))
      lose(`the query “${getText(one, 'name')}”, which is not made of names and values`);
  }
};

/** Reports the parts of a whole document without a counterpart; purely descriptive ones once. */
export const reportDocument = (
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
  for (const what of describeServerLosses(document)) draft.leaveOut('servers', what);
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
