import type { ForeignRequest, ScriptRequest } from '@tandem/core';

import { PropertyList } from './property-list.js';
import { graphqlBody, typeOfLanguage } from './described-body.js';
import { textOf } from '../text.js';
import { Url } from './url.js';

type Pairs = readonly (readonly [string, string])[];

const listOf = (pairs: Pairs, ignoresCase = false): PropertyList =>
  new PropertyList(
    pairs.map(([key, value]) => ({ key, value })),
    ignoresCase,
  );

type Mode = 'raw' | 'urlencoded' | 'formdata';

const isMode = (mode: unknown): mode is Mode =>
  mode === 'raw' || mode === 'urlencoded' || mode === 'formdata';

/** A body as scripts describe it. */
type Described = Partial<
  Readonly<Record<'mode' | 'raw' | 'urlencoded' | 'formdata' | 'graphql' | 'options', unknown>>
>;

/** Without files, which scripts may not add. */
const fieldList = (given: unknown): PropertyList => {
  const list = new PropertyList();
  if (given !== undefined && given !== null) list.populate(given);
  return list;
};

/** Postman's RequestBody. */
export class RequestBody {
  mode: Mode;
  raw: string | undefined;
  urlencoded: PropertyList | undefined;
  formdata: PropertyList | undefined;
  options: unknown;

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
    const { mode = 'raw', raw, urlencoded, formdata, graphql, options } = given as Described;
    if (mode === 'graphql') {
      const text = JSON.stringify(graphqlBody(graphql));
      Object.assign(this, { mode: 'raw', raw: text, options: { raw: { language: 'json' } } });
      return;
    }
    if (!isMode(mode))
      throw new TypeError(
        `pm.request.body takes the mode raw, urlencoded, formdata or graphql, not ${String(mode)}`,
      );
    this.mode = mode;
    this.options = options;
    if (mode === 'raw') this.raw = typeof raw === 'string' ? raw : JSON.stringify(raw ?? '');
    else this[mode] = fieldList(mode === 'urlencoded' ? urlencoded : formdata);
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

  /** Removes headers of just this name, unless the case is to be ignored. */
  removeHeader(name: unknown, { ignoreCase = false }: { readonly ignoreCase?: boolean } = {}): void {
    this.headers.remove(ignoreCase ? name : (header: { readonly key: string }) => header.key === name);
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

/** A body that a script put in the place of another: Postman's, one that is described, or text. */
const bodyOf = (given: unknown): RequestBody | undefined => {
  if (given === undefined || given === null || given instanceof RequestBody) return given ?? undefined;
  const body = new RequestBody('', null);
  const isDescribed = typeof given === 'object' && 'mode' in given;
  body.update(isDescribed || typeof given === 'string' ? given : JSON.stringify(given));
  return body;
};

const formOf = (body: RequestBody | undefined): ForeignRequest['form'] =>
  body === undefined || body.mode === 'raw'
    ? null
    : { type: body.mode, fields: body[body.mode]?.toPairs() ?? [] };

/** The content type that a script gave to text by its language. */
const typeGiven = (body: RequestBody | undefined): { readonly bodyType?: string } => {
  if (body?.mode !== 'raw') return {};
  const bodyType = typeOfLanguage(body.options);
  return bodyType === undefined ? {} : { bodyType };
};

/** Whether two addresses differ for a server; parsing one and writing it again may change how it is written. */
const addressOf = (url: Url, before: ForeignRequest): Pick<ForeignRequest, 'url' | 'query'> => {
  const unchanged = new Url(before.url, before.query, before.pathParams);
  return url.toTemplate() === unchanged.toTemplate()
    ? { url: before.url, query: before.query }
    : { url: url.toTemplate(), query: [] };
};

const pathParamsOf = ({ variables }: Url, { pathParams }: ForeignRequest) => {
  const values = variables.toObject();
  const names = Object.keys({ ...pathParams, ...values });
  return names.every((name) => values[name] === pathParams[name]) ? {} : { pathParams: values };
};

/** The request as the scripts changed it. */
export const changedRequest = (request: PostmanRequest, before: ForeignRequest) => {
  const { method, headers, body: given } = request as { method: unknown; headers: unknown; body: unknown };
  const body = bodyOf(given);
  if (!(headers instanceof PropertyList))
    throw new TypeError('pm.request.headers must stay a list; use pm.request.headers.upsert({key, value})');
  const form = formOf(body);
  return {
    ...addressOf(request.url, before),
    method: textOf(method),
    headers: headers.toPairs(),
    ...pathParamsOf(request.url, before),
    body: form === null ? (body?.raw ?? null) : before.body,
    ...typeGiven(body),
    form,
  };
};
