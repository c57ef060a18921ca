import type {
  ForeignEnvironment,
  ForeignRequest,
  ScriptFormField,
  ScriptGraphql,
  ScriptRequest,
} from '@tandem/core';

import { toText } from '../text.js';
import { type Headers, writeHeaderList } from './header-list.js';
import { makeStrict } from './refusals.js';

/** The name of a header as it is written in the headers. Undefined if there is no such header in any case. */
const findHeaderKey = (headers: Headers, name: string): string | undefined =>
  Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());

const isForm = (headers: Headers): boolean =>
  headers[findHeaderKey(headers, 'content-type') ?? ''] === 'application/x-www-form-urlencoded';

interface Field {
  readonly name?: unknown;
  readonly value?: unknown;
  readonly enabled?: unknown;
  readonly contentType?: unknown;
}

const toFormField = (name: unknown, value: unknown): ScriptFormField => ({
  name: toText(name),
  value: toText(value ?? ''),
});

const toFormFields = (data: object): readonly ScriptFormField[] => {
  if (Array.isArray(data))
    return (data as readonly Field[])
      .filter(({ enabled }) => enabled !== false)
      .map(({ name, value }) => toFormField(name, value));
  return Object.entries(data).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((one) => toFormField(name, one)),
  );
};

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Encodes a form that a script passed as an object. As in Bruno, a space becomes `%20`, although it is `+` in a form of rows, and variables
 * are not filled in, because the form is encoded before they would be.
 */
const encodeForm = (fields: readonly ScriptFormField[]): string =>
  fields.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');

/** Converts rows to the parts of a form. A file has its path in a list. */
const toFormParts = (rows: readonly Field[]): readonly ScriptFormField[] =>
  rows
    .filter(({ enabled }) => enabled !== false)
    .map(({ name, value, contentType }) => ({
      ...toFormField(name, Array.isArray(value) ? (value as readonly unknown[])[0] : value),
      ...(typeof contentType === 'string' && contentType !== '' ? { contentType } : {}),
    }));

/** The GraphQL body if a script changed its query or variables in place. Undefined if none did. */
const toChangedGraphql = (data: object, { saved }: ForeignRequest): ScriptGraphql | undefined => {
  if (!saved?.graphql || !('query' in data)) return undefined;
  const { query, variables, operationName } = data as Readonly<Record<string, unknown>>;
  return {
    query: toText(query),
    variables: toText(variables ?? ''),
    operationName: typeof operationName === 'string' ? operationName : saved.graphql.operationName,
  };
};

/**
 * Determines the body after the scripts. A form stays a form unless scripts set a text.
 * @param unchanged the body before, as JSON, because scripts may have changed fields of a form in place
 */
const toChangedBody = (
  { data, headers }: { readonly data: unknown; readonly headers: Headers },
  before: ForeignRequest,
  unchanged: string | undefined,
) => {
  if (JSON.stringify(data) === unchanged) return { body: before.body, form: before.form };
  if (data === undefined || data === null || data === '') return { body: null, form: null };
  if (isForm(headers)) {
    const typed = before.contentType === null ? {} : { bodyType: before.contentType };
    if (typeof data !== 'object') return { body: toText(data), form: null, ...typed };
    const fields = toFormFields(data);
    return Array.isArray(data)
      ? { body: before.body, form: { type: 'urlencoded' as const, fields } }
      : { body: encodeForm(fields), form: null, ...typed };
  }
  if (before.form?.type === 'formdata' && Array.isArray(data))
    return {
      body: before.body,
      form: { type: 'formdata' as const, fields: toFormParts(data as readonly Field[]) },
    };
  const graphql = typeof data === 'object' ? toChangedGraphql(data, before) : undefined;
  if (graphql !== undefined) return { body: before.body, form: null, graphql };
  return { body: toText(data), form: null };
};

type Pairs = readonly (readonly [string, string])[];

const toHeaderObject = (pairs: Pairs): Headers => Object.fromEntries(pairs);

const isSaved = (input: ScriptRequest | ForeignRequest): input is ForeignRequest => 'query' in input;

