import type { Example, ExampleBodyType, ExampleResponse, GraphqlRequest, RestRequest } from '@tandem/core';

const contentTypes: Readonly<Record<ExampleBodyType, string>> = {
  json: 'application/json',
  text: 'text/plain',
  xml: 'application/xml',
  html: 'text/html',
  binary: 'application/octet-stream',
};

/** The examples of a request; GraphQL requests have none. */
export const listExamples = (request: RestRequest | GraphqlRequest): readonly Example[] =>
  'query' in request ? [] : request.examples;

/** The content type of an example's response, from its headers or body kind; empty without a body. */
export const getExampleContentType = ({ headers, body }: ExampleResponse): string =>
  headers.find(({ name }) => name.trim().toLowerCase() === 'content-type')?.value ??
  (body === null ? '' : contentTypes[body.type]);
