import type {
  Auth,
  Body,
  ImportDocument,
  ImportedRequest,
  ImportNoise,
  MultipartPart,
  Pair,
} from '@tandem/core';

import { createDraft, type Draft } from '../draft.js';
import { multipartOf } from '../http/http-multipart.js';
import { noiseOf, describeNoise } from './har-noise.js';
import { headersBeside, toSendableType } from '../json-type.js';
import { decodePercent, splitQuery } from '../query.js';
import { type Fields, fieldsAt, objectsAt, pair, textAt } from '../value.js';

/** Headers that the connection or the body sets. */
const ownHeaders = /^(?:connection|content-length|transfer-encoding|accept-encoding)$/i;

const rows = (of: Fields, key: string): readonly Pair[] =>
  objectsAt(of, key).map((one) => pair(textAt(one, 'name'), textAt(one, 'value')));

/** A form part. Some documents contain a file's content; it is sent unchanged. */
const partOf = (one: Fields): MultipartPart => {
  const name = textAt(one, 'name');
  const filename = textAt(one, 'fileName');
  const contentType = textAt(one, 'contentType');
  const headers = rows(one, '_headers');
  const settings = {
    enabled: true,
    ...(contentType === '' ? {} : { contentType }),
    ...(headers.length === 0 ? {} : { headers }),
  };
  // Tandem's own exports store a file's path here if it is sent under another name.
  const path = textAt(one, '_file');
  if (path !== '') return { name, file: path, filename, ...settings };
  const value = textAt(one, 'value');
  if (filename === '') return { name, value, ...settings };
  return value === '' ? { name, file: filename, ...settings } : { name, value, filename, ...settings };
};

const bodyOf = (request: Fields): Body => {
  const sent = fieldsAt(request, 'postData');
  const type = toSendableType(textAt(sent, 'mimeType'));
  const content = textAt(sent, 'text');
  if (/^multipart\/form-data/i.test(type)) {
    const parts = objectsAt(sent, 'params').map(partOf);
    if (parts.length > 0) return { type: 'multipart', parts };
    if (content === '') return { type: 'none' };
    return multipartOf(content, type) ?? { type: 'text', content, contentType: type };
  }
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    const fields = rows(sent, 'params').map(({ name, value }) =>
      pair(decodePercent(name), decodePercent(value)),
    );
    const read = [...new URLSearchParams(content)].map(([name, value]) => pair(name, value));
    return { type: 'form-urlencoded', fields: content === '' ? fields : read };
  }
  if (content === '') return { type: 'none' };
  return /[/+]json\b/i.test(type)
    ? { type: 'json', content }
    : { type: 'text', content, ...(type === '' ? {} : { contentType: type }) };
};

/** The auth from an Authorization header; undefined if it stays a header. */
const authOf = (headers: readonly Pair[]): Auth | undefined => {
  const given = headers.filter(({ name }) => /^authorization$/i.test(name));
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S+)$/.exec(given[0]?.value ?? '') ?? [];
  if (given.length !== 1) return undefined;
  if (/^bearer$/i.test(scheme)) return { type: 'bearer', token: credentials };
  const login = /^basic$/i.test(scheme) ? Buffer.from(credentials, 'base64').toString() : '';
  const [, username, password] = /^([^:]*):([^]*)$/.exec(login) ?? [];
  if (username === undefined || password === undefined || login.includes('\uFFFD')) return undefined;
  return { type: 'basic', username, password };
};

/** The cookies of a request as a header, which browsers leave out of some recordings. */
const cookieHeader = (request: Fields, headers: readonly Pair[]): readonly Pair[] => {
  const cookies = rows(request, 'cookies').map(({ name, value }) => `${name}=${value}`);
  const isGiven = headers.some(({ name }) => /^cookie$/i.test(name));
  return isGiven || cookies.length === 0 ? [] : [pair('Cookie', cookies.join('; '))];
};

/** The URL with its query as a table; the query may be only in `queryString`. */
const addressOf = (address: string, request: Fields): ReturnType<typeof splitQuery> => {
  const split = splitQuery(address);
  return address.includes('?') ? split : { ...split, queryParams: rows(request, 'queryString') };
};

const hostOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
};

const pathOf = (url: string): string => {
  try {
    return new URL(url).pathname;
  } catch {
    return url;
  }
};

/** What is not sent over HTTP, such as a data URL, cannot be a request here. */
const isHttp = (address: string): boolean => /^https?:/i.test(address) && hostOf(address) !== '';

const isBase64 = (request: Fields): boolean => {
  const sent = fieldsAt(request, 'postData');
  return [textAt(sent, 'encoding'), textAt(sent, '_encoding')].some((one) => /^base64$/i.test(one));
};

/** The request of an entry. */
const requestOf = (entry: Fields, folder: string): ImportedRequest => {
  const request = fieldsAt(entry, 'request');
  const sent = fieldsAt(request, 'postData');
  const address = textAt(request, 'url');
  const host = hostOf(address);
  const body = bodyOf(request);
  const method = textAt(request, 'method') || 'GET';
  const given = rows(request, 'headers');
  const auth = authOf(given);
  const isGiven = ({ name, value }: Pair): boolean =>
    name.startsWith(':') ||
    ownHeaders.test(name) ||
    (/^host$/i.test(name) && value === host) ||
    (auth !== undefined && /^authorization$/i.test(name));
  const headers = headersBeside(body, textAt(sent, 'mimeType'), [...given, ...cookieHeader(request, given)]);
  return {
    kind: 'rest',
    name: `${method} ${pathOf(address)}`.slice(0, 200),
    folder,
    description: [entry, request, sent]
      .map((one) => textAt(one, 'comment'))
      .filter((one) => one !== '')
      .join('\n'),
    method,
    ...addressOf(address, request),
    headers: headers.filter((one) => !isGiven(one)),
    body,
    auth: auth ?? { type: 'none' },
  };
};

const hasComment = (one: unknown): boolean => textAt(one, 'comment').trim() !== '';

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const namesOf = (rows: readonly Pair[]): string => rows.map(({ name }) => `“${name}”`).join(', ');

/** Listed cookies that the Cookie header does not have. */
const cookiesBeside = (request: Fields): readonly Pair[] => {
  const sent = rows(request, 'headers').find(({ name }) => /^cookie$/i.test(name));
  const names = (sent?.value ?? '').split(';').map((one) => one.split('=', 1)[0]?.trim());
  return sent === undefined ? [] : rows(request, 'cookies').filter(({ name }) => !names.includes(name));
};

