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
import { parseMultipart } from '../http/http-message.js';
import { decodePercent, splitQuery } from '../query.js';
import {
  type Fields,
  getFields,
  getObjects,
  getText,
  createPair,
  selectBodyHeaders,
  toSendableType,
} from '../value.js';

type NoiseCount = { readonly kind: ImportNoise; readonly count: number };

/** The kind of noise for each resource type that browsers record. */
const noiseByResource: Readonly<Record<string, ImportNoise>> = {
  image: 'images',
  imageset: 'images',
  font: 'fonts',
  stylesheet: 'styles',
  script: 'scripts',
  media: 'media',
  texttrack: 'media',
  beacon: 'analytics',
  ping: 'analytics',
  'csp-violation-report': 'analytics',
  cspviolationreport: 'analytics',
  manifest: 'other',
  preflight: 'other',
  websocket: 'other',
};

/** The kind of noise for each media type, for recordings without resource types. */
const noiseByMediaType: readonly (readonly [RegExp, ImportNoise])[] = [
  [/^image\//i, 'images'],
  [/^(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/i, 'fonts'],
  [/^text\/css/i, 'styles'],
  [/^(?:text|application)\/(?:x-)?(?:javascript|ecmascript)/i, 'scripts'],
  [/^(?:video|audio)\//i, 'media'],
];

/** Hosts that only count visitors, report errors or show advertisements. Their subdomains count too. */
const analyticsHosts = new Set(
  (
    'google-analytics.com analytics.google.com googletagmanager.com doubleclick.net googlesyndication.com ' +
    'googleadservices.com connect.facebook.net segment.io segment.com mixpanel.com hotjar.com hotjar.io amplitude.com ' +
    'sentry.io clarity.ms bat.bing.com nr-data.net newrelic.com datadoghq.com datadoghq.eu browser-intake-datadoghq.com ' +
    'browser-intake-datadoghq.eu fullstory.com plausible.io cloudflareinsights.com px.ads.linkedin.com ' +
    'analytics.tiktok.com criteo.com optimizely.com heapanalytics.com posthog.com scorecardresearch.com quantserve.com ' +
    'chartbeat.net matomo.cloud bugsnag.com logrocket.io'
  ).split(' '),
);

const isAnalytics = (address: string): boolean => {
  const { hostname, pathname } = new URL(address);
  const labels = hostname.split('.');
  return (
    labels.some((_, at) => analyticsHosts.has(labels.slice(at).join('.'))) ||
    /\/(?:matomo|piwik)\.php$/.test(pathname)
  );
};

/** The kind of noise of an entry; undefined for a request that a person may want to send. */
const classifyNoise = (entry: Fields, address: string): ImportNoise | undefined => {
  if (isAnalytics(address)) return 'analytics';
  const resource = getText(entry, '_resourceType').toLowerCase();
  if (resource !== '')
    return Object.hasOwn(noiseByResource, resource) ? noiseByResource[resource] : undefined;
  const type = getText(getFields(getFields(entry, 'response'), 'content'), 'mimeType');
  return noiseByMediaType.find(([test]) => test.test(type))?.[1];
};

const noiseLabels: Readonly<Record<ImportNoise, string>> = {
  images: 'images',
  fonts: 'fonts',
  styles: 'styles',
  scripts: 'scripts of pages',
  media: 'audio and video',
  analytics: 'analytics',
  other: 'preflights, manifests and WebSockets',
};

/** Describes the entries of a recording that were left out. */
const describeNoise = (found: readonly NoiseCount[], all: number): string => {
  const count = found.reduce((sum, one) => sum + one.count, 0);
  return `${count} of ${all} requests: ${found.map((one) => `${noiseLabels[one.kind]} (${one.count})`).join(', ')}`;
};

/** Headers that the connection or the body sets. */
const connectionHeaders = /^(?:connection|content-length|transfer-encoding|accept-encoding)$/i;

const readRows = (of: Fields, key: string): readonly Pair[] =>
  getObjects(of, key).map((one) => createPair(getText(one, 'name'), getText(one, 'value')));

/** Parses a form part. If the document contains a file's content, that is sent unchanged. */
const parsePart = (one: Fields): MultipartPart => {
  const name = getText(one, 'name');
  const filename = getText(one, 'fileName');
  const contentType = getText(one, 'contentType');
  const headers = readRows(one, '_headers');
  const settings = {
    enabled: true,
    ...(contentType === '' ? {} : { contentType }),
    ...(headers.length === 0 ? {} : { headers }),
  };
  // Tandem's own exports store the path here if the file is sent under another name.
  const path = getText(one, '_file');
  if (path !== '') return { name, file: path, filename, ...settings };
  const value = getText(one, 'value');
  if (filename === '') return { name, value, ...settings };
  return value === '' ? { name, file: filename, ...settings } : { name, value, filename, ...settings };
};

const parseBody = (request: Fields): Body => {
  const sent = getFields(request, 'postData');
  const type = toSendableType(getText(sent, 'mimeType'));
  const content = getText(sent, 'text');
  if (/^multipart\/form-data/i.test(type)) {
    const parts = getObjects(sent, 'params').map(parsePart);
    if (parts.length > 0) return { type: 'multipart', parts };
    if (content === '') return { type: 'none' };
    return parseMultipart(content, type) ?? { type: 'text', content, contentType: type };
  }
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    const fields = readRows(sent, 'params').map(({ name, value }) =>
      createPair(decodePercent(name), decodePercent(value)),
    );
    const read = [...new URLSearchParams(content)].map(([name, value]) => createPair(name, value));
    return { type: 'form-urlencoded', fields: content === '' ? fields : read };
  }
  if (content === '') return { type: 'none' };
  return /[/+]json\b/i.test(type)
    ? { type: 'json', content }
    : { type: 'text', content, ...(type === '' ? {} : { contentType: type }) };
};

/** Parses an Authorization header to an auth; undefined if it should stay a header. */
const parseAuth = (headers: readonly Pair[]): Auth | undefined => {
  const given = headers.filter(({ name }) => /^authorization$/i.test(name));
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S+)$/.exec(given[0]?.value ?? '') ?? [];
  if (given.length !== 1) return undefined;
  if (/^bearer$/i.test(scheme)) return { type: 'bearer', token: credentials };
  const login = /^basic$/i.test(scheme) ? Buffer.from(credentials, 'base64').toString() : '';
  const [, username, password] = /^([^:]*):([^]*)$/.exec(login) ?? [];
  if (username === undefined || password === undefined || login.includes('\uFFFD')) return undefined;
  return { type: 'basic', username, password };
};

/** Creates a Cookie header from the recorded cookies of a request, because some recordings lack the header. */
const createCookieHeader = (request: Fields, headers: readonly Pair[]): readonly Pair[] => {
  const cookies = readRows(request, 'cookies').map(({ name, value }) => `${name}=${value}`);
  const isGiven = headers.some(({ name }) => /^cookie$/i.test(name));
  return isGiven || cookies.length === 0 ? [] : [createPair('Cookie', cookies.join('; '))];
};

/** Separates the URL from its query. Some recordings contain the query only in `queryString`. */
const parseAddress = (address: string, request: Fields): ReturnType<typeof splitQuery> => {
  const split = splitQuery(address);
  return address.includes('?') ? split : { ...split, queryParams: readRows(request, 'queryString') };
};

const getHost = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
};

