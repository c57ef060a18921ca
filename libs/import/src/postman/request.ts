import type { Body, Foreign, MultipartPart, Pair, RequestSettings } from '@tandem/core';
import { ownValue } from '@tandem/core/codec';

import type { Draft } from '../draft.js';
import { decoded, splitQuery } from '../query.js';
import { type Fields, fieldsAt, isFields, objectsAt, pair, textAt, textOf } from '../value.js';
import { postmanAuth } from './auth.js';

const isOn = (one: Fields): boolean => one.disabled !== true;

/** Rows of `{ key, value, disabled }`. */
export const rowsAt = (value: unknown, key: string): readonly Pair[] =>
  objectsAt(value, key)
    .map((one) => pair(textAt(one, 'key'), textAt(one, 'value'), isOn(one)))
    .filter(({ name }) => name !== '');

/** A description is a text or `{ content }`. */
export const descriptionOf = (value: Fields): string => {
  const { description } = value;
  return isFields(description) ? textAt(description, 'content') : textOf(description);
};

const parts = (value: unknown, between: string): string =>
  Array.isArray(value)
    ? value.map((one) => (isFields(one) ? textAt(one, 'value') : textOf(one))).join(between)
    : textOf(value);

/** The address of a URL that is given in its parts alone. */
const joined = (url: Fields): string => {
  const protocol = textAt(url, 'protocol');
  const host = parts(url.host, '.');
  const port = textAt(url, 'port');
  const path = parts(url.path, '/').replace(/^\/+/, '');
  return `${protocol === '' ? '' : `${protocol.replace(/:?\/*$/, '')}://`}${host}${port === '' ? '' : `:${port}`}${path === '' ? '' : `/${path}`}`;
};

const urlOf = (given: unknown) => {
  if (!isFields(given)) return { ...splitQuery(textOf(given)), pathParams: [] };
  const raw = textAt(given, 'raw') || joined(given);
  const split = splitQuery(raw);
  const query = rowsAt(given, 'query').map((one) => ({
    ...one,
    name: decoded(one.name),
    value: decoded(one.value),
  }));
  const variables = rowsAt(given, 'variable').filter(({ name }) => raw.includes(`:${name}`));
  return {
    url: split.url,
    queryParams: query.length > 0 ? query : split.queryParams,
    pathParams: variables,
  };
};

const headersOf = (given: unknown): readonly Pair[] => {
  if (typeof given !== 'string') return rowsAt({ header: given }, 'header');
  return given
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map((line) => pair(line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()));
};

const contentTypes: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  text: 'text/plain',
};

const typeHeader = (headers: readonly Pair[]): string | undefined =>
  headers.find(({ name, enabled }) => enabled && name.toLowerCase() === 'content-type')?.value;

const rawBody = (body: Fields, headers: readonly Pair[]): Body => {
  const content = textAt(body, 'raw');
  const language = textAt(fieldsAt(fieldsAt(body, 'options'), 'raw'), 'language');
  const type = typeHeader(headers);
  if (content === '') return { type: 'none' };
  if (language === 'json' || (language === '' && /[/+]json\b/i.test(type ?? '')))
    return { type: 'json', content };
  const contentType = type ?? ownValue(contentTypes, language);
  return { type: 'text', content, ...(contentType === undefined ? {} : { contentType }) };
};

const formPart = (one: Fields): readonly MultipartPart[] => {
  const name = textAt(one, 'key');
  const enabled = isOn(one);
  const contentType = textAt(one, 'contentType');
  if (textAt(one, 'type') !== 'file') return [{ name, value: textAt(one, 'value'), enabled }];
  const { src } = one;
  const files = Array.isArray(src) ? src.map(textOf) : [textOf(src)];
  return files.map((file) => ({ name, file, enabled, ...(contentType === '' ? {} : { contentType }) }));
};

const bodies: Readonly<Record<string, (body: Fields, headers: readonly Pair[]) => Body>> = {
  raw: rawBody,
  urlencoded: (body) => ({ type: 'form-urlencoded', fields: rowsAt(body, 'urlencoded') }),
  formdata: (body) => ({ type: 'multipart', parts: objectsAt(body, 'formdata').flatMap(formPart) }),
  file: (body) => ({ type: 'binary', file: textAt(fieldsAt(body, 'file'), 'src') }),
};

/** The headers that the body gives by itself are left to it. */
const withoutType = (headers: readonly Pair[], body: Body): readonly Pair[] => {
  const gives =
    (body.type === 'json' && typeHeader(headers)?.toLowerCase() === 'application/json') ||
    body.type === 'text' ||
    body.type === 'form-urlencoded' ||
    body.type === 'multipart';
  return gives ? headers.filter(({ name }) => name.toLowerCase() !== 'content-type') : headers;
};

/** What `protocolProfileBehavior` says, as settings. */
export const settingsOf = (item: Fields): RequestSettings => {
  const behavior = fieldsAt(item, 'protocolProfileBehavior');
  const { followRedirects, maxRedirects, strictSSL, disableCookies } = behavior;
  return {
    ...(typeof followRedirects === 'boolean' ? { followRedirects } : {}),
    ...(typeof maxRedirects === 'number' && maxRedirects >= 0 && maxRedirects <= 100
      ? { maxRedirects: Math.round(maxRedirects) }
      : {}),
    ...(strictSSL === false ? { tls: { verify: false } } : {}),
    ...(disableCookies === true ? { cookies: false } : {}),
  };
};

const graphqlVariables = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (text.trim() === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    return isFields(read) ? read : undefined;
  } catch {
    return undefined;
  }
};

interface Around {
  readonly folder: string;
  /** Names the request in messages. */
  readonly place: string;
  readonly foreign: Foreign;
}

/** Adds the request of an item. */
export const addPostmanRequest = (draft: Draft, item: Fields, { folder, place, foreign }: Around): void => {
  const { request } = item;
  const given: Fields = isFields(request) ? request : { url: request };
  const name = textAt(item, 'name').trim() || textAt(given, 'method') || 'Request';
  const auth = postmanAuth(given.auth);
  if (auth === undefined)
    draft.leaveOut(
      place,
      `the auth “${textAt(fieldsAt(given, 'auth'), 'type')}” has no counterpart; its auth is none`,
    );
  const headers = headersOf(given.header);
  const id = textAt(item, 'id') || textAt(item, '_postman_id');
  const about = {
    name,
    folder,
    description: descriptionOf(given) || descriptionOf(item),
    auth: auth ?? ({ type: 'none' } as const),
    settings: settingsOf(item),
    foreign,
    ...(id === '' ? {} : { origin: id }),
  };
  const sent = fieldsAt(given, 'body');
  const mode = sent.disabled === true ? '' : textAt(sent, 'mode');
  if (mode === 'graphql') {
    const graphql = fieldsAt(sent, 'graphql');
    const variables = graphqlVariables(textAt(graphql, 'variables'));
    if (variables === undefined) draft.leaveOut(place, 'its GraphQL variables are no JSON object');
    const { url, queryParams } = urlOf(given.url);
    const query = queryParams
      .filter(({ enabled }) => enabled)
      .map((one) => `${one.name}=${one.value}`)
      .join('&');
    draft.addRequest({
      kind: 'graphql',
      ...about,
      headers,
      url: query === '' ? url : `${url}?${query}`,
      query: textAt(graphql, 'query'),
      variables: variables ?? {},
      operationName: textAt(graphql, 'operationName') || null,
    });
    return;
  }
  const body = ownValue(bodies, mode)?.(sent, headers) ?? { type: 'none' };
  draft.addRequest({
    kind: 'rest',
    ...about,
    method: (textAt(given, 'method') || 'GET').toUpperCase(),
    ...urlOf(given.url),
    headers: withoutType(headers, body),
    body,
  });
};
