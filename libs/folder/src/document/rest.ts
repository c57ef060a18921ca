import {
  encodeQueryName,
  encodeQueryValue,
  type Example,
  exampleBodyTypes,
  type ExampleRequest,
  type ExampleResponse,
  type FolderFieldsOf,
  type Pair,
  readQueryPair,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { listBodyShapes } from '../yaml/shape.js';
import { getAtPath, includeIf, toList, toMap, toText, type Tree, type TreeMap } from '../yaml/tree.js';
import { toAuthTree } from './auth.js';
import { type BodyExtras, getBodyExtras, parseBody, parsePairs, toBodyTree, toPairTree } from './body.js';
import type { RequestDocumentKind, SomeFields } from './fields.js';
import {
  commonShapes,
  listCommonPaths,
  listCommonShapes,
  nestUnlessEmpty,
  ownKey,
  parseCommonFields,
  selectChosenBody,
  toRequestTree,
} from './request.js';

const toResponseTree = ({ status, statusText, headers, body }: ExampleResponse): TreeMap => ({
  ...(status === null ? {} : { status: String(status) }),
  ...includeIf(statusText !== '', { statusText }),
  ...includeIf(headers.length > 0, { headers: headers.map(({ name, value }) => ({ name, value })) }),
  ...(body === null ? {} : { body: { type: body.type, data: body.data } }),
});

/** The examples of a request as stored in its file, under Bruno's key. */
const toExamplesTree = (
  examples: readonly Example[],
  requestTree: (request: ExampleRequest) => TreeMap,
): TreeMap => {
  const trees = examples.map(({ name, description, request, response }): TreeMap => {
    const answer = toResponseTree(response);
    return {
      name,
      ...includeIf(description !== '', { description }),
      ...(request === null ? {} : { request: requestTree(request) }),
      ...includeIf(Object.keys(answer).length > 0, { response: answer }),
    };
  });
  return includeIf(trees.length > 0, { examples: trees }) as TreeMap;
};

const parseStatus = (value: unknown): number | null =>
  typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : null;

const parseResponseBody = (tree: unknown): ExampleResponse['body'] => {
  if (tree === undefined) return null;
  const { type, data } = toMap(tree);
  return { type: exampleBodyTypes.find((one) => one === type) ?? 'text', data: toText(data) ?? '' };
};

const parseResponse = (tree: unknown): ExampleResponse => ({
  status: parseStatus(toMap(tree).status),
  statusText: toText(toMap(tree).statusText) ?? '',
  headers: parsePairs(toMap(tree).headers).map(({ name, value }) => ({ name, value })),
  body: parseResponseBody(getOwnValue(toMap(tree), 'body')),
});

/** Reads the examples and skips entries without a name. */
const parseExamples = (
  tree: unknown,
  requestFrom: (request: unknown) => ExampleRequest,
): readonly Example[] =>
  toList(toMap(tree).examples).flatMap((entry) => {
    const { name, description, request, response } = toMap(entry);
    if (typeof name !== 'string') return [];
    return {
      name,
      description: toText(description) ?? toText(getAtPath(description, ['content'])) ?? '',
      request: typeof request === 'object' ? requestFrom(request) : null,
      response: parseResponse(response),
    };
  });

const variablePattern = /\{\{.*?\}\}/gs;

/** Percent-encodes text as when the request is sent; `{{variables}}` stay unchanged. */
const encodePart = (text: string, encode: (piece: string) => string): string => {
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(variablePattern)) {
    pieces.push(encode(text.slice(from, index)), found.replace(/[&#]/g, encodeURIComponent));
    from = index + found.length;
  }
  return [...pieces, encode(text.slice(from))].join('');
};

/** The enabled pairs as a query string without its question mark. */
export const formatQuery = (pairs: readonly Pair[]): string =>
  pairs
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => `${encodePart(name, encodeQueryName)}=${encodePart(value, encodeQueryValue)}`)
    .join('&');

const splitFragment = (url: string): readonly [string, string] => {
  const at = url.indexOf('#');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
};

/** Adds the parameters to a URL, as it is stored in a file. Some tools send only this URL. */
export const addQuery = (url: string, pairs: readonly Pair[]): string => {
  const query = formatQuery(pairs);
  if (query === '' && !pairs.some(({ enabled }) => enabled)) return url;
  const [address, fragment] = splitFragment(url);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment}`;
};

const decodeFormText = (text: string): string => new URLSearchParams(`=${text}`).get('') ?? '';

/** Whether `part` of a URL query stands for `text` of a parameter. Older versions wrote form encoding, which is accepted too. */
const isSameQueryPart = (part: string, text: string, encode: (piece: string) => string): boolean =>
  encode(part) === encode(text) || decodeFormText(part) === text;

/** A piece of a URL query, with the index of its parameter. A bare piece has no equals sign. */
interface QueryPiece {
  readonly piece: string;
  readonly pair: number | undefined;
  readonly isBare: boolean;
}

const splitQuery = (query: string, pairs: readonly Pair[]): readonly QueryPiece[] => {
  const rest = [...pairs.keys()].filter((index) => pairs[index]?.enabled);
  return query.split('&').map((piece) => {
    const [name = ''] = piece.split('=', 1);
    const at = rest.findIndex((index) => isSameQueryPart(name, pairs[index]?.name ?? '', encodeQueryName));
    const [pair] = at < 0 ? [] : rest.splice(at, 1);
    return { piece, pair, isBare: pair !== undefined && !piece.includes('=') };
  });
};

/**
 * Reads the query of a URL that somebody edited without the list of parameters, and updates the parameters from it. A piece without an
 * equals sign stays in the URL together with all pieces before it, because a parameter is always sent with an equals sign.
 */
const parseEditedUrl = (address: string, fragment: string, pairs: readonly Pair[]) => {
  const at = address.indexOf('?');
  if (at < 0) return { url: address + fragment, queryParams: pairs };
  const pieces = splitQuery(address.slice(at + 1), pairs);
  const last = pieces.findLastIndex(({ isBare }) => isBare);
  const own = pieces.filter(({ pair }, index) => index <= last || pair === undefined);
  const values = new Map<number, string>();
  for (const { piece, pair } of pieces.slice(last + 1)) {
    if (pair === undefined) continue;
    const part = piece.slice(piece.indexOf('=') + 1);
    const value = pairs[pair]?.value ?? '';
    values.set(pair, isSameQueryPart(part, value, encodeQueryValue) ? value : readQueryPair(`=${part}`)[1]);
  }
  const inUrl = new Set(pieces.slice(0, last + 1).map(({ pair }) => pair));
  const query = own.length === 0 ? '' : `?${own.map(({ piece }) => piece).join('&')}`;
  return {
    url: `${address.slice(0, at)}${query}${fragment}`,
    queryParams: pairs.flatMap((pair, index) =>
      inUrl.has(index) ? [] : [{ ...pair, value: values.get(index) ?? pair.value }],
    ),
  };
};

/** Removes the parameters from a file's URL; the inverse of {@link addQuery}. */
export const removeQuery = (
  url: string,
  pairs: readonly Pair[],
): { readonly url: string; readonly queryParams: readonly Pair[] } => {
  if (!pairs.some(({ enabled }) => enabled)) return { url, queryParams: pairs };
  const query = formatQuery(pairs);
  const [address, fragment] = splitFragment(url);
  if (address.endsWith(query)) {
    const before = address.slice(0, address.length - query.length);
    const [rest, separator] = [before.slice(0, -1), before.slice(-1)];
    if (separator === (rest.includes('?') ? '&' : '?')) return { url: rest + fragment, queryParams: pairs };
  }
  return parseEditedUrl(address, fragment, pairs);
};

type List = readonly Pair[];

const toParamsTree = (query: List, path: List): readonly Tree[] => [
  ...query.map((pair) => ({ name: pair.name, value: pair.value, type: 'query', ...toPairTree(pair) })),
  ...path.map((pair) => ({ name: pair.name, value: pair.value, type: 'path', ...toPairTree(pair) })),
];

/** Converts the sent fields, except auth, to the form in a file. */
const toSentTree = (fields: ExampleRequest): TreeMap => {
  const { queryParams: query } = fields;
  const body = toBodyTree(fields.body);
  return {
    method: fields.method,
    url: addQuery(fields.url, query),
    ...nestUnlessEmpty('headers', fields.headers.map(toPairTree)),
    ...nestUnlessEmpty('params', toParamsTree(query, fields.pathParams)),
    ...(body === undefined ? {} : { body }),
  };
};

const toRestDetails = (fields: FolderFieldsOf['rest']): TreeMap => {
  const auth = toAuthTree(fields.auth);
  return { ...toSentTree(fields), ...(auth === undefined ? {} : { auth }) };
};

const toExtrasTree = ({ contentType, filenames, partHeaders }: BodyExtras): TreeMap => ({
  ...(contentType === undefined ? {} : { contentType }),
  ...(filenames === undefined
    ? {}
    : { filenames: filenames.map(({ name, nth, filename }) => ({ name, nth: String(nth), filename })) }),
  ...(partHeaders === undefined
    ? {}
    : {
        partHeaders: partHeaders.map(({ name, nth, headers }) => ({
          name,
          nth: String(nth),
          headers: headers.map(toPairTree),
        })),
      }),
});

const parseExtras = (own: unknown): BodyExtras => {
  const { contentType, filenames, partHeaders } = toMap(own);
  const named = toList(filenames).flatMap((entry) => {
    const { name, nth, filename } = toMap(entry);
    return typeof name === 'string' && typeof filename === 'string'
      ? [{ name, nth: Number(nth ?? 0), filename }]
      : [];
  });
  const headed = toList(partHeaders).flatMap((entry) => {
    const { name, nth, headers } = toMap(entry);
    return typeof name === 'string' && Array.isArray(headers)
      ? [{ name, nth: Number(nth ?? 0), headers: parsePairs(headers) }]
      : [];
  });
  return {
    ...(typeof contentType === 'string' ? { contentType } : {}),
    filenames: named,
    partHeaders: headed,
  };
};

const parseParams = (http: unknown, type: string): List =>
  parsePairs(toList(toMap(http).params).filter((entry) => (toMap(entry).type ?? 'query') === type));

/** Reads the fields that are sent, except headers. */
const parseSentFields = (http: unknown, extras: BodyExtras) => ({
  method: toText(toMap(http).method) ?? 'GET',
  ...removeQuery(toText(toMap(http).url) ?? '', parseParams(http, 'query')),
  pathParams: parseParams(http, 'path'),
  body: parseBody(selectChosenBody(toMap(http).body), extras),
});

/** The request of an example, including fields below our own key. */
const toExampleRequestTree = (request: ExampleRequest): TreeMap => {
  const extras = toExtrasTree(getBodyExtras(request.body));
  return { ...toSentTree(request), ...includeIf(Object.keys(extras).length > 0, { [ownKey]: extras }) };
};

const parseExampleRequest = (tree: unknown): ExampleRequest => ({
  ...parseSentFields(tree, parseExtras(toMap(tree)[ownKey])),
  headers: parsePairs(toMap(tree).headers),
});

/** Reads a REST request's file. Without `x-tandem`, `base` provides the fields that only `x-tandem` can express. */
const parseRest = (tree: unknown, base: SomeFields | undefined): SomeFields => {
  const { [ownKey]: own, http } = toMap(tree);
  const known = own === undefined && base?.body !== undefined ? getBodyExtras(base.body) : parseExtras(own);
  return {
    ...parseCommonFields(tree, 'http', base),
    ...parseSentFields(http, known),
    examples: parseExamples(tree, parseExampleRequest),
  };
};

/** The document of a REST request. */
export const restDocument: RequestDocumentKind<'rest'> = {
  type: 'http',
  idPath: [ownKey, 'id'],
  namePath: ['info', 'name'],
  misfitPath: ['http'],
  merged: {
    ...commonShapes,
    method: 'scalar',
    pathParams: 'pairs',
    queryParams: 'pairs',
    body: 'body',
    examples: 'scalar',
  },
  paths: {
    ...listCommonPaths('http'),
    method: [['http', 'method']],
    queryParams: [
      ['http', 'url'],
      ['http', 'params'],
    ],
    pathParams: [['http', 'params']],
    body: [
      ['http', 'body'],
      [ownKey, 'contentType'],
      [ownKey, 'filenames'],
      [ownKey, 'partHeaders'],
    ],
    examples: [['examples']],
  },
  expected: (tree) => [
    [['http', 'method'], 'text'],
    [['http', 'method'], 'method'],
    [['http', 'url'], 'text'],
    [['http', 'headers'], 'list'],
    [['http', 'params'], 'list'],
    [['examples'], 'list'],
    ...listCommonShapes('http'),
    ...listBodyShapes(getAtPath(tree, ['http', 'body']), ['http', 'body']),
  ],
  tree: (id, fields) =>
    toRequestTree(
      id,
      fields,
      ['http', toRestDetails(fields)],
      toExtrasTree(getBodyExtras(fields.body)),
      toExamplesTree(fields.examples, toExampleRequestTree),
    ),
  from: parseRest,
};
