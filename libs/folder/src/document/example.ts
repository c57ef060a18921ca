import { getOwnValue } from '@tandem/core/codec';
import { type Example, type ExampleRequest, type ExampleResponse, exampleBodyTypes } from '@tandem/core';

import { parsePairs } from './body.js';
import { getAtPath, toList, toMap, toText, type TreeMap, includeIf } from '../yaml/tree.js';

const toResponseTree = ({ status, statusText, headers, body }: ExampleResponse): TreeMap => ({
  ...(status === null ? {} : { status: String(status) }),
  ...includeIf(statusText !== '', { statusText }),
  ...includeIf(headers.length > 0, { headers: headers.map(({ name, value }) => ({ name, value })) }),
  ...(body === null ? {} : { body: { type: body.type, data: body.data } }),
});

/** The examples of a request as stored in its file, at Bruno's place. */
export const toExamplesTree = (
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

/** The examples in a document, without entries that have no name. */
export const parseExamples = (
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
