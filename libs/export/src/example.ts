import type { Example, ExampleBodyType, ExampleResponse, GraphqlRequest, RestRequest } from '@tandem/core';

const contentTypes: Readonly<Record<ExampleBodyType, string>> = {
  json: 'application/json',
  text: 'text/plain',
  xml: 'application/xml',
  html: 'text/html',
  binary: 'application/octet-stream',
};

/** The examples of a request; GraphQL requests have none. */
export const examplesOf = (request: RestRequest | GraphqlRequest): readonly Example[] =>
  'query' in request ? [] : request.examples;

/** The content type of what an example answers, by its headers or the kind of its body; empty without a body. */
export const contentTypeOf = ({ headers, body }: ExampleResponse): string =>
  headers.find(({ name }) => name.trim().toLowerCase() === 'content-type')?.value ??
  (body === null ? '' : contentTypes[body.type]);
