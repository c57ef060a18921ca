import type { ExampleRequest, FolderFieldsOf, Pair } from '@tandem/core';

import { toAuthTree } from './auth.js';
import { parseBody, type BodyExtras, toBodyTree, getBodyExtras, parsePairs, toPairTree } from './body.js';
import { parseExamples, toExamplesTree } from './example.js';
import type { RequestDocumentKind } from './kind.js';
import { removeQuery, addQuery } from './query.js';
import {
  selectChosenBody,
  listCommonShapes,
  parseCommonFields,
  listCommonPlaces,
  commonShapes,
  nestUnlessEmpty,
  ownKey,
  toRequestTree,
} from './request.js';
import { listBodyShapes } from '../yaml/shape.js';
import { getAtPath, toList, toMap, toText, type Tree, type TreeMap, includeIf } from '../yaml/tree.js';
import type { SomeFields } from './fields.js';

type List = readonly Pair[];

const toParamsTree = (query: List, path: List): readonly Tree[] => [
  ...query.map((pair) => ({ name: pair.name, value: pair.value, type: 'query', ...toPairTree(pair) })),
  ...path.map((pair) => ({ name: pair.name, value: pair.value, type: 'path', ...toPairTree(pair) })),
];

/** What is sent, except its auth. */
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

/** What `http` says is sent, except the headers. */
const parseSentFields = (http: unknown, extras: BodyExtras) => ({
  method: toText(toMap(http).method) ?? 'GET',
  ...removeQuery(toText(toMap(http).url) ?? '', parseParams(http, 'query')),
  pathParams: parseParams(http, 'path'),
  body: parseBody(selectChosenBody(toMap(http).body), extras),
});

/** The request of an example, including what only our own key can express. */
const toExampleRequestTree = (request: ExampleRequest): TreeMap => {
  const extras = toExtrasTree(getBodyExtras(request.body));
  return { ...toSentTree(request), ...includeIf(Object.keys(extras).length > 0, { [ownKey]: extras }) };
};

const parseExampleRequest = (tree: unknown): ExampleRequest => ({
  ...parseSentFields(tree, parseExtras(toMap(tree)[ownKey])),
  headers: parsePairs(toMap(tree).headers),
});

/** The fields of a REST request's file; without `x-tandem`, what only it can express comes from `base`. */
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
  places: {
    ...listCommonPlaces('http'),
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