const toRequestUrl = (input: ScriptRequest | ForeignRequest): string => {
  if (!isSaved(input) || input.query.length === 0) return input.url;
  const query = input.query.map(([name, value]) => `${name}=${value}`).join('&');
  return `${input.url}${input.url.includes('?') ? '&' : '?'}${query}`;
};

/** Adds the headers that Bruno has added by now: for the type of the body, and for the auth. */
const addAutomaticHeaders = (input: ScriptRequest | ForeignRequest): Headers => {
  const headers = toHeaderObject(input.headers);
  if (!isSaved(input)) return headers;
  if (input.authHeader !== null) headers[input.authHeader[0]] = input.authHeader[1];
  if (input.contentType !== null && findHeaderKey(headers, 'content-type') === undefined)
    headers['content-type'] = input.contentType;
  return headers;
};

const isFileIn = (input: ForeignRequest, name: string, value: string): boolean =>
  input.saved?.form?.fields.some((one) => one.isFile === true && one.name === name && one.value === value) ??
  false;

/** The rows of a form in Bruno's format, in which parts have a type and files their paths. */
const toFormRows = (input: ForeignRequest, { type, fields }: NonNullable<ForeignRequest['form']>): unknown =>
  fields.map(({ name, value, contentType = '' }) => {
    if (type === 'urlencoded') return { name, value, enabled: true };
    const isFile = isFileIn(input, name, value);
    const typed = isFile ? { value: [value], type: 'file' } : { value, type: 'text' };
    return { name, value: typed.value, enabled: true, type: typed.type, contentType };
  });

const toScriptBody = (input: ScriptRequest | ForeignRequest): unknown => {
  if (isSaved(input) && input.form !== null) return toFormRows(input, input.form);
  const graphql = isSaved(input) ? input.saved?.graphql : undefined;
  return graphql ? { query: graphql.query, variables: graphql.variables } : (input.body ?? undefined);
};

const tryParseJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return text;
  }
};

const getUrlPart = (text: string, part: 'host' | 'pathname' | 'search'): string => {
  try {
    return new URL(text)[part];
  } catch {
    return '';
  }
};

const authModes: Readonly<Record<string, string>> = {
  'api-key': 'apikey',
  'aws-sigv4': 'awsv4',
  inherit: 'none',
  unsupported: 'none',
};

/** The request as the scripts have changed it. */
interface MutableRequest {
  url: string;
  method: string;
  headers: Headers;
  data: unknown;
  timeout: unknown;
  maxRedirects: unknown;
}

type Input = ScriptRequest | ForeignRequest;

const createAddressFunctions = (at: MutableRequest, { pathParams }: Input) => ({
  getUrl: () => at.url,
  setUrl: (url: unknown) => {
    at.url = toText(url);
  },
  getHost: () => getUrlPart(at.url, 'host'),
  getPath: () =>
    getUrlPart(at.url, 'pathname')
      .split('/')
      .map((segment) => {
        const value = segment.startsWith(':') ? pathParams[segment.slice(1)] : undefined;
        return value === undefined || value === '' ? segment : value;
      })
      .join('/'),
  getQueryString: () => getUrlPart(at.url, 'search').slice(1),
  getPathParams: () => Object.entries(pathParams).map(([name, value]) => ({ name, value, type: 'path' })),
});

const createHeaderFunctions = (at: MutableRequest) => {
  const deleteHeader = (name: unknown): void => {
    Reflect.deleteProperty(at.headers, String(name));
  };
  return {
    getHeaders: () => ({ ...at.headers }),
    setHeaders: (headers: unknown) => {
      at.headers = { ...(headers as Headers) };
    },
    getHeader: (name: unknown) => at.headers[String(name)],
    setHeader: (name: unknown, value: unknown) => {
      at.headers[String(name)] = value;
    },
    deleteHeader,
    deleteHeaders: (names: readonly unknown[]) => {
      names.forEach(deleteHeader);
    },
  };
};

interface BodyOptions {
  readonly raw?: unknown;
}