/** Query rows that the URL does not have. */
const queryBeside = (request: Fields): readonly Pair[] => {
  const [, query] = /\?([^#]*)/.exec(textAt(request, 'url')) ?? [];
  const names = new Set(new URLSearchParams(query).keys());
  return query === undefined
    ? []
    : rows(request, 'queryString').filter(({ name }) => !names.has(name) && !names.has(decodePercent(name)));
};

/** The parts of a body that are not sent. */
const describeBodyLosses = (request: Fields): readonly string[] => {
  const sent = fieldsAt(request, 'postData');
  const [text, params] = [textAt(sent, 'text'), objectsAt(sent, 'params')];
  const size = Number(textAt(request, 'bodySize'));
  const isForm = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(
    textAt(sent, 'mimeType'),
  );
  if (text === '' && params.length === 0)
    return size > 0 ? [`its body of ${size} bytes, which the document does not have`] : [];
  if (text === '')
    return isForm ? [] : [`the params of its body, which is no form: ${namesOf(rows(sent, 'params'))}`];
  const names =
    isForm && !/^multipart/i.test(textAt(sent, 'mimeType')) ? new URLSearchParams(text) : undefined;
  const others = rows(sent, 'params').filter(({ name }) => names?.has(decodePercent(name)) === false);
  return others.length === 0 ? [] : [`the params beside the text of its body: ${namesOf(others)}`];
};

/** What a request contains besides the place that is sent. */
const describeRequestLosses = (request: Fields): readonly string[] => {
  const [cookies, query] = [cookiesBeside(request), queryBeside(request)];
  const [fragment] = /#.*$/s.exec(textAt(request, 'url')) ?? [];
  return [
    ...(cookies.length === 0 ? [] : [`cookies that its Cookie header does not have: ${namesOf(cookies)}`]),
    ...(query.length === 0 ? [] : [`rows of queryString that its URL does not have: ${namesOf(query)}`]),
    ...(fragment === undefined
      ? []
      : [`the fragment ${fragment.slice(0, 100)} of its URL, which is never sent`]),
    ...describeBodyLosses(request),
  ];
};

/** The comments of rows, which rows here do not have. */
const describeLostComments = (request: Fields): readonly string[] => {
  const count = [
    ...['headers', 'queryString', 'cookies'].flatMap((key) => objectsAt(request, key)),
    ...objectsAt(fieldsAt(request, 'postData'), 'params'),
  ].filter(hasComment).length;
  return count === 0 ? [] : [`the comments of ${formatCount(count, 'row')}`];
};

/** Whether an entry shows any response. */
const isAnswered = (entry: Fields): boolean =>
  ['response', 'timings', 'cache'].some((key) => Object.keys(fieldsAt(entry, key)).length > 0) ||
  textAt(entry, 'serverIPAddress') !== '';

/** What the archive contains besides its entries. */
const addAbout = (draft: Draft, log: Fields): void => {
  const description = textAt(log, 'comment');
  if (description !== '') draft.setRoot({ description });
  const pages = objectsAt(log, 'pages').filter(hasComment).length;
  if (pages > 0) draft.leaveOut('log.pages', `the comments of ${formatCount(pages, 'page')}`);
  for (const key of ['creator', 'browser'])
    if (hasComment(fieldsAt(log, key))) draft.leaveOut(`log.${key}`, 'its comment');
};

/** A browser recording (HTTP Archive 1.2): a folder for each host; noise is kept only if its kind is in `keep`. */
export const readHar = (document: Fields, why: string, keep: readonly ImportNoise[] = []): ImportDocument => {
  const draft = createDraft();
  const log = fieldsAt(document, 'log');
  const entries = objectsAt(log, 'entries');
  addAbout(draft, log);
  const folders = new Map<string, string>();
  const noise = new Map<ImportNoise, number>();
  let [unsent, answered] = [0, 0];
  for (const entry of entries) {
    const request = fieldsAt(entry, 'request');
    const address = textAt(request, 'url');
    if (!isHttp(address)) {
      unsent += 1;
      continue;
    }
    const kind = noiseOf(entry, address);
    if (kind !== undefined) noise.set(kind, (noise.get(kind) ?? 0) + 1);
    if (kind !== undefined && !keep.includes(kind)) continue;
    const host = hostOf(address);
    if (isBase64(request))
      draft.leaveOut(address.slice(0, 200), 'its body is in base64, and is sent as that text');
    for (const what of [...describeRequestLosses(request), ...describeLostComments(request)])
      draft.leaveOut(address.slice(0, 200), what);
    if (isAnswered(entry)) answered += 1;
    const folder = folders.get(host) ?? draft.addFolder('', host);
    folders.set(host, folder);
    draft.addRequest(requestOf(entry, folder));
  }
  const found = [...noise].map(([kind, count]) => ({ kind, count }));
  const left = found.filter(({ kind }) => !keep.includes(kind));
  if (left.length > 0) draft.leaveOut('log.entries', describeNoise(left, entries.length));
  if (unsent > 0)
    draft.leaveOut('log.entries', `${unsent} of ${entries.length} requests: their URLs are not of HTTP`);
  if (answered > 0)
    draft.leaveOut(
      'log.entries',
      `what was received in ${answered} of ${entries.length} entries: responses, their cookies and times`,
    );
  return {
    ...draft.finish({
      format: 'har',
      why,
      name: textAt(fieldsAt(log, 'browser'), 'name') === '' ? 'HAR' : 'Recording',
    }),
    ...(found.length === 0 ? {} : { noise: found }),
  };
};
