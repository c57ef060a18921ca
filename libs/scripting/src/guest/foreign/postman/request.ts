import type { ForeignRequest, HeaderList, Pair, SavedView, ScriptRequest } from '@tandem/core';

import { textOf } from '../text.js';
import { type Entry, PropertyList } from './property-list.js';
import { RequestAuth, requestAuthOf } from './request-auth.js';
import { bodyOf, toChangedBody, type RequestBody, requestBodyOf } from './request-body.js';
import { Url } from './url.js';

type Fields = Readonly<Record<string, unknown>>;
type Input = ScriptRequest | ForeignRequest;

interface HeaderOptions {
  readonly enabled?: boolean;
  readonly ignoreCase?: boolean;
}

const rowOf = ({ name, value, enabled }: Pair): Entry => ({
  ...(enabled ? {} : { disabled: true }),
  ...{ key: name, value },
});

const toEnabledRows = (pairs: HeaderList): readonly Pair[] =>
  pairs.map(([name, value]) => ({ name, value, enabled: true }));

/** What is saved; where another tool's scripts have changed the request, without what is disabled. */
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

/** The headers that were sent, and those that are disabled in their places. */
const headersOf = (input: Input, saved: SavedView): PropertyList => {
  if ('query' in input) return new PropertyList(saved.headers.map(rowOf), true);
  const rows: Entry[] = input.headers.map(([key, value]) => ({ key, value }));
  let place = 0;
  for (const one of saved.headers) {
    const isOf = ({ key }: Entry): boolean => key.toLowerCase() === one.name.toLowerCase();
    if (one.enabled) place = Math.max(place, rows.findIndex(isOf) + 1);
    else rows.splice(place++, 0, rowOf(one));
  }
  return new PropertyList(rows, true);
};

/** The content type that was sent. */
const typeSent = ({ headers }: ScriptRequest): string | null => {
  const [, value = null] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return value?.replace(/\s*;.*$/, '') ?? null;
};

/** Postman's Request, made from the saved request, or from the one that was sent. */
export class PostmanRequest {
  readonly id: string;
  readonly name: string;
  method: string;
  headers: PropertyList;
  body: RequestBody | undefined;
  auth: unknown;
  #url: Url;

  /** @param fill fills in the values of a request that was sent */
  constructor(input: ScriptRequest | ForeignRequest, fill: (text: string) => string) {
    const isSaved = 'query' in input;
    const saved = toSavedView(input);
    const kept = isSaved ? (text: string) => text : fill;
    this.id = input.id;
    this.name = input.name;
    this.method = input.method;
    this.headers = headersOf(input, saved);
    this.body = requestBodyOf(input.body, saved, isSaved ? input.contentType : typeSent(input), kept);
    this.auth = requestAuthOf(saved, isSaved ? undefined : fill);
    this.#url = new Url(input.url, isSaved ? saved.query.map(rowOf) : [], isSaved ? input.pathParams : {});
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

  /** Removes headers of just this name, unless the case is to be ignored. */
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

  /** As in Postman, a type of null leaves the auth to what the request inherits. */
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
    if (method !== undefined) this.method = textOf(method).toUpperCase();
    if (auth !== undefined) this.auth = new RequestAuth(auth as Fields);
    if (body !== undefined) this.body = bodyOf(body);
  }

  toJSON(): object {
    const { method, headers, body, auth } = this;
    return { url: this.#url, ...(headers.count() === 0 ? {} : { header: headers }), method, body, auth };
  }
}
Object.defineProperty(PostmanRequest, 'name', { value: 'Request' });

/** Whether two addresses differ for a server; parsing one and writing it again may change how it is written. */
const addressOf = (url: Url, before: ForeignRequest): Pick<ForeignRequest, 'url' | 'query'> => {
  const unchanged = new Url(before.url, toEnabledRows(before.query).map(rowOf), before.pathParams);
  return url.toTemplate() === unchanged.toTemplate()
    ? { url: before.url, query: before.query }
    : { url: url.toTemplate(), query: [] };
};

const pathParamsOf = ({ variables }: Url, { pathParams }: ForeignRequest) => {
  const values = variables.toObject();
  const names = Object.keys({ ...pathParams, ...values });
  return names.every((name) => values[name] === pathParams[name]) ? {} : { pathParams: values };
};

/** The auth where a script has set or changed it; without one the request keeps what it has. */
const authAfter = (given: unknown, before: SavedView): { readonly auth?: unknown } => {
  const after = JSON.stringify(given ?? null);
  const isKept = after === 'null' || after === JSON.stringify(requestAuthOf(before, undefined) ?? null);
  return isKept ? {} : { auth: JSON.parse(after) as unknown };
};

/** The body as scripts left it; one that they took away is sent all the same, as in Postman. */
const bodyAfter = (given: unknown, before: ForeignRequest, saved: SavedView) => {
  const body = bodyOf(given);
  if (body === undefined) return { body: before.body, form: before.form };
  return {
    body: body.mode === 'raw' ? (body.raw ?? null) : before.body,
    ...toChangedBody(body, saved),
  };
};

/** The request as the scripts changed it. */
export const toChangedRequest = (request: PostmanRequest, before: ForeignRequest) => {
  const { method, headers, body } = request as { method: unknown; headers: unknown; body: unknown };
  if (!(headers instanceof PropertyList))
    throw new TypeError('pm.request.headers must stay a list; use pm.request.headers.upsert({key, value})');
  const saved = toSavedView(before);
  return {
    ...addressOf(request.url, before),
    method: textOf(method),
    headers: headers.toPairs(),
    ...pathParamsOf(request.url, before),
    ...bodyAfter(body, before, saved),
    ...authAfter(request.auth, saved),
  };
};
