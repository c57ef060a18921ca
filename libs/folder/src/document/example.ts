import { getOwnValue } from '@tandem/core/codec';
import { type Example, type ExampleRequest, type ExampleResponse, exampleBodyTypes } from '@tandem/core';

import { pairsFrom } from './body.js';
import { getAtPath, listOf, mapOf, textOf, type TreeMap, includeIf } from '../yaml/tree.js';

const responseTree = ({ status, statusText, headers, body }: ExampleResponse): TreeMap => ({
  ...(status === null ? {} : { status: String(status) }),
  ...includeIf(statusText !== '', { statusText }),
  ...includeIf(headers.length > 0, { headers: headers.map(({ name, value }) => ({ name, value })) }),
  ...(body === null ? {} : { body: { type: body.type, data: body.data } }),
});

/** The examples of a request as stored in its file, at Bruno's place. */
export const examplesTree = (
  examples: readonly Example[],
  requestTree: (request: ExampleRequest) => TreeMap,
): TreeMap => {
  const trees = examples.map(({ name, description, request, response }): TreeMap => {
    const answer = responseTree(response);
    return {
      name,
      ...includeIf(description !== '', { description }),
      ...(request === null ? {} : { request: requestTree(request) }),
      ...includeIf(Object.keys(answer).length > 0, { response: answer }),
    };
  });
  return includeIf(trees.length > 0, { examples: trees }) as TreeMap;
};

const statusFrom = (value: unknown): number | null =>
  typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : null;

const bodyFrom = (tree: unknown): ExampleResponse['body'] => {
  if (tree === undefined) return null;
  const { type, data } = mapOf(tree);
  return { type: exampleBodyTypes.find((one) => one === type) ?? 'text', data: textOf(data) ?? '' };
};

const responseFrom = (tree: unknown): ExampleResponse => ({
  status: statusFrom(mapOf(tree).status),
  statusText: textOf(mapOf(tree).statusText) ?? '',
  headers: pairsFrom(mapOf(tree).headers).map(({ name, value }) => ({ name, value })),
  body: bodyFrom(getOwnValue(mapOf(tree), 'body')),
});

/** The examples in a document, without entries that have no name. */
export const examplesFrom = (
  tree: unknown,
  requestFrom: (request: unknown) => ExampleRequest,
): readonly Example[] =>
  listOf(mapOf(tree).examples).flatMap((entry) => {
    const { name, description, request, response } = mapOf(entry);
    if (typeof name !== 'string') return [];
    return {
      name,
      description: textOf(description) ?? textOf(getAtPath(description, ['content'])) ?? '',
      request: typeof request === 'object' ? requestFrom(request) : null,
      response: responseFrom(response),
    };
  });
