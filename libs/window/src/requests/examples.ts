import {
  type Example,
  type ExampleResponse,
  exampleBodyType,
  exampleLimits,
  findFreeName,
  type ResponseSummary,
  type RestRequest,
  type SavedRequest,
  sizeOfExamples,
  removeCookieValue,
} from '@tandem/core';

import { headerRows } from './url/bulk-rows.js';
import { byteSize } from '../response/body/show-body.js';

/** The examples of a request; a draft of an older page has none. */
export const examplesIn = (request: SavedRequest): readonly Example[] =>
  'examples' in request ? request.examples : [];

/** The status of an example as it is read, such as `404 Not Found`; empty if it has none. */
export const statusOf = ({ status, statusText }: ExampleResponse): string =>
  `${status ?? ''} ${statusText}`.trim();

/** The content type that the headers of an example say. */
export const contentTypeOf = ({ headers }: ExampleResponse): string | undefined =>
  headers.find(({ name }) => name.trim().toLowerCase() === 'content-type')?.value;

/** The body of a response as an example has it. */
export const exampleBody = (
  text: string | undefined,
  bytes: Uint8Array,
  contentType = '',
): ExampleResponse['body'] => {
  if (text !== undefined) return text === '' ? null : { type: exampleBodyType(contentType), data: text };
  if (bytes.length === 0) return null;
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { type: 'binary', data: btoa(binary) };
};

/** The response as an example of the current request, without the values of cookies. */
export const exampleFrom = (
  request: RestRequest,
  { status, statusText, headers }: Pick<ResponseSummary, 'status' | 'statusText' | 'headers'>,
  body: ExampleResponse['body'],
): Example => {
  const { method, url, pathParams, queryParams } = request;
  const response = {
    status,
    statusText,
    headers: headerRows(headers).map(({ name, value }) => removeCookieValue({ name, value })),
    body,
  };
  const taken = examplesIn(request);
  return {
    name: findFreeName(statusOf(response), (name) => taken.some((one) => one.name === name)),
    description: '',
    request: { method, url, pathParams, queryParams, headers: request.headers, body: request.body },
    response,
  };
};

/** Why a request cannot have these examples. */
export const excessOfExamples = (all: readonly Example[]): string | undefined => {
  if (all.length > exampleLimits.count) return `a request has at most ${exampleLimits.count} examples`;
  return sizeOfExamples(all) > exampleLimits.bytes
    ? `all examples of a request have at most ${byteSize(exampleLimits.bytes)}`
    : undefined;
};
