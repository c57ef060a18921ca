import { type Example, getExampleBodyType, exampleBodyTypes, type ExampleResponse } from '@tandem/core';

import { type Fields, getFields, isFields, getObjects, getText } from '../value.js';
import { parseHeaders, toExampleRequest } from './sent.js';

type Header = ExampleResponse['headers'][number];

/** A cookie as the header that set it, without its value. */
const setCookie = (cookie: Fields): Header => {
  const flags = [
    `${getText(cookie, 'name') || getText(cookie, 'key')}=${getText(cookie, 'value')}`,
    ...['path', 'domain'].flatMap((name) =>
      getText(cookie, name) === '' ? [] : [`${name}=${getText(cookie, name)}`],
    ),
    ...(cookie.httpOnly === true ? ['HttpOnly'] : []),
    ...(cookie.secure === true ? ['Secure'] : []),
  ];
  return { name: 'Set-Cookie', value: flags.join('; ') };
};

const isSetCookie = ({ name }: Header): boolean => name.toLowerCase() === 'set-cookie';

const parseResponseHeaders = (response: Fields): readonly Header[] => {
  const headers = parseHeaders(response.header)
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => ({ name, value }));
  return headers.some(isSetCookie) ? headers : [...headers, ...getObjects(response, 'cookie').map(setCookie)];
};

const parseBody = (response: Fields, headers: readonly Header[]): ExampleResponse['body'] => {
  const data = getText(response, 'body');
  if (data === '') return null;
  const shown = getText(response, '_postman_previewlanguage').toLowerCase();
  const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return { type: exampleBodyTypes.find((one) => one === shown) ?? getExampleBodyType(contentType), data };
};

const parseStatus = ({ code }: Fields): number | null =>
  typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 999 ? code : null;

const parseRequest = (given: unknown): Example['request'] => {
  if (typeof given !== 'string' && !isFields(given)) return null;
  return toExampleRequest(isFields(given) ? given : { url: given });
};

/** The parts of a saved example without a counterpart here. */
const describeExampleLosses = (response: Fields, { headers }: ExampleResponse): readonly string[] => {
  const original = getFields(response, 'originalRequest');
  const auth = getText(getFields(original, 'auth'), 'type');
  return [
    ...(headers.some(isSetCookie) ? ['the values of its cookies'] : []),
    ...(auth === '' || auth === 'noauth' ? [] : [`the auth “${auth}”`]),
    ...(getText(getFields(original, 'body'), 'mode') === 'graphql' ? ['its GraphQL query'] : []),
    ...(typeof response.responseTime === 'number' ? ['its response time'] : []),
  ];
};

/** The saved examples of an item, and what is left out of each. */
export const parseExamples = (
  item: Fields,
): readonly { readonly example: Example; readonly lost: readonly string[] }[] =>
  getObjects(item, 'response').map((one) => {
    const headers = parseResponseHeaders(one);
    const response = {
      status: parseStatus(one),
      statusText: getText(one, 'status'),
      headers,
      body: parseBody(one, headers),
    };
    const name = getText(one, 'name').trim() || 'Example';
    const example = { name, description: '', request: parseRequest(one.originalRequest), response };
    return { example, lost: describeExampleLosses(one, response) };
  });