const getPath = (url: string): string => {
  try {
    return new URL(url).pathname;
  } catch {
    return url;
  }
};

/** Whether an address can be a request; a data URL, for example, is not sent over HTTP. */
const isHttp = (address: string): boolean => /^https?:/i.test(address) && getHost(address) !== '';

const isBase64 = (request: Fields): boolean => {
  const sent = getFields(request, 'postData');
  return [getText(sent, 'encoding'), getText(sent, '_encoding')].some((one) => /^base64$/i.test(one));
};

/** Converts an entry to a request. */
const toRequest = (entry: Fields, folder: string): ImportedRequest => {
  const request = getFields(entry, 'request');
  const sent = getFields(request, 'postData');
  const address = getText(request, 'url');
  const host = getHost(address);
  const body = parseBody(request);
  const method = getText(request, 'method') || 'GET';
  const given = readRows(request, 'headers');
  const auth = parseAuth(given);
  const isGiven = ({ name, value }: Pair): boolean =>
    name.startsWith(':') ||
    connectionHeaders.test(name) ||
    (/^host$/i.test(name) && value === host) ||
    (auth !== undefined && /^authorization$/i.test(name));
  const headers = selectBodyHeaders(body, getText(sent, 'mimeType'), [
    ...given,
    ...createCookieHeader(request, given),
  ]);
  return {
    kind: 'rest',
    name: `${method} ${getPath(address)}`.slice(0, 200),
    folder,
    description: [entry, request, sent]
      .map((one) => getText(one, 'comment'))
      .filter((one) => one !== '')
      .join('\n'),
    method,
    ...parseAddress(address, request),
    headers: headers.filter((one) => !isGiven(one)),
    body,
    auth: auth ?? { type: 'none' },
  };
};

const hasComment = (one: unknown): boolean => getText(one, 'comment').trim() !== '';

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const formatNames = (rows: readonly Pair[]): string => rows.map(({ name }) => `“${name}”`).join(', ');

/** Lists the recorded cookies that the Cookie header does not contain. */
const listUnsentCookies = (request: Fields): readonly Pair[] => {
  const sent = readRows(request, 'headers').find(({ name }) => /^cookie$/i.test(name));
  const names = (sent?.value ?? '').split(';').map((one) => one.split('=', 1)[0]?.trim());
  return sent === undefined ? [] : readRows(request, 'cookies').filter(({ name }) => !names.includes(name));
};

