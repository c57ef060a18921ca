import {
  type Body,
  type Example,
  type ExampleRequest,
  type ExportContent,
  type ExportedDocument,
  filterEnabledPairs,
  type Folder,
  type Foreign,
  getFolderName,
  isWithin,
  type LeftOut,
  listPathsTo,
  type MultipartPart,
  type Pair,
  type RequestSettings,
} from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import { toPostmanAuth } from '@tandem/core/document';

import {
  listFormParts,
  collectSharedVariables,
  type EffectiveRequest,
  groupBy,
  listEffectiveRequests,
  listExamples,
  listLeftOutForeign,
  listLeftOutScripts,
} from '../effective-request.js';
import type { Expectation, Matcher, Source, TranslatedScript } from '../script/translate.js';

const toPostmanRow = ({ name, value, enabled }: Pair) => ({
  key: name,
  value,
  ...(enabled ? {} : { disabled: true }),
});

/** Encodes characters that would split a query, except in variables. Postman encodes the others in the same way as Tandem. */
const encodeSeparators = (text: string, splitting: RegExp): string =>
  text.replace(splitting, (found) => (found.length > 1 ? found : encodeURIComponent(found)));

const escapeQueryName = (text: string): string => encodeSeparators(text, /\{\{[^{}]*\}\}|[&#=]/g);
const escapeQueryValue = (text: string): string => encodeSeparators(text, /\{\{[^{}]*\}\}|[&#]/g);

const getQuery = (query: string): readonly Pair[] =>
  query === ''
    ? []
    : query.split('&').map((one) => {
        const at = one.indexOf('=');
        const [name, value] = at < 0 ? [one, ''] : [one.slice(0, at), one.slice(at + 1)];
        return { name, value, enabled: true };
      });

const toPostmanUrl = (url: string, params: readonly Pair[], pathParams: readonly Pair[]) => {
  const [, address = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(url) ?? [];
  const [, protocol, host = '', path = ''] = /^(?:([A-Za-z][\w+.-]*):\/\/)?([^/]*)(.*)$/.exec(address) ?? [];
  const own = params.map((one) => ({
    ...one,
    name: escapeQueryName(one.name),
    value: escapeQueryValue(one.value),
  }));
  const rows = [...getQuery(query), ...own];
  const written = filterEnabledPairs(rows).map(({ name, value }) => `${name}=${value}`);
  return {
    raw: `${address}${written.length === 0 ? '' : `?${written.join('&')}`}`,
    ...(protocol === undefined ? {} : { protocol }),
    host: [host],
    ...(path === '' ? {} : { path: path.slice(1).split('/') }),
    ...(rows.length === 0 ? {} : { query: rows.map(toPostmanRow) }),
    ...(pathParams.length === 0
      ? {}
      : { variable: pathParams.map(({ name, value }) => ({ key: name, value })) }),
  };
};

const toPostmanPart = (part: MultipartPart) => ({
  key: part.name,
  ...(part.enabled ? {} : { disabled: true }),
  ...('file' in part ? { type: 'file', src: part.file } : { type: 'text', value: part.value }),
  ...(part.contentType ? { contentType: part.contentType } : {}),
  ...(part.filename === undefined ? {} : { fileName: part.filename }),
});

/** Reports headers of form parts, because Postman has none. */
const describePartLosses = (request: EffectiveRequest['request']): readonly string[] =>
  listFormParts(request).flatMap(({ name, headers = [] }) =>
    headers.length === 0 ? [] : [`the headers of the part “${name}”`],
  );

const toPostmanBody = (body: Body): object | undefined => {
  switch (body.type) {
    case 'none':
      return undefined;
    case 'json':
      return { mode: 'raw', raw: body.content, options: { raw: { language: 'json' } } };
    case 'text':
      return { mode: 'raw', raw: body.content, options: { raw: { language: 'text' } } };
    case 'form-urlencoded':
      return { mode: 'urlencoded', urlencoded: body.fields.map(toPostmanRow) };
    case 'multipart':
      return { mode: 'formdata', formdata: body.parts.map(toPostmanPart) };
    case 'binary':
      return { mode: 'file', file: { src: body.file } };
  }
};

const getType = (body: Body): string | undefined => {
  if (body.type === 'json') return 'application/json';
  if (body.type === 'text') return body.contentType ?? 'text/plain';
  return body.type === 'binary' ? (body.contentType ?? 'application/octet-stream') : undefined;
};

const toProtocolBehaviour = ({ followRedirects, maxRedirects, tls, cookies }: RequestSettings) => ({
  ...(followRedirects === undefined ? {} : { followRedirects }),
  ...(maxRedirects === undefined ? {} : { maxRedirects }),
  ...(tls?.verify === false ? { strictSSL: false } : {}),
  ...(cookies === false ? { disableCookies: true } : {}),
});

const toSentRequest = ({ method, url, queryParams, pathParams, body }: Omit<ExampleRequest, 'headers'>) => ({
  method,
  url: toPostmanUrl(url, queryParams, filterEnabledPairs(pathParams)),
  body: toPostmanBody(body),
  type: getType(body),
});

const toPostmanHeaders = (headers: readonly Pair[], type: string | undefined): readonly object[] => {
  const typed = headers.some(({ name }) => name.trim().toLowerCase() === 'content-type');
  return [
    ...headers.map(toPostmanRow),
    ...(type === undefined || typed ? [] : [{ key: 'Content-Type', value: type }]),
  ];
};

const toOriginalRequest = (request: ExampleRequest): object => {
  const { method, url, body, type } = toSentRequest(request);
  return {
    method,
    header: toPostmanHeaders(request.headers, type),
    url,
    ...(body === undefined ? {} : { body }),
  };
};

const toPostmanResponse = ({ name, request, response }: Example): object => {
  const { status, statusText, headers, body } = response;
  return {
    name,
    ...(request === null ? {} : { originalRequest: toOriginalRequest(request) }),
    ...(statusText === '' ? {} : { status: statusText }),
    ...(status === null ? {} : { code: status }),
    ...(body === null || body.type === 'binary' ? {} : { _postman_previewlanguage: body.type }),
    header: headers.map((one) => ({ key: one.name, value: one.value })),
    cookie: [],
    ...(body === null ? {} : { body: body.data }),
  };
};

const getRequestContent = ({ request }: EffectiveRequest) => {
  if ('query' in request) {
    const { query, operationName, variables } = request;
    const graphql = {
      query,
      variables: typeof variables === 'string' ? variables : stringifyJson(variables),
      ...(operationName === null ? {} : { operationName }),
    };
    return {
      method: 'POST',
      url: toPostmanUrl(request.url, [], []),
      body: { mode: 'graphql', graphql },
      type: undefined,
    };
  }
  return toSentRequest(request);
};

/** Converts a request, except its script, to Postman's format, and reports what is left out. */
const toPostmanRequest = (one: EffectiveRequest) => {
  const { request, inherited, path } = one;
  const { method, url, body, type } = getRequestContent(one);
  const auth = request.auth.type === 'inherit' ? undefined : toPostmanAuth(request.auth);
  const isLost = request.auth.type !== 'inherit' && auth === undefined;
  const examples = listExamples(request);
  const leftOut: readonly LeftOut[] = [
    ...describePartLosses(request).map((what) => ({ place: path, what })),
    ...(isLost ? [{ place: path, what: `the auth “${request.auth.type}”` }] : []),
    ...examples
      .filter(({ description }) => description !== '')
      .map(({ name }) => ({ place: path, what: `the description of the example “${name}”` })),
  ];
  return {
    leftOut,
    item: {
      name: request.name,
      protocolProfileBehavior: toProtocolBehaviour(inherited.settings),
      request: {
        method,
        header: toPostmanHeaders(inherited.headers, type),
        url,
        ...(request.description === '' ? {} : { description: request.description }),
        ...(body === undefined ? {} : { body }),
        ...(auth === undefined ? (isLost ? { auth: { type: 'noauth' } } : {}) : { auth }),
      },
      ...(examples.length === 0 ? {} : { response: examples.map(toPostmanResponse) }),
    },
  };
};

const toLiteral = (value: unknown): string => JSON.stringify(value);

const generateSource = (source: Source): string => {
  switch (source.kind) {
    case 'status':
      return 'pm.response.code';
    case 'text':
      return 'pm.response.text()';
    case 'header':
      return `pm.response.headers.get(${toLiteral(source.name)})`;
    case 'json':
      return `pm.response.json()${source.keys.map((key) => `[${toLiteral(key)}]`).join('')}`;
  }
};

const postmanMatchers: Readonly<Record<Matcher, string>> = {
  toBe: 'to.equal',
  toHaveLength: 'to.have.lengthOf',
  toContain: 'to.include',
  toBeGreaterThan: 'to.be.above',
  toBeLessThan: 'to.be.below',
};

const generateExpectation = ({ source, matcher, value }: Expectation): string =>
  `  pm.expect(${generateSource(source)}).${postmanMatchers[matcher]}(${toLiteral(value)});`;

const generateLines = ({ tests, variables }: TranslatedScript): readonly string[] => [
  ...variables.map(
    ({ name, source }) =>
      `pm.collectionVariables.set(${toLiteral(name)}, String(${generateSource(source)}));`,
  ),
  ...tests.flatMap(({ name, expectations }) => [
    `pm.test(${toLiteral(name)}, () => {`,
    ...expectations.map(generateExpectation),
    '});',
  ]),
];

const createEvents = (listen: string, exec: readonly string[]) =>
  exec.length === 0 ? [] : [{ listen, script: { type: 'text/javascript', exec } }];

const splitLines = (text = ''): readonly string[] => (text.trim() === '' ? [] : text.split(/\r?\n/));

/** Exports the scripts of a request or folder: Postman scripts stay unchanged, and Tandem's scripts are translated as far as possible. */
export const toPostmanEvents = (foreign: Foreign, translated?: TranslatedScript): object => {
  const own = foreign?.dialect === 'postman' ? foreign : undefined;
  const events = [
    ...createEvents('prerequest', splitLines(own?.beforeRequest)),
    ...createEvents('test', [
      ...splitLines(own?.tests),
      ...(translated === undefined ? [] : generateLines(translated)),
    ]),
  ];
  return events.length === 0 ? {} : { event: events };
};

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

type Report = (location: string, what: string) => void;

const toFolderAuth = ({ auth, path }: Folder, report: Report): object => {
  if (auth.type === 'inherit') return {};
  const written = toPostmanAuth(auth);
  if (written === undefined) report(path, `the auth “${auth.type}”`);
  return { auth: written ?? { type: 'noauth' } };
};

const toDescription = ({ description }: Folder): object => (description === '' ? {} : { description });

const toPostmanItem = (one: EffectiveRequest): object => ({
  ...toPostmanRequest(one).item,
  ...toPostmanEvents(one.request.foreign, one.script),
});

/**
 * Writes the requests as a Postman collection, format 2.1. Headers of folders, and variables of folders and requests, are merged into
 * the requests.
 */
export const createPostmanCollection = (content: ExportContent): ExportedDocument => {
  const effective = listEffectiveRequests(content);
  const lost: LeftOut[] = [];
  const report: Report = (place, what) => lost.push({ place, what });
  const folderAt = new Map(content.folders.map((folder) => [folder.path, folder]));
  const toFolderItem = (path: string, within: readonly EffectiveRequest[]): object => {
    const folder = folderAt.get(path);
    return {
      name: getFolderName(path),
      ...(folder === undefined
        ? {}
        : { ...toDescription(folder), ...toFolderAuth(folder, report), ...toPostmanEvents(folder.foreign) }),
      item: itemsIn(path, within),
    };
  };
  // Requests are in tree order, so a folder is added at its first request.
  const itemsIn = (around: string, within: readonly EffectiveRequest[]): readonly object[] => {
    const childOf = ({ request: { folder } }: EffectiveRequest): string =>
      listPathsTo(folder).find((path) => path !== around && isWithin(around, path)) ?? around;
    const inChild = groupBy(within, childOf);
    const done = new Set<string>();
    return within.flatMap((one): readonly object[] => {
      const child = childOf(one);
      if (child === around) return [toPostmanItem(one)];
      if (done.has(child)) return [];
      done.add(child);
      return [toFolderItem(child, inChild(child))];
    });
  };
  const root = content.folders.find(({ path }) => path === '');
  const shared = collectSharedVariables(content);
  const variable = [
    ...[...shared].map(([key, value]) => ({ key, value })),
    ...content.secrets.filter((name) => !shared.has(name)).map((key) => ({ key, value: '', type: 'secret' })),
  ];
  const collection = {
    info: { name: content.name, schema, ...(root === undefined ? {} : toDescription(root)) },
    ...(root === undefined ? {} : { ...toFolderAuth(root, report), ...toPostmanEvents(root.foreign) }),
    ...(variable.length === 0 ? {} : { variable }),
    item: itemsIn('', effective),
  };
  const leftOut = effective.flatMap((one) => [
    ...toPostmanRequest(one).leftOut,
    ...listLeftOutScripts(one),
    ...listLeftOutForeign(one, ['bruno']),
  ]);
  return { text: `${JSON.stringify(collection, null, 2)}\n`, leftOut: [...lost, ...leftOut] };
};
