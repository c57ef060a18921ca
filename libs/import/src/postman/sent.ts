import {
  type Body,
  type ExampleRequest,
  type MultipartPart,
  type Pair,
  type Variable,
  type VariableType,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { type QueryPart, queryRow, splitQuery, splitQueryRows } from '../query.js';
import {
  type Fields,
  fieldsAt,
  isFields,
  objectsAt,
  pair,
  removeEmptyFields,
  textAt,
  textOf,
  variable,
} from '../value.js';

const isOn = (one: Fields): boolean => one.disabled !== true;

/** Rows of `{ key, value, disabled }`; older versions name a variable by its id. */
export const rowsAt = (value: unknown, key: string): readonly Pair[] =>
  objectsAt(value, key)
    .map((one) => pair(textAt(one, 'key') || idOf(one), textAt(one, 'value'), isOn(one)))
    .filter(({ name }) => name !== '');

/** The id of a row without a key; ids that Postman makes are no names. */
const idOf = (one: Fields): string =>
  one.key === undefined &&
  typeof one.id === 'string' &&
  !/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(one.id)
    ? one.id
    : '';

/** The types of Postman's variables whose values a script does not get as text. */
const variableTypes: Readonly<Record<string, VariableType>> = {
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'object',
};

/** A variable with the type that it says, or that its value has. */
export const variableOf = (one: Fields, enabled: boolean): Variable => {
  const named = textAt(one, 'type').toLowerCase();
  const name = textAt(one, 'key') || idOf(one);
  if (named === 'string') return pair(name, textAt(one, 'value'), enabled);
  const known = variable(name, one.value, enabled);
  const type = known.type ?? getOwnValue(variableTypes, named);
  return type === undefined ? known : { ...known, type };
};

/** The variables of a collection or folder. */
export const variablesAt = (value: unknown, key: string): readonly Variable[] =>
  objectsAt(value, key)
    .map((one) => variableOf(one, isOn(one)))
    .filter(({ name }) => name !== '');

/** The fields of a form, which older versions write as one text. */
const formRows = (body: Fields): readonly Pair[] =>
  typeof body.urlencoded === 'string'
    ? [...new URLSearchParams(body.urlencoded)].map(([name, value]) => pair(name, value))
    : rowsAt(body, 'urlencoded');

const parts = (value: unknown, between: string): string =>
  Array.isArray(value)
    ? value.map((one) => (isFields(one) ? textAt(one, 'value') : textOf(one))).join(between)
    : textOf(value);

/** The address of a URL that is given in its parts alone. */
const joinUrlParts = (url: Fields): string => {
  const protocol = textAt(url, 'protocol');
  const host = parts(url.host, '.');
  const port = textAt(url, 'port');
  const path = parts(url.path, '/').replace(/^\/+/, '');
  return `${protocol === '' ? '' : `${protocol.replace(/:?\/*$/, '')}://`}${host}${port === '' ? '' : `:${port}`}${path === '' ? '' : `/${path}`}`;
};

/** The rows of a query; one whose value is null has no equals sign. */
const queryOf = (given: Fields): readonly QueryPart[] =>
  objectsAt(given, 'query').flatMap((one) => {
    const row = queryRow(pair(textAt(one, 'key'), textAt(one, 'value'), isOn(one)));
    const name = textAt(one, 'key');
    if (name === '' && textAt(one, 'value') === '') return [];
    return [{ row, text: one.value === null ? name : `${name}=${textAt(one, 'value')}` }];
  });

const isInPath = (raw: string, name: string): boolean => raw.includes(`:${name}`);

/** The variables of a path, if they have a value, that no part of the URL names. */
export const listUnusedVariables = (given: unknown): readonly string[] => {
  if (!isFields(given)) return [];
  const raw = textAt(given, 'raw') || joinUrlParts(given);
  return rowsAt(given, 'variable')
    .filter(({ name, value }) => value !== '' && !isInPath(raw, name))
    .map(({ name }) => name);
};

export const urlOf = (given: unknown) => {
  if (!isFields(given)) return { ...splitQuery(textOf(given)), pathParams: [] };
  const raw = textAt(given, 'raw') || joinUrlParts(given);
  const split = splitQuery(raw);
  const query = queryOf(given);
  const variables = rowsAt(given, 'variable').filter(({ name }) => isInPath(raw, name));
  const address = raw.replace(/[?#].*$/s, '');
  return { ...(query.length > 0 ? splitQueryRows(address, query) : split), pathParams: variables };
};

/** The headers of a list, in which each one may be a line, or of a text with a line for each. */
export const headersOf = (given: unknown): readonly Pair[] => {
  if (Array.isArray(given))
    return given.flatMap((one) => (typeof one === 'string' ? headersOf(one) : rowsAt({ one: [one] }, 'one')));
  if (typeof given !== 'string') return [];
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
  const contentType = type ?? getOwnValue(contentTypes, language);
  return { type: 'text', content, ...(contentType === undefined ? {} : { contentType }) };
};

const formPart = (one: Fields): readonly MultipartPart[] => {
  const name = textAt(one, 'key');
  const enabled = isOn(one);
  const contentType = textAt(one, 'contentType');
  const filename = textAt(one, 'fileName');
  const settings = removeEmptyFields({ filename, contentType });
  if (textAt(one, 'type') !== 'file') return [{ name, value: textAt(one, 'value'), enabled, ...settings }];
  const { src } = one;
  const files = (Array.isArray(src) ? src : [src]).map(textOf).filter((file) => file !== '');
  // Postman sends an empty part where no file was chosen, with a warning.
  if (files.length === 0) return [{ name, file: '', enabled: false, ...settings }];
  return files.map((file) => ({ name, file, enabled, ...settings }));
};

const noBody: Body = { type: 'none' };

const bodies: Readonly<Record<string, (body: Fields, headers: readonly Pair[]) => Body>> = {
  raw: rawBody,
  urlencoded: (body) => {
    const fields = formRows(body);
    return fields.length === 0 ? noBody : { type: 'form-urlencoded', fields };
  },
  formdata: (body) => {
    const parts = objectsAt(body, 'formdata').flatMap(formPart);
    return parts.length === 0 ? noBody : { type: 'multipart', parts };
  },
  file: (body) => {
    const file = fieldsAt(body, 'file');
    const content = textAt(file, 'content');
    const path = typeof body.file === 'string' ? body.file : textAt(file, 'src');
    if (path !== '') return { type: 'binary', file: path };
    // A file that was never chosen is no body.
    return content === '' ? noBody : { type: 'text', content };
  },
};

/** The types that are left to a body. */
const impliedTypes: Readonly<Record<Body['type'], RegExp>> = {
  json: /^application\/json$/i,
  text: /^/,
  // Another type beside a form is not sent (postman-request); a charset is.
  'form-urlencoded': /^(?!application\/x-www-form-urlencoded\s*;)/i,
  multipart: /^/,
  binary: /$^/,
  none: /$^/,
};

/** The headers that the body gives by itself are left to it. */
const removeImpliedType = (headers: readonly Pair[], body: Body): readonly Pair[] => {
  const gives = impliedTypes[body.type];
  return headers.filter(
    ({ name, value, enabled }) => !enabled || name.toLowerCase() !== 'content-type' || !gives.test(value),
  );
};

/** The body of a request as its mode; none where it is switched off. */
export const modeOf = (given: Fields): string => {
  const sent = fieldsAt(given, 'body');
  return sent.disabled === true ? '' : textAt(sent, 'mode');
};

/** The methods that Postman sends without a body, whatever a request has (postman-runtime, `METHODS_WITHOUT_BODY`). */
const methodsWithoutBody: readonly string[] = ['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK'];

const methodOf = (given: Fields): string => (textAt(given, 'method') || 'GET').toUpperCase();

const bodyOf = (given: Fields): Body =>
  getOwnValue(bodies, modeOf(given))?.(fieldsAt(given, 'body'), headersOf(given.header)) ?? noBody;

/** Whether a request has a body that Postman does not send. */
export const hasPrunedBody = (given: Fields, behavior: Fields): boolean =>
  methodsWithoutBody.includes(methodOf(given)) &&
  behavior.disableBodyPruning !== true &&
  bodyOf(given).type !== 'none';

/** What a request sends, beside its auth; GraphQL is none of its bodies. */
export const toExampleRequest = (given: Fields, behavior: Fields = {}): ExampleRequest => {
  const headers = headersOf(given.header);
  const body = hasPrunedBody(given, behavior) ? noBody : bodyOf(given);
  return {
    method: methodOf(given),
    ...urlOf(given.url),
    headers: removeImpliedType(headers, body),
    body,
  };
};
