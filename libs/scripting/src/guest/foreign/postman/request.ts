import type { ForeignRequest, HeaderList, Pair, SavedView, ScriptRequest } from '@tandem/core';

import { toText } from '../text.js';
import { type Entry, PropertyList } from './property-list.js';
import {
  RequestAuth,
  requestAuthOf,
  type RequestBody,
  toPostmanBody,
  toChangedBody,
  toRequestBody,
} from './request-body.js';

const shape =
  /^(?:([^:/?#{}]+):\/\/)?(?:([^/?#@]*)@)?((?:\{\{.*?\}\}|[^/?#:])*)(?::((?:\{\{.*?\}\}|[^/?#])*))?(\/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?$/s;

const getQuery = (text: string) =>
  text.split('&').map((piece) => {
    const at = piece.indexOf('=');
    return at < 0 ? { key: piece, value: '' } : { key: piece.slice(0, at), value: piece.slice(at + 1) };
  });

/** Splits a URL, which may contain templates, into its parts. */
const splitAddress = (text: string) => {
  const [, protocol, auth, host = '', port, path, query, hash] = shape.exec(text) ?? [
    '',
    undefined,
    undefined,
    text,
  ];
  return {
    protocol,
    auth,
    host: host === '' ? [] : host.split(/\.(?![^{]*\}{2})/),
    port,
    path: path === undefined ? undefined : path.slice(1).split('/'),
    query: query === undefined ? [] : getQuery(query),
    hash,
  };
};

type Values = Readonly<Record<string, string>>;

/** Postman's Url (postmanlabs/postman-collection). */
export class Url {
  protocol: string | undefined;
  auth: string | undefined;
  host: string[];
  port: string | undefined;
  path: string[] | undefined;
  hash: string | undefined;
  query: PropertyList;
  readonly variables: PropertyList;

  constructor(text: string, rows: readonly Entry[] = [], values: Values = {}) {
    const parts = splitAddress(text);
    this.protocol = parts.protocol;
    this.auth = parts.auth;
    this.host = parts.host;
    this.port = parts.port;
    this.path = parts.path;
    this.hash = parts.hash;
    this.query = new PropertyList([...parts.query, ...rows]);
    this.variables = new PropertyList(
      Object.entries(values).map(([key, value]) => ({ type: 'any', value, key })),
    );
  }

  update(text: unknown): void {
    const { query, ...parts } = splitAddress(String(text));
    Object.assign(this, parts);
    this.query.repopulate(query);
  }

  addQueryParams(given: Parameters<PropertyList['populate']>[0]): void {
    this.query.populate(given);
  }

  removeQueryParams(given: unknown): void {
    const keys = (Array.isArray(given) ? (given as unknown[]) : [given]).map((one) =>
      typeof one === 'object' && one !== null && 'key' in one ? one.key : one,
    );
    this.query.remove((entry: { readonly key: string }) => keys.includes(entry.key));
  }

  getHost(): string {
    return Array.isArray(this.host) ? this.host.join('.') : String(this.host);
  }

  /** The path, with its variables filled in unless the caller asks for the unresolved path. */
  getPath(unresolved = false): string {
    const segments = (this.path ?? []).map((segment) =>
      unresolved || !segment.startsWith(':') ? segment : (this.variables.get(segment.slice(1)) ?? segment),
    );
    return `/${segments.join('/')}`;
  }

  getQueryString(): string {
    return this.query.toString();
  }

  getPathWithQuery(): string {
    const query = this.getQueryString();
    return `${this.getPath()}${query === '' ? '' : `?${query}`}`;
  }

  getRemote(): string {
    return this.port === undefined ? this.getHost() : `${this.getHost()}:${this.port}`;
  }

  /** The URL without its query. */
  base(unresolved: boolean): string {
    const protocol = this.protocol === undefined ? '' : `${this.protocol}://`;
    const auth = this.auth === undefined ? '' : `${this.auth}@`;
    const path = this.path === undefined ? '' : this.getPath(unresolved);
    return `${protocol}${auth}${this.getRemote()}${path}`;
  }

  toString(): string {
    return this.#with(this.base(false));
  }

  /** The URL with its path variables as names. */
  toTemplate(): string {
    return this.#with(this.base(true));
  }

  #with(base: string): string {
    const query = this.getQueryString();
    return `${base}${query === '' ? '' : `?${query}`}${this.hash === undefined ? '' : `#${this.hash}`}`;
  }

  toJSON(): object {
    const { auth, protocol, port, path, hash, host } = this;
    return { auth, protocol, port, path, hash, host, query: this.query, variable: this.variables };
  }
}
Object.defineProperty(Url, 'name', { value: 'Url' });

type Fields = Readonly<Record<string, unknown>>;
type Input = ScriptRequest | ForeignRequest;

interface HeaderOptions {
  readonly enabled?: boolean;
  readonly ignoreCase?: boolean;
}

const toEntry = ({ name, value, enabled }: Pair): Entry => ({
  ...(enabled ? {} : { disabled: true }),
  key: name,
  value,
});

const toEnabledRows = (pairs: HeaderList): readonly Pair[] =>
  pairs.map(([name, value]) => ({ name, value, enabled: true }));

/** Creates the view of the saved request for scripts. It lacks the disabled parts if another tool's scripts have changed the request. */
const toSavedView = (input: Input): SavedView => {
  if (input.saved !== undefined) return input.saved;
  const form = 'form' in input ? input.form : null;
  return {
    auth: { type: 'none' },
    inheritsAuth: false,
    headers: 'query' in input ? toEnabledRows(input.headers) : [],
    query: 'query' in input ? toEnabledRows(input.query) : [],
    form: form && { ...form, fields: form.fields.map((one) => ({ ...one, enabled: true })) },
    graphql: null,
  };
};

/** Creates the list of headers that are sent, with the disabled ones at their positions. */
const createHeaderList = (input: Input, saved: SavedView): PropertyList => {
  if ('query' in input) return new PropertyList(saved.headers.map(toEntry), true);
  const rows: Entry[] = input.headers.map(([key, value]) => ({ key, value }));
  let index = 0;
  for (const one of saved.headers) {
    const isOf = ({ key }: Entry): boolean => key.toLowerCase() === one.name.toLowerCase();
    if (one.enabled) index = Math.max(index, rows.findIndex(isOf) + 1);
    else rows.splice(index++, 0, toEntry(one));
  }
  return new PropertyList(rows, true);
};

/** The content type that is sent. */
const getSentType = ({ headers }: ScriptRequest): string | null => {
  const [, value = null] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return value?.replace(/\s*;.*$/, '') ?? null;
};

/** Postman's Description. Scripts use it as text. */
class Description {
  readonly content: string;

  constructor(content: string) {
    this.content = content;
  }

  toString(): string {
    return this.content;
  }
}

/** Postman's Request, for a saved request or for one that was sent. */
export class PostmanRequest {
  readonly id: string;
  readonly name: string;
  description: Description | undefined;
  method: string;
  headers: PropertyList;
  body: RequestBody | undefined;
  auth: unknown;
  #url: Url;

  /** @param fill fills in the values of a request that was sent */
  constructor(input: ScriptRequest | ForeignRequest, fill: (text: string) => string, description?: string) {
    const isSaved = 'query' in input;
    const saved = toSavedView(input);
    const kept = isSaved ? (text: string) => text : fill;
    this.id = input.id;
    this.name = input.name;
    this.description = description === undefined ? undefined : new Description(description);
    this.method = input.method;
    this.headers = createHeaderList(input, saved);
    this.body = toPostmanBody(input.body, saved, isSaved ? input.contentType : getSentType(input), kept);
    this.auth = requestAuthOf(saved, isSaved ? undefined : fill);
    this.#url = new Url(input.url, isSaved ? saved.query.map(toEntry) : [], isSaved ? input.pathParams : {});
  }

  get url(): Url {
    return this.#url;
  }

  set url(given: unknown) {
    this.#url.update(given);
  }

  addHeader(given: Parameters<PropertyList['add']>[0]): void {
    this.headers.add(given);
  }

  upsertHeader(given: Parameters<PropertyList['upsert']>[0]): void {
    this.headers.upsert(given);
  }

  /** Removes the headers with exactly this name, or with the name in any case if `ignoreCase` is set. */
  removeHeader(name: unknown, { ignoreCase = false }: { readonly ignoreCase?: boolean } = {}): void {
    this.headers.remove(ignoreCase ? name : (header: { readonly key: string }) => header.key === name);
  }

  getHeaders({ enabled = false, ignoreCase = false }: HeaderOptions = {}): Record<string, unknown> {
    return this.headers.toObject(enabled, !ignoreCase);
  }

  addQueryParams(given: Parameters<Url['addQueryParams']>[0]): void {
    this.#url.addQueryParams(given);
  }

  removeQueryParams(given: unknown): void {
    this.#url.removeQueryParams(given);
  }

  /** Sets the auth. As in Postman, the type null means that the auth stays inherited. */
  authorizeUsing(given: unknown, parameters?: unknown): void {
    const isWhole = typeof given === 'object' && given !== null && (parameters ?? null) === null;
    const { type, ...more } = isWhole ? (given as Fields) : { type: given };
    if (type === null) this.auth = undefined;
    if (typeof type !== 'string' || type === 'type') return;
    const auth = this.auth instanceof RequestAuth ? this.auth : new RequestAuth({});
    auth.clear(type);
    auth.use(type, isWhole ? more : parameters);
    this.auth = auth;
  }

  update(given: Fields): void {
    const { url, method, header, body, auth } = given;
    if (url !== undefined) this.url = url;
    if (header !== undefined) this.headers.repopulate(header as Parameters<PropertyList['repopulate']>[0]);
    if (method !== undefined) this.method = toText(method).toUpperCase();
    if (auth !== undefined) this.auth = new RequestAuth(auth as Fields);
    if (body !== undefined) this.body = toRequestBody(body);
  }

  toJSON(): object {
    const { method, headers, body, auth } = this;
    return { url: this.#url, ...(headers.count() === 0 ? {} : { header: headers }), method, body, auth };
  }
}
Object.defineProperty(PostmanRequest, 'name', { value: 'Request' });

/** The changed URL and query. Undefined if the URL means the same to a server, because parsing and formatting can change its spelling. */
const toChangedAddress = (url: Url, before: ForeignRequest): Pick<ForeignRequest, 'url' | 'query'> => {
  const unchanged = new Url(before.url, toEnabledRows(before.query).map(toEntry), before.pathParams);
  return url.toTemplate() === unchanged.toTemplate()
    ? { url: before.url, query: before.query }
    : { url: url.toTemplate(), query: [] };
};

const toChangedPathParams = ({ variables }: Url, { pathParams }: ForeignRequest) => {
  const values = variables.toObject();
  const names = Object.keys({ ...pathParams, ...values });
  return names.every((name) => values[name] === pathParams[name]) ? {} : { pathParams: values };
};

/** The auth that a script has set or changed. If none has, the request keeps its auth. */
const toChangedAuth = (given: unknown, before: SavedView): { readonly auth?: unknown } => {
  const after = JSON.stringify(given ?? null);
  const isKept = after === 'null' || after === JSON.stringify(requestAuthOf(before, undefined) ?? null);
  return isKept ? {} : { auth: JSON.parse(after) as unknown };
};

/** Determines the body after the scripts. As in Postman, a body that a script removed is sent nevertheless. */
const toSentBody = (given: unknown, before: ForeignRequest, saved: SavedView) => {
  const body = toRequestBody(given);
  if (body === undefined) return { body: before.body, form: before.form };
  return {
    body: body.mode === 'raw' ? (body.raw ?? null) : before.body,
    ...toChangedBody(body, saved),
  };
};

/** Converts a request back after the scripts have changed it. */
export const toChangedRequest = (request: PostmanRequest, before: ForeignRequest) => {
  const { method, headers, body } = request as { method: unknown; headers: unknown; body: unknown };
  if (!(headers instanceof PropertyList))
    throw new TypeError('pm.request.headers must stay a list; use pm.request.headers.upsert({key, value})');
  const saved = toSavedView(before);
  return {
    ...toChangedAddress(request.url, before),
    method: toText(method),
    headers: headers.toPairs(),
    ...toChangedPathParams(request.url, before),
    ...toSentBody(body, before, saved),
    ...toChangedAuth(request.auth, saved),
  };
};