const createBodyFunctions = (at: MutableRequest) => {
  const isJson = (): boolean => {
    const type = at.headers['Content-Type'] ?? at.headers['content-type'];
    return typeof type === 'string' && type.includes('json');
  };
  return {
    getBody: (options?: BodyOptions): unknown =>
      !options?.raw && isJson() && typeof at.data === 'string' ? tryParseJson(at.data) : at.data,
    setBody: (data: unknown, options?: BodyOptions) => {
      const isObject = typeof data === 'object' && data !== null;
      at.data = !options?.raw && isJson() && isObject ? JSON.stringify(data) : data;
    },
  };
};

const createRequestFunctions = (
  at: MutableRequest,
  input: Input,
  about: ForeignEnvironment,
  mode: string,
  onPlainResponse: () => void,
) => ({
  ...createAddressFunctions(at, input),
  ...createHeaderFunctions(at),
  ...createBodyFunctions(at),
  getMethod: () => at.method,
  setMethod: (method: unknown) => {
    at.method = toText(method);
  },
  getAuthMode: () => authModes[about.auth] ?? about.auth,
  getName: () => input.name,
  getTags: () => [...about.tags],
  setMaxRedirects: (most: unknown) => {
    at.maxRedirects = most;
  },
  getTimeout: () => at.timeout,
  setTimeout: (ms: unknown) => {
    at.timeout = ms;
  },
  disableParsingResponseJson: onPlainResponse,
  getExecutionMode: () => mode,
});

const toHeaderPairs = (headers: Headers): Pairs =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || value === null || value === false ? [] : [[name, toText(value)] as const],
  );

/** Removes the headers that Bruno has added and no script has changed. */
const removeAutomaticHeaders = ({ headers }: MutableRequest, before: ForeignRequest): Pairs => {
  const { authHeader, contentType } = before;
  const own = new Set(before.headers.map(([name]) => name.toLowerCase()));
  const isAdded = ([name, value]: readonly [string, string]): boolean =>
    !own.has(name.toLowerCase()) &&
    ((name === authHeader?.[0] && value === authHeader[1]) ||
      (name === 'content-type' && value === contentType));
  const after = toHeaderPairs(headers).filter((pair) => !isAdded(pair));
  // Compared as objects, because an object cannot have a name twice, as a saved request can.
  const isUnchanged = JSON.stringify(toHeaderPairs(toHeaderObject(before.headers))) === JSON.stringify(after);
  return isUnchanged ? before.headers : after;
};

const toWholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;

/** Creates `req`, with which scripts change the request, and a function that reads the changed request. */
export const createRequest = (
  input: ScriptRequest | ForeignRequest,
  about: ForeignEnvironment,
  mode: string,
  onPlainResponse: () => void,
) => {
  const at: MutableRequest = {
    url: toRequestUrl(input),
    method: input.method,
    headers: addAutomaticHeaders(input),
    data: toScriptBody(input),
    timeout: about.timeoutMs ?? undefined,
    maxRedirects: undefined,
  };
  const before = { url: at.url, data: JSON.stringify(at.data), timeout: at.timeout };
  const functions = createRequestFunctions(at, input, about, mode, onPlainResponse);
  const req = makeStrict('req', {
    ...functions,
    url: at.url,
    method: at.method,
    body: functions.getBody(),
    headers: functions.getHeaders(),
    timeout: at.timeout,
    name: input.name,
    pathParams: functions.getPathParams(),
    tags: functions.getTags(),
    headerList: writeHeaderList(() => at.headers, input.saved?.headers.filter((one) => !one.enabled) ?? []),
  });
  return {
    req,
    changed: (saved: ForeignRequest) => {
      const timeoutMs = at.timeout === before.timeout ? undefined : toWholeNumber(at.timeout);
      const maxRedirects = toWholeNumber(at.maxRedirects);
      const { authHeader } = saved;
      const keepsAuth = authHeader === null || at.headers[authHeader[0]] === authHeader[1];
      return {
        ...(at.url === before.url ? { url: saved.url, query: saved.query } : { url: at.url, query: [] }),
        method: at.method,
        headers: removeAutomaticHeaders(at, saved),
        ...toChangedBody(at, saved, before.data),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        ...(maxRedirects === undefined ? {} : { maxRedirects }),
        ...(keepsAuth ? {} : { withoutAuth: true }),
      };
    },
  };
};
