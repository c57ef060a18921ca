import {
  type Example,
  type ExampleResponse,
  getExampleBodyType,
  exampleLimits,
  findFreeName,
  type ResponseSummary,
  type RestRequest,
  type SavedRequest,
  measureExamples,
  removeCookieValue,
} from '@tandem/core';

import { toHeaderRows } from './url/bulk-rows.js';
import { formatByteSize } from '../response/body/show-body.js';

/** Returns the examples of a request; empty for a draft of an older version, which has none. */
export const getExamples = (request: SavedRequest): readonly Example[] =>
  'examples' in request ? request.examples : [];

/** Formats the status of an example, such as `404 Not Found`; empty if it has none. */
export const formatExampleStatus = ({ status, statusText }: ExampleResponse): string =>
  `${status ?? ''} ${statusText}`.trim();

/** Returns the content type from an example's headers. */
export const getExampleContentType = ({ headers }: ExampleResponse): string | undefined =>
  headers.find(({ name }) => name.trim().toLowerCase() === 'content-type')?.value;

/** Converts the body of a response to the body of an example. */
export const toExampleBody = (
  text: string | undefined,
  bytes: Uint8Array,
  contentType = '',
): ExampleResponse['body'] => {
  if (text !== undefined) return text === '' ? null : { type: getExampleBodyType(contentType), data: text };
  if (bytes.length === 0) return null;
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { type: 'binary', data: btoa(binary) };
};

/** Turns the response and the current request into an example, without cookie values. */
export const createExample = (
  request: RestRequest,
  { status, statusText, headers }: Pick<ResponseSummary, 'status' | 'statusText' | 'headers'>,
  body: ExampleResponse['body'],
): Example => {
  const { method, url, pathParams, queryParams } = request;
  const response = {
    status,
    statusText,
    headers: toHeaderRows(headers).map(({ name, value }) => removeCookieValue({ name, value })),
    body,
  };
  const taken = getExamples(request);
  return {
    name: findFreeName(formatExampleStatus(response), (name) => taken.some((one) => one.name === name)),
    description: '',
    request: { method, url, pathParams, queryParams, headers: request.headers, body: request.body },
    response,
  };
};

/** Returns why a request cannot have these examples; undefined if it can. */
export const findExamplesExcess = (all: readonly Example[]): string | undefined => {
  if (all.length > exampleLimits.count) return `a request has at most ${exampleLimits.count} examples`;
  return measureExamples(all) > exampleLimits.bytes
    ? `all examples of a request have at most ${formatByteSize(exampleLimits.bytes)}`
    : undefined;
};
