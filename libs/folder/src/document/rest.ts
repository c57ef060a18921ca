import type { ExampleRequest, FolderFieldsOf, Pair } from '@tandem/core';

import { authTree } from './auth.js';
import { bodyFrom, type BodyExtras, bodyTree, extrasOf, pairsFrom, pairTree } from './body.js';
import { examplesFrom, examplesTree } from './example.js';
import type { RequestDocumentKind } from './kind.js';
import { removeQuery, addQuery } from './query.js';
import {
  selectChosenBody,
  commonExpected,
  commonFrom,
  commonPlaces,
  commonShapes,
  nestUnlessEmpty,
  ownKey,
  requestTree,
} from './request.js';
import { bodyShapes } from '../yaml/shape.js';
import { getAtPath, listOf, mapOf, textOf, type Tree, type TreeMap, includeIf } from '../yaml/tree.js';
import type { SomeFields } from './fields.js';

type List = readonly Pair[];

const paramsTree = (query: List, path: List): readonly Tree[] => [
  ...query.map((pair) => ({ name: pair.name, value: pair.value, type: 'query', ...pairTree(pair) })),
  ...path.map((pair) => ({ name: pair.name, value: pair.value, type: 'path', ...pairTree(pair) })),
];

/** What is sent, except its auth. */
const toSentTree = (fields: ExampleRequest): TreeMap => {
  const { queryParams: query } = fields;
  const body = bodyTree(fields.body);
  return {
    method: fields.method,
    url: addQuery(fields.url, query),
    ...nestUnlessEmpty('headers', fields.headers.map(pairTree)),
    ...nestUnlessEmpty('params', paramsTree(query, fields.pathParams)),
    ...(body === undefined ? {} : { body }),
  };
};

const restDetails = (fields: FolderFieldsOf['rest']): TreeMap => {
  const auth = authTree(fields.auth);
  return { ...toSentTree(fields), ...(auth === undefined ? {} : { auth }) };
};

const extrasTree = ({ contentType, filenames, partHeaders }: BodyExtras): TreeMap => ({
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
          headers: headers.map(pairTree),
        })),
      }),
});

const extrasFrom = (own: unknown): BodyExtras => {
  const { contentType, filenames, partHeaders } = mapOf(own);
  const named = listOf(filenames).flatMap((entry) => {
    const { name, nth, filename } = mapOf(entry);
    return typeof name === 'string' && typeof filename === 'string'
      ? [{ name, nth: Number(nth ?? 0), filename }]
      : [];
  });
  const headed = listOf(partHeaders).flatMap((entry) => {
    const { name, nth, headers } = mapOf(entry);
    return typeof name === 'string' && Array.isArray(headers)
      ? [{ name, nth: Number(nth ?? 0), headers: pairsFrom(headers) }]
      : [];
  });
  return {
    ...(typeof contentType === 'string' ? { contentType } : {}),
    filenames: named,
    partHeaders: headed,
  };
};

const paramsOf = (http: unknown, type: string): List =>
  pairsFrom(listOf(mapOf(http).params).filter((entry) => (mapOf(entry).type ?? 'query') === type));

/** What `http` says is sent, except the headers. */
const parseSentFields = (http: unknown, extras: BodyExtras) => ({
  method: textOf(mapOf(http).method) ?? 'GET',
  ...removeQuery(textOf(mapOf(http).url) ?? '', paramsOf(http, 'query')),
  pathParams: paramsOf(http, 'path'),
  body: bodyFrom(selectChosenBody(mapOf(http).body), extras),
});

/** The request of an example, including what only our own key can express. */
const exampleRequestTree = (request: ExampleRequest): TreeMap => {
  const extras = extrasTree(extrasOf(request.body));
  return { ...toSentTree(request), ...includeIf(Object.keys(extras).length > 0, { [ownKey]: extras }) };
};

const exampleRequestFrom = (tree: unknown): ExampleRequest => ({
  ...parseSentFields(tree, extrasFrom(mapOf(tree)[ownKey])),
  headers: pairsFrom(mapOf(tree).headers),
});

/** The fields of a REST request's file; without `x-tandem`, what only it can express comes from `base`. */
const restFrom = (tree: unknown, base: SomeFields | undefined): SomeFields => {
  const { [ownKey]: own, http } = mapOf(tree);
  const known = own === undefined && base?.body !== undefined ? extrasOf(base.body) : extrasFrom(own);
  return {
    ...commonFrom(tree, 'http', base),
    ...parseSentFields(http, known),
    examples: examplesFrom(tree, exampleRequestFrom),
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
    ...commonPlaces('http'),
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
    ...commonExpected('http'),
    ...bodyShapes(getAtPath(tree, ['http', 'body']), ['http', 'body']),
  ],
  tree: (id, fields) =>
    requestTree(
      id,
      fields,
      ['http', restDetails(fields)],
      extrasTree(extrasOf(fields.body)),
      examplesTree(fields.examples, exampleRequestTree),
    ),
  from: restFrom,
};
