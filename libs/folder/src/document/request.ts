import type { Body, FolderFields, Pair, RequestSettings } from '@tandem/core';
import { timeoutLimits } from '@tandem/core';

import { authFrom, authTree } from './auth.js';
import { bodyFrom, type BodyExtras, bodyTree, extrasOf, pairsFrom, pairTree } from './body.js';
import type { FieldsOf } from './fields.js';
import { withoutQuery, withQuery } from './query.js';
import { at, flagOf, listOf, mapOf, type Path, textOf, type Tree, type TreeMap, when } from './tree.js';

type List = readonly Pair[];

/** The key of what OpenCollection has no word for. */
export const ownKey = 'x-tandem';

const settingNames = {
  timeoutMs: 'timeout',
  followRedirects: 'followRedirects',
  maxRedirects: 'maxRedirects',
};

const settingsTree = (settings: RequestSettings): TreeMap =>
  Object.fromEntries(
    Object.entries(settingNames).flatMap(([ours, theirs]) => {
      const value = settings[ours as keyof RequestSettings];
      return value === undefined ? [] : [[theirs, String(value)]];
    }),
  );

const wholeNumber = (value: unknown, minimum: number, maximum: number): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  return number >= minimum && number <= maximum ? number : undefined;
};

const settingsFrom = (tree: unknown): RequestSettings => {
  const { timeout, followRedirects, maxRedirects } = mapOf(tree);
  const timeoutMs = wholeNumber(timeout, timeoutLimits.minimum, timeoutLimits.maximum);
  const follow = flagOf(followRedirects);
  const redirects = wholeNumber(maxRedirects, 0, 100);
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(follow === undefined ? {} : { followRedirects: follow }),
    ...(redirects === undefined ? {} : { maxRedirects: redirects }),
  };
};

const filled = (key: string, list: readonly Tree[]): TreeMap =>
  when(list.length > 0, { [key]: list }) as TreeMap;

const paramsTree = (query: List, path: List): readonly Tree[] => [
  ...query.map((pair) => ({ name: pair.name, value: pair.value, type: 'query', ...pairTree(pair) })),
  ...path.map((pair) => ({ name: pair.name, value: pair.value, type: 'path', ...pairTree(pair) })),
];

const restDetails = (fields: FieldsOf['rest']): TreeMap => {
  const { queryParams: query } = fields;
  const body = bodyTree(fields.body);
  const auth = authTree(fields.auth);
  return {
    method: fields.method,
    url: withQuery(fields.url, query),
    ...filled('headers', fields.headers.map(pairTree)),
    ...filled('params', paramsTree(query, fields.pathParams)),
    ...(body === undefined ? {} : { body }),
    ...(auth === undefined ? {} : { auth }),
  };
};

const graphqlDetails = ({ url, headers, query, variables, auth: given }: FieldsOf['graphql']): TreeMap => {
  const auth = authTree(given);
  return {
    method: 'POST',
    url,
    ...filled('headers', headers.map(pairTree)),
    body: {
      query,
      ...when(Object.keys(variables).length > 0, { variables: JSON.stringify(variables, null, 2) }),
    },
    ...(auth === undefined ? {} : { auth }),
  };
};

const extrasTree = ({ contentType, filenames }: BodyExtras): TreeMap => ({
  ...(contentType === undefined ? {} : { contentType }),
  ...(filenames === undefined
    ? {}
    : { filenames: filenames.map(({ name, nth, filename }) => ({ name, nth: String(nth), filename })) }),
});

/** A request as its file has it, keys in canonical order; defaults are left out. */
const requestTree = (
  id: string,
  fields: FieldsOf['rest'] | FieldsOf['graphql'],
  [type, details]: readonly [type: string, details: TreeMap],
  own: TreeMap,
): TreeMap => {
  const { name, seq, description } = fields;
  const settings = settingsTree(fields.settings);
  return {
    info: { name, type, ...(seq == null ? {} : { seq: String(seq) }) },
    [type]: details,
    ...when(Object.keys(settings).length > 0, { settings }),
    ...when(description !== '', { docs: description }),
    [ownKey]: { id, ...own },
  };
};

export const restTree = (id: string, fields: FieldsOf['rest']): TreeMap =>
  requestTree(id, fields, ['http', restDetails(fields)], extrasTree(extrasOf(fields.body)));

export const graphqlTree = (id: string, fields: FieldsOf['graphql']): TreeMap => {
  const { operationName } = fields;
  return requestTree(
    id,
    fields,
    ['graphql', graphqlDetails(fields)],
    operationName == null ? {} : { operationName },
  );
};

