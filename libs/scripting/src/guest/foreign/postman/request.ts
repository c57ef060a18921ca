import type { ForeignRequest, ScriptRequest } from '@tandem/core';

import { PropertyList } from './property-list.js';
import { textOf } from '../text.js';
import { Url } from './url.js';

type Pairs = readonly (readonly [string, string])[];

const listOf = (pairs: Pairs, ignoresCase = false): PropertyList =>
  new PropertyList(
    pairs.map(([key, value]) => ({ key, value })),
    ignoresCase,
  );

type Mode = 'raw' | 'urlencoded' | 'formdata';

/** Postman's RequestBody. */
export class RequestBody {
  mode: Mode;
  raw: string | undefined;
  urlencoded: PropertyList | undefined;
  formdata: PropertyList | undefined;

  constructor(text: string | null, form: ForeignRequest['form']) {
    this.mode = form?.type ?? 'raw';
    this.raw = form === null ? (text ?? '') : undefined;
    this.urlencoded = form?.type === 'urlencoded' ? listOf(form.fields) : undefined;
    this.formdata = form?.type === 'formdata' ? listOf(form.fields) : undefined;
  }

  update(given: unknown): void {
    if (typeof given === 'string') {
      Object.assign(this, { mode: 'raw', raw: given });
      return;
    }
    const {
      mode = 'raw',
      raw,
      urlencoded,
    } = given as Partial<Record<'mode' | 'raw' | 'urlencoded', unknown>>;
    if (mode !== 'raw' && mode !== 'urlencoded')
      throw new TypeError(`pm.request.body.update takes the mode raw or urlencoded, not ${String(mode)}`);
    this.mode = mode;
    if (mode === 'raw') this.raw = typeof raw === 'string' ? raw : JSON.stringify(raw ?? '');
    else {
      this.urlencoded = new PropertyList();
      this.urlencoded.populate(urlencoded as Parameters<PropertyList['populate']>[0]);
    }
  }

  isEmpty(): boolean {
    return this.mode === 'raw' ? this.raw === '' : this[this.mode]?.count() === 0;
  }

  toString(): string {
    if (this.mode === 'raw') return this.raw ?? '';
    return this.mode === 'urlencoded' ? (this.urlencoded?.toString() ?? '') : '';
  }
}

/** Postman's Request, made from the saved request, or from the one that was sent. */
export class PostmanRequest {
  readonly id: string;
  readonly name: string;
  method: string;
  headers: PropertyList;
  body: RequestBody | undefined;
  #url: Url;

  constructor(input: ScriptRequest | ForeignRequest) {
    const isSaved = 'query' in input;
    const form = isSaved ? input.form : null;
    this.id = input.id;
    this.name = input.name;
    this.method = input.method;
    this.headers = listOf(input.headers, true);
    this.body = input.body === null && form === null ? undefined : new RequestBody(input.body, form);
    this.#url = new Url(input.url, isSaved ? input.query : [], isSaved ? input.pathParams : {});
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

  removeHeader(name: unknown): void {
    this.headers.remove(name);
  }

  getHeaders(): Record<string, string> {
    return this.headers.toObject(true);
  }

  addQueryParams(given: Parameters<Url['addQueryParams']>[0]): void {
    this.#url.addQueryParams(given);
  }

  removeQueryParams(given: unknown): void {
    this.#url.removeQueryParams(given);
  }

  update(given: { readonly url?: unknown; readonly method?: unknown }): void {
    if (given.url !== undefined) this.url = given.url;
    if (given.method !== undefined) this.method = textOf(given.method);
  }

  toJSON(): object {
    const { method, headers, body } = this;
    return { method, url: this.#url, header: headers, body };
  }
}
Object.defineProperty(PostmanRequest, 'name', { value: 'Request' });

const bodyText = (body: unknown): string | null => {
  if (body === undefined || body === null) return null;
  if (body instanceof RequestBody) return body.mode === 'raw' ? (body.raw ?? '') : null;
  return typeof body === 'string' ? body : JSON.stringify(body);
};

const formOf = (body: unknown, before: ForeignRequest['form']): ForeignRequest['form'] => {
  if (!(body instanceof RequestBody) || body.mode === 'raw') return null;
  if (body.mode === 'formdata') return before;
  return { type: 'urlencoded', fields: body.urlencoded?.toPairs() ?? [] };
};

/** Whether two addresses differ for a server; parsing one and writing it again may change how it is written. */
const addressOf = (url: Url, before: ForeignRequest): Pick<ForeignRequest, 'url' | 'query'> => {
  const unchanged = new Url(before.url, before.query, before.pathParams);
  return url.toTemplate() === unchanged.toTemplate()
    ? { url: before.url, query: before.query }
    : { url: url.toTemplate(), query: [] };
};

/** The request as the scripts changed it. */
export const changedRequest = (request: PostmanRequest, before: ForeignRequest) => {
  const { method, headers, body } = request as { method: unknown; headers: unknown; body: unknown };
  if (!(headers instanceof PropertyList))
    throw new TypeError('pm.request.headers must stay a list; use pm.request.headers.upsert({key, value})');
  const form = formOf(body, before.form);
  return {
    ...addressOf(request.url, before),
    method: textOf(method),
    headers: headers.toPairs(),
    body: form === null ? bodyText(body) : before.body,
    form,
  };
};
