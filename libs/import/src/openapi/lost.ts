import { getOwnValue } from '@tandem/core/codec';

import type { Draft } from '../draft.js';
import { type Fields, fieldsAt, isFields, listAt, objectsAt, textAt, textOf } from '../value.js';
import type { mediaTypesOf } from './body.js';
import type { Resolver } from './refs.js';

const quoteNames = (names: readonly string[]): string => names.map((one) => `“${one}”`).join(', ');

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const listKeys = (value: unknown): readonly string[] =>
  isFields(value) ? Object.keys(value).filter((one) => !one.startsWith('x-')) : [];

const linksOf = (operation: Fields, { resolve }: Resolver): readonly string[] =>
  Object.values(fieldsAt(operation, 'responses')).flatMap((one) => listKeys(resolve(one).links));

/** The names of the examples of a body or parameter after the first, which is sent. */
const listFurtherExamples = (media: Fields): readonly string[] =>
  media.example === undefined ? listKeys(media.examples).slice(1) : listKeys(media.examples);

/** Where parameters are, including those of Swagger 2. */
const places = new Set(['path', 'query', 'header', 'cookie', 'querystring', 'body', 'formData']);

/** What servers define for their variables besides the default. */
const describeServerLosses = (document: Fields): readonly string[] =>
  objectsAt(document, 'servers').flatMap((server) =>
    Object.entries(fieldsAt(server, 'variables')).flatMap(([name, one]) => {
      const others = listAt(one, 'enum')
        .map(textOf)
        .filter((value) => value !== textAt(one, 'default'));
      return [
        ...(others.length === 0 ? [] : [`the other values of its variable “${name}”: ${others.join(', ')}`]),
        ...(textAt(one, 'description') === '' ? [] : [`the description of its variable “${name}”`]),
      ];
    }),
  );

interface SentOperation {
  readonly place: string;
  readonly operation: Fields;
  readonly parameters: readonly Fields[];
  readonly hasBody: boolean;
  readonly media: ReturnType<typeof mediaTypesOf>;
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
  const links = linksOf(operation, resolver);
  if (links.length > 0)
    lose(
      `the ${links.length === 1 ? 'link' : 'links'} ${quoteNames(links)} of its responses; pass values on in onResponse`,
    );
  const tags = listAt(operation, 'tags').map(textOf);
  if (tags.length > 1)
    lose(`its further tags, ${quoteNames(tags.slice(1))}; it stands in the folder of the first`);
  const others = types.filter((one) => one !== chosen);
  if (hasBody && others.length > 0) lose(`its body as ${others.join(', ')}; ${chosen ?? 'none'} is sent`);
  const content = fieldsAt(resolver.resolve(operation.requestBody), 'content');
  const examples = listFurtherExamples(resolver.resolve(getOwnValue(content, chosen ?? '')));
  if (examples.length > 0) lose(`the further examples ${quoteNames(examples)} of its body`);
  for (const one of parameters) {
    const further = listFurtherExamples(one);
    if (further.length > 0) lose(`the further examples ${quoteNames(further)} of “${textAt(one, 'name')}”`);
    if (!places.has(textAt(one, 'in')))
      lose(`the parameter “${textAt(one, 'name')}”, which is in “${textAt(one, 'in')}”`);
    if (textAt(one, 'in') === 'querystring' && !/urlencoded/i.test(listKeys(one.content)[0] ?? ''))
      lose(`the query “${textAt(one, 'name')}”, which is not made of names and values`);
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
  const about = ['contact', 'license', 'termsOfService'].filter((one) => textAt(document.info, one) !== '');
  if (about.length > 0) draft.leaveOut('info', `its ${about.join(', ')}`);
  for (const tag of objectsAt(document, 'tags').filter((one) => textAt(one, 'parent') !== ''))
    draft.leaveOut(
      `tags.${textAt(tag, 'name')}`,
      `that it stands in “${textAt(tag, 'parent')}”; its folder stands beside that`,
    );
  const described = operations
    .flatMap(({ parameters }) => parameters)
    .filter((one) => textAt(one, 'description') !== '').length;
  if (described > 0) draft.leaveOut('parameters', `the descriptions of ${plural(described, 'parameter')}`);
  const bodies = operations.filter(
    ({ operation }) => textAt(resolver.resolve(operation.requestBody), 'description') !== '',
  ).length;
  if (bodies > 0) draft.leaveOut('requestBodies', `the descriptions of ${plural(bodies, 'body', 'bodies')}`);
  for (const what of describeServerLosses(document)) draft.leaveOut('servers', what);
  const answers = operations
    .flatMap(({ operation }) => Object.values(fieldsAt(operation, 'responses')))
    .map((one) => resolver.resolve(one))
    .filter(hasSchema).length;
  if (answers > 0)
    draft.leaveOut(
      'responses',
      `the schemas of ${plural(answers, 'response')}; only their examples come along`,
    );
};

const hasSchema = (response: Fields): boolean =>
  response.schema !== undefined ||
  Object.values(fieldsAt(response, 'content')).some((one) => isFields(one) && one.schema !== undefined) ||
  Object.keys(fieldsAt(response, 'headers')).length > 0;