/** Where each field stands; patching a field touches these places and no others. */
export const requestPlaces: Readonly<Record<'rest' | 'graphql', Readonly<Record<string, readonly Path[]>>>> =
  {
    rest: {
      name: [['info', 'name']],
      seq: [['info', 'seq']],
      method: [['http', 'method']],
      url: [['http', 'url']],
      queryParams: [
        ['http', 'url'],
        ['http', 'params'],
      ],
      pathParams: [['http', 'params']],
      headers: [['http', 'headers']],
      body: [
        ['http', 'body'],
        [ownKey, 'contentType'],
        [ownKey, 'filenames'],
      ],
      auth: [['http', 'auth']],
      settings: Object.values(settingNames).map((name) => ['settings', name]),
      description: [['docs']],
    },
    graphql: {
      name: [['info', 'name']],
      seq: [['info', 'seq']],
      url: [['graphql', 'url']],
      headers: [['graphql', 'headers']],
      query: [['graphql', 'body', 'query']],
      variables: [['graphql', 'body', 'variables']],
      operationName: [[ownKey, 'operationName']],
      auth: [['graphql', 'auth']],
      settings: Object.values(settingNames).map((name) => ['settings', name]),
      description: [['docs']],
    },
  };

/** A body may come in variants, one of them chosen. */
const chosen = (body: unknown): unknown =>
  Array.isArray(body)
    ? mapOf(body.find((one) => flagOf(mapOf(one).selected) === true) ?? body[0]).body
    : body;

const extrasFrom = (own: unknown): BodyExtras => {
  const { contentType, filenames } = mapOf(own);
  const named = listOf(filenames).flatMap((entry) => {
    const { name, nth, filename } = mapOf(entry);
    return typeof name === 'string' && typeof filename === 'string'
      ? [{ name, nth: Number(nth ?? 0), filename }]
      : [];
  });
  return { ...(typeof contentType === 'string' ? { contentType } : {}), filenames: named };
};

/** A finite number of YAML 1.2 (section 10.3.2), each form of which is one of JavaScript too. */
const aNumber = /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|0o[0-7]+|0x[\da-f]+)$/i;

/** How far a place can be from zero and still have others beside it. */
export const farthest = 1e12;

/** A place as Bruno or a person has written it, fractions too; null for what is none. */
const seqFrom = (value: unknown): number | null => {
  const seq = typeof value === 'string' && aNumber.test(value) ? Number(value) || 0 : NaN;
  return Math.abs(seq) <= farthest ? seq : null;
};

const common = (tree: unknown, type: string) => ({
  name: textOf(at(tree, ['info', 'name'])),
  seq: seqFrom(at(tree, ['info', 'seq'])),
  description: textOf(mapOf(tree).docs) ?? textOf(at(tree, ['docs', 'content'])) ?? '',
  headers: pairsFrom(at(tree, [type, 'headers'])),
  auth: authFrom(at(tree, [type, 'auth'])),
  settings: settingsFrom(mapOf(tree).settings),
});

const paramsOf = (tree: unknown, type: string): List =>
  pairsFrom(listOf(at(tree, ['http', 'params'])).filter((entry) => (mapOf(entry).type ?? 'query') === type));

/** The fields of a REST request's file; what only `x-tandem` can say comes from `base` when that key is gone. */
export const restFrom = (tree: unknown, base: FolderFields | undefined): FolderFields => {
  const { [ownKey]: own, http } = mapOf(tree);
  const known = own === undefined && base?.body !== undefined ? extrasOf(base.body as Body) : extrasFrom(own);
  return {
    ...common(tree, 'http'),
    method: textOf(at(tree, ['http', 'method'])) ?? 'GET',
    ...withoutQuery(textOf(at(tree, ['http', 'url'])) ?? '', paramsOf(tree, 'query')),
    pathParams: paramsOf(tree, 'path'),
    body: bodyFrom(chosen(mapOf(http).body), known),
  };
};

/** The fields of a GraphQL request's file. @throws SyntaxError when its variables are no JSON object */
export const graphqlFrom = (tree: unknown, base: FolderFields | undefined): FolderFields => {
  const { [ownKey]: own, graphql } = mapOf(tree);
  const body = mapOf(chosen(mapOf(graphql).body));
  const text = textOf(body.variables)?.trim() ?? '';
  const variables: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables))
    throw new SyntaxError('the variables are not a JSON object');
  return {
    ...common(tree, 'graphql'),
    url: textOf(at(tree, ['graphql', 'url'])) ?? '',
    query: textOf(body.query) ?? '',
    variables,
    operationName:
      own === undefined && base !== undefined
        ? (base.operationName ?? null)
        : (textOf(mapOf(own).operationName) ?? null),
  };
};
