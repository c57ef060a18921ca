import { getOwnValue, parseJson } from '@tandem/core/codec';

import { type Fields, getFields, getList, getObjects, getText, isFields, toText } from '../value.js';

/** Whether a document is a collection in format 1, which Postman exported until 2018. */
export const isFormat1 = (document: Fields): boolean =>
  getText(document, 'name') !== '' && Array.isArray(document.order) && Array.isArray(document.requests);

const authTypes: Readonly<Record<string, string>> = {
  apikeyAuth: 'apikey',
  awsSigV4: 'awsv4',
  basicAuth: 'basic',
  bearerAuth: 'bearer',
  digestAuth: 'digest',
  hawkAuth: 'hawk',
  ntlmAuth: 'ntlm',
  oAuth1: 'oauth1',
  oAuth2: 'oauth2',
};

/** Fields of an auth that have another name in format 2. */
const authFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  oAuth1: { header: 'addParamsToHeader', auto: 'autoAddParam', includeEmpty: 'addEmptyParamsToSign' },
  hawkAuth: { hawk_id: 'authId', hawk_key: 'authKey', ext: 'extraData', app: 'appId', dlg: 'delegation' },
};

/** Parses the value if it is the text of a JSON object. */
const parseFields = (value: unknown): Fields => {
  if (typeof value !== 'string') return isFields(value) ? value : {};
  try {
    const parsed = parseJson(value);
    return isFields(parsed) ? parsed : {};
  } catch {
    return {};
  }
};

const convertAuth = (one: Fields): Fields => {
  const helper = getText(one, 'currentHelper');
  if (!('currentHelper' in one) && isFields(one.auth)) return { auth: one.auth };
  if (helper === '' || helper === 'normal') return {};
  const type = getOwnValue(authTypes, helper) ?? helper;
  const names = getOwnValue(authFields, helper) ?? {};
  const fields = Object.entries(parseFields(one.helperAttributes)).map(
    ([name, value]) => [getOwnValue(names, name) ?? name, value] as const,
  );
  return { auth: { type, [type]: Object.fromEntries(fields) } };
};

const createEvent = (listen: string, script: unknown): readonly Fields[] =>
  script === undefined || script === null || script === ''
    ? []
    : [{ listen, script: { exec: Array.isArray(script) ? script : [toText(script)] } }];

const convertEvents = (one: Fields): Fields => {
  const own = [...createEvent('prerequest', one.preRequestScript), ...createEvent('test', one.tests)];
  return { event: own.length > 0 ? own : getObjects(one, 'events') };
};

/** Converts the fields that requests, folders and the collection have in common. */
const convertCommonFields = (one: Fields): Fields => ({
  name: getText(one, 'name'),
  description: one.description,
  ...convertAuth(one),
  ...convertEvents(one),
  variable: getObjects(one, 'variables'),
  protocolProfileBehavior: getFields(one, 'protocolProfileBehavior'),
});

/** Converts a row to format 2, in which a row that is not sent is `disabled`. */
const convertRow = ({ enabled, ...row }: Fields): Fields =>
  enabled === false ? { ...row, disabled: true } : row;

/** Converts a header. A header whose name begins with a comment is disabled. */
const convertHeader = (row: Fields): Fields => {
  const name = getText(row, 'key');
  const { key: _, ...rest } = convertRow(row);
  return name.startsWith('//')
    ? { ...rest, key: name.slice(2).trim(), disabled: true }
    : { ...rest, key: name };
};

const splitHeaders = (text: string): readonly Fields[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [{ key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }];
  });

const convertHeaders = (request: Fields): readonly unknown[] => {
  if (Array.isArray(request.headers)) return request.headers;
  const rows = getObjects(request, 'headerData');
  return (rows.length > 0 ? rows : splitHeaders(getText(request, 'headers'))).map(convertHeader);
};

const convertQueryRow = ({ equals, ...row }: Fields): Fields => {
  const isBare = equals === false && getText(row, 'value') === '';
  return { ...convertRow(row), ...(isBare ? { value: null } : {}) };
};

const convertUrl = (request: Fields): Fields => {
  const rows = getObjects(request, 'pathVariableData');
  const others = Object.entries(getFields(request, 'pathVariables'))
    .filter(([key]) => !rows.some((row) => row.key === key))
    .map(([key, value]) => ({ key, value }));
  return {
    raw: getText(request, 'url'),
    query: getObjects(request, 'queryParams').map(convertQueryRow),
    variable: [...rows, ...others],
  };
};

const bodyModes: Readonly<Record<string, string>> = {
  binary: 'file',
  graphql: 'graphql',
  params: 'formdata',
  raw: 'raw',
  urlencoded: 'urlencoded',
};

