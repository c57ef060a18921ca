import { withDefault, withDescription, integer, oneOf, struct, t } from '../codec/index.js';
import { Body, Pairs } from './fields.js';
import { type AppError, createInvalidInput } from '../errors.js';

/** Limits on the examples of a request. `bytes` is their total size as JSON in UTF-8. */
export const exampleLimits = { count: 100, bytes: 1024 * 1024 } as const;

/** OpenCollection's kinds of bodies for an example response. */
export const exampleBodyTypes = ['json', 'text', 'xml', 'html', 'binary'] as const;
/** How the body of an example is stored. */
export type ExampleBodyType = (typeof exampleBodyTypes)[number];

const ExampleBody = struct('{ type, data }', { type: oneOf(...exampleBodyTypes), data: t.string });

/** The request of an example, if it differs from the current request. */
export const ExampleRequest = struct('the request of an example', {
  method: withDefault(t.string, 'GET'),
  url: withDefault(t.string, ''),
  pathParams: withDefault(Pairs, []),
  queryParams: withDefault(Pairs, []),
  headers: withDefault(Pairs, []),
  body: withDefault(Body, { type: 'none' }),
});
export type ExampleRequest = t.TypeOf<typeof ExampleRequest>;

/** The response of an example. */
export const ExampleResponse = struct('the response of an example', {
  status: withDefault(t.union([integer(0, 999), t.null], 'a whole number from 0 to 999 or null'), null),
  statusText: withDefault(t.string, ''),
  headers: withDefault(
    t.readonlyArray(
      struct('{ name, value }', { name: t.string, value: t.string }),
      'a list of { name, value }',
    ),
    [],
  ),
  body: withDefault(
    t.union([ExampleBody, t.null], `{ type: ${exampleBodyTypes.join(' | ')}, data: a text } or null`),
    null,
  ),
});
export type ExampleResponse = t.TypeOf<typeof ExampleResponse>;

/** A response saved with a request as an example. */
export const Example = struct('an example', {
  name: t.string,
  description: withDefault(t.string, ''),
  request: withDefault(t.union([ExampleRequest, t.null], 'the request of an example or null'), null),
  response: ExampleResponse,
});
export type Example = t.TypeOf<typeof Example>;

/** The codec for the examples of a request. */
export const examples = withDescription(t.readonlyArray(Example, 'a list of examples'), 'Saved responses');

/** The size of examples for the limit. */
export const measureExamples = (all: readonly Example[]): number =>
  new TextEncoder().encode(JSON.stringify(all)).length;

/** The error for examples that exceed the limits; undefined if they can be saved. */
export const checkExamples = (all: readonly Example[] | undefined, path: string): AppError | undefined => {
  if (all === undefined) return undefined;
  if (all.length > exampleLimits.count)
    return createInvalidInput(
      path,
      `has ${all.length} examples; a request has at most ${exampleLimits.count}`,
      {
        expected: `at most ${exampleLimits.count} examples`,
        got: all.length,
      },
    );
  const bytes = measureExamples(all);
  if (bytes <= exampleLimits.bytes) return undefined;
  return createInvalidInput(
    path,
    `has ${bytes} bytes; all examples of a request have at most ${exampleLimits.bytes}; shorten their bodies`,
    { expected: `at most ${exampleLimits.bytes} bytes`, got: bytes },
  );
};

/**
 * Removes the value of a cookie header, because examples are stored in files that other people read, and the value usually identifies a
 * session.
 */
export const removeCookieValue = <H extends { readonly name: string; readonly value: string }>(
  header: H,
): H =>
  header.name.trim().toLowerCase() === 'set-cookie'
    ? { ...header, value: header.value.replace(/^([^=;]*=)[^;]+/, '$1…') }
    : header;

/** The body kind for a content type. */
export const getExampleBodyType = (contentType: string): ExampleBodyType => {
  if (/[/+]json\b/i.test(contentType)) return 'json';
  if (/^text\/html\b/i.test(contentType)) return 'html';
  return /[/+]xml\b/i.test(contentType) ? 'xml' : 'text';
};