/** Lists the recorded query rows that the URL does not contain. */
const listUnsentQuery = (request: Fields): readonly Pair[] => {
  const [, query] = /\?([^#]*)/.exec(getText(request, 'url')) ?? [];
  const names = new Set(new URLSearchParams(query).keys());
  return query === undefined
    ? []
    : readRows(request, 'queryString').filter(
        ({ name }) => !names.has(name) && !names.has(decodePercent(name)),
      );
};

/** Describes the recorded parts of a body that the imported request does not send. */
const describeBodyLosses = (request: Fields): readonly string[] => {
  const sent = getFields(request, 'postData');
  const [text, params] = [getText(sent, 'text'), getObjects(sent, 'params')];
  const size = Number(getText(request, 'bodySize'));
  const isForm = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(
    getText(sent, 'mimeType'),
  );
  if (text === '' && params.length === 0)
    return size > 0 ? [`its body of ${size} bytes, which the document does not have`] : [];
  if (text === '')
    return isForm
      ? []
      : [`the params of its body, which is no form: ${formatNames(readRows(sent, 'params'))}`];
  const names =
    isForm && !/^multipart/i.test(getText(sent, 'mimeType')) ? new URLSearchParams(text) : undefined;
  const others = readRows(sent, 'params').filter(({ name }) => names?.has(decodePercent(name)) === false);
  return others.length === 0 ? [] : [`the params beside the text of its body: ${formatNames(others)}`];
};

/** Describes the recorded parts that the imported request does not send. */
const describeRequestLosses = (request: Fields): readonly string[] => {
  const [cookies, query] = [listUnsentCookies(request), listUnsentQuery(request)];
  const [fragment] = /#.*$/s.exec(getText(request, 'url')) ?? [];
  return [
    ...(cookies.length === 0
      ? []
      : [`cookies that its Cookie header does not have: ${formatNames(cookies)}`]),
    ...(query.length === 0 ? [] : [`rows of queryString that its URL does not have: ${formatNames(query)}`]),
    ...(fragment === undefined
      ? []
      : [`the fragment ${fragment.slice(0, 100)} of its URL, which is never sent`]),
    ...describeBodyLosses(request),
  ];
};

/** Counts the comments of rows, because Tandem's rows have none. */
const describeLostComments = (request: Fields): readonly string[] => {
  const count = [
    ...['headers', 'queryString', 'cookies'].flatMap((key) => getObjects(request, key)),
    ...getObjects(getFields(request, 'postData'), 'params'),
  ].filter(hasComment).length;
  return count === 0 ? [] : [`the comments of ${formatCount(count, 'row')}`];
};

/** Whether an entry has a response. */
const hasResponse = (entry: Fields): boolean =>
  ['response', 'timings', 'cache'].some((key) => Object.keys(getFields(entry, key)).length > 0) ||
  getText(entry, 'serverIPAddress') !== '';

/** Imports the archive's own comment, and reports other comments outside the entries. */
const addArchiveComments = (draft: Draft, log: Fields): void => {
  const description = getText(log, 'comment');
  if (description !== '') draft.setRoot({ description });
  const pages = getObjects(log, 'pages').filter(hasComment).length;
  if (pages > 0) draft.leaveOut('log.pages', `the comments of ${formatCount(pages, 'page')}`);
  for (const key of ['creator', 'browser'])
    if (hasComment(getFields(log, key))) draft.leaveOut(`log.${key}`, 'its comment');
};

/**
 * Reads a browser recording (HTTP Archive 1.2): a folder for each host. Noise is only imported if `keep` contains
 * its kind.
 */
export const readHar = (document: Fields, why: string, keep: readonly ImportNoise[] = []): ImportDocument => {
  const draft = createDraft();
  const log = getFields(document, 'log');
  const entries = getObjects(log, 'entries');
  addArchiveComments(draft, log);
  const folders = new Map<string, string>();
  const noise = new Map<ImportNoise, number>();
  let [unsent, answered] = [0, 0];
  for (const entry of entries) {
    const request = getFields(entry, 'request');
    const address = getText(request, 'url');
    if (!isHttp(address)) {
      unsent += 1;
      continue;
    }
    const kind = classifyNoise(entry, address);
    if (kind !== undefined) noise.set(kind, (noise.get(kind) ?? 0) + 1);
    if (kind !== undefined && !keep.includes(kind)) continue;
    const host = getHost(address);
    if (isBase64(request))
      draft.leaveOut(address.slice(0, 200), 'its body is in base64, and is sent as that text');
    for (const what of [...describeRequestLosses(request), ...describeLostComments(request)])
      draft.leaveOut(address.slice(0, 200), what);
    if (hasResponse(entry)) answered += 1;
    const folder = folders.get(host) ?? draft.addFolder('', host);
    folders.set(host, folder);
    draft.addRequest(toRequest(entry, folder));
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
      name: getText(getFields(log, 'browser'), 'name') === '' ? 'HAR' : 'Recording',
    }),
    ...(found.length === 0 ? {} : { noise: found }),
  };
};