const convertFormRow = (row: Fields): Fields =>
  row.type === 'file' && row.src === undefined ? { ...convertRow(row), src: row.value } : convertRow(row);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Finds the mode of a body without a `dataMode` by the field that contains the body. */
const findBodyMode = ({ data, rawModeData, graphqlModeData }: Fields): string => {
  if (isEmpty(rawModeData) && Array.isArray(data)) return 'formdata';
  return isEmpty(rawModeData) && !isEmpty(graphqlModeData) ? 'graphql' : 'raw';
};

const convertBody = (request: Fields): Fields => {
  const { data, rawModeData, graphqlModeData, dataMode, dataDisabled } = request;
  const named = getOwnValue(bodyModes, toText(dataMode));
  const hasNone = isEmpty(data) && isEmpty(rawModeData) && isEmpty(graphqlModeData);
  if (dataMode === null || (named === undefined && hasNone)) return {};
  const mode = named ?? findBodyMode(request);
  const raw = toText(Array.isArray(rawModeData) ? rawModeData[0] : rawModeData);
  const rows = getList({ rows: data ?? rawModeData }, 'rows').filter(isFields);
  const contents: Readonly<Record<string, unknown>> = {
    raw: raw === '' && typeof data === 'string' ? data : raw,
    file: { src: raw },
    graphql: isEmpty(graphqlModeData) ? data : graphqlModeData,
  };
  const content = getOwnValue(contents, mode) ?? rows.map(convertFormRow);
  return { body: { mode, [mode]: content, ...(dataDisabled === true ? { disabled: true } : {}) } };
};

const convertRequest = (request: Fields): Fields => ({
  method: getText(request, 'method'),
  ...convertAuth(request),
  header: convertHeaders(request),
  url: convertUrl(request),
  ...convertBody(request),
});

const convertResponse = (response: Fields): Fields => {
  const { code, name } = getFields(response, 'responseCode');
  const original = parseFields(response.requestObject ?? response.request);
  return {
    name: getText(response, 'name'),
    status: toText(name),
    code: Number(code),
    header: response.headers,
    cookie: getObjects(response, 'cookies'),
    body: getText(response, 'text'),
    responseTime: response.time,
    _postman_previewlanguage: getText(response, 'language'),
    ...(isEmpty(original) ? {} : { originalRequest: convertRequest(original) }),
  };
};

const convertRequestItem = (request: Fields): Fields => {
  const { auth: _, ...common } = convertCommonFields(request);
  const response = getObjects(request, 'responses').map(convertResponse);
  return { ...common, id: getText(request, 'id'), request: convertRequest(request), response };
};

const indexById = (all: readonly Fields[]): ReadonlyMap<string, Fields> =>
  new Map(all.map((one) => [getText(one, 'id'), one]));

/**
 * Creates a function that takes items out of a list by their ids, so that an item whose id is listed twice is
 * added once.
 */
const createItemTaker = (all: readonly Fields[]) => {
  const left = new Map(indexById(all));
  return {
    take: (ids: readonly unknown[]): readonly Fields[] =>
      ids.flatMap((given) => {
        const id = toText(given);
        const one = left.get(id);
        left.delete(id);
        return one === undefined ? [] : [one];
      }),
    getLeft: (): readonly Fields[] => [...left.values()],
  };
};

/**
 * Converts a collection of format 1 to format 2. Also returns the names of the requests that no folder lists, which Postman
 * does not show.
 */
export const convertFormat1 = (
  collection: Fields,
): { readonly collection: Fields; readonly unlisted: readonly string[] } => {
  const requests = createItemTaker(getObjects(collection, 'requests'));
  const folders = createItemTaker(getObjects(collection, 'folders'));
  const convertItems = (around: Fields): readonly Fields[] => [
    ...folders
      .take(getList(around, 'folders_order'))
      .map((folder) => ({ ...convertCommonFields(folder), item: convertItems(folder) })),
    ...requests.take(getList(around, 'order')).map(convertRequestItem),
  ];
  const inner = new Set(getObjects(collection, 'folders').flatMap((one) => getList(one, 'folders_order')));
  const outer = getObjects(collection, 'folders').flatMap(({ id }) => (inner.has(id) ? [] : [id]));
  const { name, description, ...common } = convertCommonFields(collection);
  const item = convertItems({ folders_order: outer, ...collection });
  return {
    collection: { ...common, info: { name, description, _postman_id: getText(collection, 'id') }, item },
    unlisted: requests.getLeft().map((one) => getText(one, 'name')),
  };
};
