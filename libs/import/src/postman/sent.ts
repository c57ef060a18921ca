import {
  type Body,
  type ExampleRequest,
  type MultipartPart,
  type Pair,
  type Variable,
  type VariableType,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { findReplacedByPostmanAuth } from '@tandem/core/document';

import { type QueryPart, toQueryRow, splitQuery, splitQueryRows } from '../query.js';
import {
  type Fields,
  getFields,
  isFields,
  getObjects,
  createPair,
  removeEmptyFields,
  getText,
  toText,
  createVariable,
} from '../value.js';

const isOn = (one: Fields): boolean => one.disabled !== true;

/** Parses rows of `{ key, value, disabled }`. In older versions, the id of a variable is its name. */
export const parseRows = (value: unknown, key: string): readonly Pair[] =>
  getObjects(value, key)
    .map((one) => createPair(getText(one, 'key') || getNamingId(one), getText(one, 'value'), isOn(one)))
    .filter(({ name }) => name !== '');

/** Returns the id of a row without a key, which is its name unless Postman generated the id. */
const getNamingId = (one: Fields): string =>
  one.key === undefined &&
  typeof one.id === 'string' &&
  !/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(one.id)
    ? one.id
    : '';

/** Types of variables, by Postman's name. Scripts get the values of other types as text. */
const variableTypes: Readonly<Record<string, VariableType>> = {
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'object',
};

/** Parses a variable with its declared type, or the type of its value. */
export const parseVariable = (one: Fields, enabled: boolean): Variable => {
  const named = getText(one, 'type').toLowerCase();
  const name = getText(one, 'key') || getNamingId(one);
  if (named === 'string') return createPair(name, getText(one, 'value'), enabled);
  const known = createVariable(name, one.value, enabled);
  const type = known.type ?? getOwnValue(variableTypes, named);
  return type === undefined ? known : { ...known, type };
};

/** Parses the variables of a collection or folder. */
export const parseVariables = (value: unknown, key: string): readonly Variable[] =>
  getObjects(value, key)
    .map((one) => parseVariable(one, isOn(one)))
    .filter(({ name }) => name !== '');

/** Parses the fields of a form, which older versions write as one string. */
const parseFormRows = (body: Fields): readonly Pair[] =>
  typeof body.urlencoded === 'string'
    ? [...new URLSearchParams(body.urlencoded)].map(([name, value]) => createPair(name, value))
    : parseRows(body, 'urlencoded');

const joinParts = (value: unknown, between: string): string =>
  Array.isArray(value)
    ? value.map((one) => (isFields(one) ? getText(one, 'value') : toText(one))).join(between)
    : toText(value);

/** Joins the parts of a URL to an address. */
const joinUrlParts = (url: Fields): string => {
  const protocol = getText(url, 'protocol');
  const host = joinParts(url.host, '.');
  const port = getText(url, 'port');
  const path = joinParts(url.path, '/').replace(/^\/+/, '');
  return `${protocol === '' ? '' : `${protocol.replace(/:?\/*$/, '')}://`}${host}${port === '' ? '' : `:${port}`}${path === '' ? '' : `/${path}`}`;
};

/** Parses the rows of a query. A row with a null value has no equals sign. */
const parseQuery = (given: Fields): readonly QueryPart[] =>
  getObjects(given, 'query').flatMap((one) => {
    const row = toQueryRow(createPair(getText(one, 'key'), getText(one, 'value'), isOn(one)));
    const name = getText(one, 'key');
    if (name === '' && getText(one, 'value') === '') return [];
    return [{ row, text: one.value === null ? name : `${name}=${getText(one, 'value')}` }];
  });

/** Returns the address as it is written in the document, or joins it from its parts. */
const getAddress = (url: Fields): string => {
  const raw = getText(url, 'raw');
  return raw.trim() === '' ? joinUrlParts(url) : raw;
};

const isInPath = (raw: string, name: string): boolean => raw.includes(`:${name}`);

/** Lists path variables that have a value but do not occur in the URL. */
export const listUnusedVariables = (given: unknown): readonly string[] => {
  if (!isFields(given)) return [];
  const raw = getAddress(given);
  return parseRows(given, 'variable')
    .filter(({ name, value }) => value !== '' && !isInPath(raw, name))
    .map(({ name }) => name);
};

export const parseUrl = (given: unknown) => {
  if (!isFields(given)) return { ...splitQuery(toText(given)), pathParams: [] };
  const raw = getAddress(given);
  const split = splitQuery(raw);
  const query = parseQuery(given);
  const variables = parseRows(given, 'variable').filter(({ name }) => isInPath(raw, name));
  const address = raw.replace(/[?#].*$/s, '');
  return { ...(query.length > 0 ? splitQueryRows(address, query) : split), pathParams: variables };
};

/** Parses headers: a list of objects or lines, or a text with one header per line. */
export const parseHeaders = (given: unknown): readonly Pair[] => {
  if (Array.isArray(given))
    return given.flatMap((one) =>
      typeof one === 'string' ? parseHeaders(one) : parseRows({ one: [one] }, 'one'),
    );
  if (typeof given !== 'string') return [];
  return given
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map((line) =>
      createPair(line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()),
    );
};

const contentTypes: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  text: 'text/plain',
};

const typeHeader = (headers: readonly Pair[]): string | undefined =>
  headers.find(({ name, enabled }) => enabled && name.toLowerCase() === 'content-type')?.value;

const parseRawBody = (body: Fields, headers: readonly Pair[]): Body => {
  const content = getText(body, 'raw');
  const language = getText(getFields(getFields(body, 'options'), 'raw'), 'language');
  const type = typeHeader(headers);
  if (content === '') return { type: 'none' };
  if (language === 'json' || (language === '' && /[/+]json\b/i.test(type ?? '')))
    return { type: 'json', content };
  const contentType = type ?? getOwnValue(contentTypes, language);
  return { type: 'text', content, ...(contentType === undefined ? {} : { contentType }) };
};

const parseFormPart = (one: Fields): readonly MultipartPart[] => {
  const name = getText(one, 'key');
  const enabled = isOn(one);
  const contentType = getText(one, 'contentType');
  const filename = getText(one, 'fileName');
  const settings = removeEmptyFields({ filename, contentType });
  if (getText(one, 'type') !== 'file') return [{ name, value: getText(one, 'value'), enabled, ...settings }];
  const { src } = one;
  const files = (Array.isArray(src) ? src : [src]).map(toText).filter((file) => file !== '');
  // If no file was chosen, Postman sends an empty part and warns about it.
  if (files.length === 0) return [{ name, file: '', enabled: false, ...settings }];
  return files.map((file) => ({ name, file, enabled, ...settings }));
};

const noBody: Body = { type: 'none' };

const bodyReaders: Readonly<Record<string, (body: Fields, headers: readonly Pair[]) => Body>> = {
  raw: parseRawBody,
  urlencoded: (body) => {
    const fields = parseFormRows(body);
    return fields.length === 0 ? noBody : { type: 'form-urlencoded', fields };
  },
  formdata: (body) => {
    const parts = getObjects(body, 'formdata').flatMap(parseFormPart);
    return parts.length === 0 ? noBody : { type: 'multipart', parts };
  },
  file: (body) => {
    const file = getFields(body, 'file');
    const content = getText(file, 'content');
    const path = typeof body.file === 'string' ? body.file : getText(file, 'src');
    if (path !== '') return { type: 'binary', file: path };
    // If no file was chosen, there is no body.
    return content === '' ? noBody : { type: 'text', content };
  },
};

/** Content types that a body sets by itself. */
const impliedTypes: Readonly<Record<Body['type'], RegExp>> = {
  json: /^application\/json$/i,
  text: /^/,
  // Postman sends only its own form type (postman-request), but keeps a charset.
  'form-urlencoded': /^(?!application\/x-www-form-urlencoded\s*;)/i,
  multipart: /^/,
  binary: /$^/,
  none: /$^/,
};

/** Removes headers that the body sets by itself. */
const removeImpliedType = (headers: readonly Pair[], body: Body): readonly Pair[] => {
  const gives = impliedTypes[body.type];
  return headers.filter(
    ({ name, value, enabled }) => !enabled || name.toLowerCase() !== 'content-type' || !gives.test(value),
  );
};

/** Returns the mode of a request's body; empty if the body is disabled. */
export const getBodyMode = (given: Fields): string => {
  const sent = getFields(given, 'body');
  return sent.disabled === true ? '' : getText(sent, 'mode');
};

/** The methods that Postman always sends without a body (postman-runtime, `METHODS_WITHOUT_BODY`). */
const methodsWithoutBody: readonly string[] = ['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK'];

const getMethod = (given: Fields): string => (getText(given, 'method') || 'GET').toUpperCase();

const parseBody = (given: Fields): Body =>
  getOwnValue(bodyReaders, getBodyMode(given))?.(getFields(given, 'body'), parseHeaders(given.header)) ??
  noBody;

/** Whether Postman does not send the body of a request. */
export const hasPrunedBody = (given: Fields, behavior: Fields): boolean =>
  methodsWithoutBody.includes(getMethod(given)) &&
  behavior.disableBodyPruning !== true &&
  parseBody(given).type !== 'none';

const switchOff = <R extends Pair>(rows: readonly R[], isReplaced: (row: R) => boolean): readonly R[] =>
  rows.map((row) => (row.enabled && isReplaced(row) ? { ...row, enabled: false } : row));

/** Switches off headers and parameters that Postman replaces with the auth of the request or of its folders. */
export const switchOffReplaced = <R extends Pick<ExampleRequest, 'headers'>>(
  request: R,
  auth: unknown,
): R => {
  const { header, query } = findReplacedByPostmanAuth(auth);
  const { headers, queryParams } = request as R & Partial<ExampleRequest>;
  return {
    ...request,
    headers: switchOff(headers, ({ name }) => name.trim().toLowerCase() === header),
    ...(queryParams === undefined
      ? {}
      : { queryParams: switchOff(queryParams, ({ name }) => name === query) }),
  };
};

/** Converts what a request sends, except its auth and a GraphQL body. */
export const toExampleRequest = (given: Fields, behavior: Fields = {}): ExampleRequest => {
  const headers = parseHeaders(given.header);
  const body = hasPrunedBody(given, behavior) ? noBody : parseBody(given);
  return {
    method: getMethod(given),
    ...parseUrl(given.url),
    headers: removeImpliedType(headers, body),
    body,
  };
};
