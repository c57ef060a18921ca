import { type Example, exampleBodyType, exampleBodyTypes, type ExampleResponse } from '@tandem/core';

import { type Fields, fieldsAt, isFields, objectsAt, textAt } from '../value.js';
import { headersOf, toExampleRequest } from './sent.js';

type Header = ExampleResponse['headers'][number];

/** A cookie as the header that set it, without its value. */
const setCookie = (cookie: Fields): Header => {
  const flags = [
    `${textAt(cookie, 'name') || textAt(cookie, 'key')}=${textAt(cookie, 'value')}`,
    ...['path', 'domain'].flatMap((name) =>
      textAt(cookie, name) === '' ? [] : [`${name}=${textAt(cookie, name)}`],
    ),
    ...(cookie.httpOnly === true ? ['HttpOnly'] : []),
    ...(cookie.secure === true ? ['Secure'] : []),
  ];
  return { name: 'Set-Cookie', value: flags.join('; ') };
};

const isSetCookie = ({ name }: Header): boolean => name.toLowerCase() === 'set-cookie';

const responseHeaders = (response: Fields): readonly Header[] => {
  const headers = headersOf(response.header)
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => ({ name, value }));
  return headers.some(isSetCookie) ? headers : [...headers, ...objectsAt(response, 'cookie').map(setCookie)];
};

const bodyOf = (response: Fields, headers: readonly Header[]): ExampleResponse['body'] => {
  const data = textAt(response, 'body');
  if (data === '') return null;
  const shown = textAt(response, '_postman_previewlanguage').toLowerCase();
  const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return { type: exampleBodyTypes.find((one) => one === shown) ?? exampleBodyType(contentType), data };
};

const statusOf = ({ code }: Fields): number | null =>
  typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 999 ? code : null;

const requestOf = (given: unknown): Example['request'] => {
  if (typeof given !== 'string' && !isFields(given)) return null;
  return toExampleRequest(isFields(given) ? given : { url: given });
};

/** The parts of a saved example without a counterpart here. */
const describeExampleLosses = (response: Fields, { headers }: ExampleResponse): readonly string[] => {
  const original = fieldsAt(response, 'originalRequest');
  const auth = textAt(fieldsAt(original, 'auth'), 'type');
  return [
    ...(headers.some(isSetCookie) ? ['the values of its cookies'] : []),
    ...(auth === '' || auth === 'noauth' ? [] : [`the auth “${auth}”`]),
    ...(textAt(fieldsAt(original, 'body'), 'mode') === 'graphql' ? ['its GraphQL query'] : []),
    ...(typeof response.responseTime === 'number' ? ['its response time'] : []),
  ];
};

/** The saved examples of an item, and what is left out of each. */
export const postmanExamples = (
  item: Fields,
): readonly { readonly example: Example; readonly lost: readonly string[] }[] =>
  objectsAt(item, 'response').map((one) => {
    const headers = responseHeaders(one);
    const response = {
      status: statusOf(one),
      statusText: textAt(one, 'status'),
      headers,
      body: bodyOf(one, headers),
    };
    const name = textAt(one, 'name').trim() || 'Example';
    const example = { name, description: '', request: requestOf(one.originalRequest), response };
    return { example, lost: describeExampleLosses(one, response) };
  });
