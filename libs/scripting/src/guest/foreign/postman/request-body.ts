import type { SavedFormField, SavedView, ScriptForm, ScriptGraphql } from '@tandem/core';
import { toPostmanAuth } from '@tandem/core/document';

import { toText } from '../text.js';
import { type Entry, PropertyList, VariableList } from './property-list.js';

/** The content types of raw bodies in Postman, by language. */
const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
};

/** The options of a raw body with this content type. Undefined if Postman has no language for it. */
const getRawOptions = (contentType: string | null): object | undefined => {
  const [language] = Object.entries(types).find(([, type]) => type === contentType) ?? [];
  return language === undefined ? undefined : { raw: { language } };
};

/** The content type for the language in the options of a raw body. */
export const getLanguageType = (options: unknown): string | undefined => {
  const { raw } = (options ?? {}) as { readonly raw?: { readonly language?: string } };
  return types[raw?.language ?? ''];
};

/** Converts a GraphQL body to what is sent. Variables that are text are JSON, as in Postman. */
export const toGraphqlBody = (given: unknown): unknown => {
  if (typeof given !== 'object' || given === null) return given;
  const { variables } = given as { readonly variables?: unknown };
  if (typeof variables !== 'string') return given;
  try {
    return { ...given, variables: variables.trim() === '' ? {} : (JSON.parse(variables) as unknown) };
  } catch {
    return given;
  }
};

const modes = ['raw', 'urlencoded', 'formdata', 'graphql'] as const;
type Mode = (typeof modes)[number];

const isMode = (mode: unknown): mode is Mode => (modes as readonly unknown[]).includes(mode);

/** A body as a script describes it. */
type BodyDescription = Partial<Readonly<Record<Mode | 'mode' | 'options', unknown>>>;

/** A GraphQL body of Postman. The variables are JSON text, unless a script has set something else. */
interface Graphql {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
}

const createFieldList = (given: unknown): PropertyList => {
  const list = new PropertyList();
  if (given !== undefined && given !== null) list.populate(given);
  return list;
};

type Fill = (text: string) => string;

const createEntryMapper =
  (type: ScriptForm['type'], fill: Fill) =>
  ({ name, value, enabled, isFile, contentType }: SavedFormField): Entry => ({
    ...(enabled ? {} : { disabled: true }),
    key: name,
    value: isFile === true ? '' : fill(value),
    ...(type === 'formdata' ? { type: isFile === true ? 'file' : 'text' } : {}),
    ...(isFile === true ? { src: value } : {}),
    ...(contentType === undefined ? {} : { contentType }),
  });

const fillGraphql = ({ query, operationName, variables }: ScriptGraphql, fill: Fill): Graphql => ({
  query: fill(query),
  ...(operationName === null ? {} : { operationName }),
  variables: fill(variables),
});

/** Postman's RequestBody (postmanlabs/postman-collection). */
export class RequestBody {
  mode: Mode = 'raw';
  raw: string | undefined;
  urlencoded: PropertyList | undefined;
  formdata: PropertyList | undefined;
  graphql: Graphql | undefined;
  options: unknown;

  update(given: unknown): void {
    const described: BodyDescription =
      typeof given === 'string' ? { mode: 'raw', raw: given } : (given as BodyDescription);
    const { mode = 'raw', raw, urlencoded, formdata, graphql, options } = described;
    if (!isMode(mode))
      throw new TypeError(`pm.request.body takes the mode ${modes.join(', ')}, not ${String(mode)}`);
    this.mode = mode;
    this.raw = undefined;
    this.urlencoded = undefined;
    this.formdata = undefined;
    this.graphql = undefined;
    this.options = options;
    if (mode === 'raw') this.raw = typeof raw === 'string' ? raw : JSON.stringify(raw ?? '');
    else if (mode === 'graphql') this.graphql = { ...(graphql as Graphql | undefined) };
    else this[mode] = createFieldList(mode === 'urlencoded' ? urlencoded : formdata);
  }

  isEmpty(): boolean {
    if (this.mode === 'raw') return this.raw === undefined || this.raw === '';
    if (this.mode === 'graphql') return Object.keys(this.graphql ?? {}).length === 0;
    return (this[this.mode]?.count() ?? 0) === 0;
  }

  toString(): string {
    if (this.mode === 'raw') return this.raw ?? '';
    return this.mode === 'urlencoded' ? (this.urlencoded?.toString() ?? '') : '';
  }
}

/** Creates the rows of a form. Those of a urlencoded form have the values that were sent, because some values are new at each use. */
const createFormEntries = (
  { type, fields }: NonNullable<SavedView['form']>,
  text: string | null,
  fill: Fill,
): readonly Entry[] => {
  const sent = type === 'urlencoded' ? [...new URLSearchParams(text ?? '')] : [];
  const enabled = fields.filter((one) => one.enabled);
  const isSent =
    sent.length === enabled.length && enabled.every(({ name }, at) => fill(name) === sent[at]?.[0]);
  const asSent = createEntryMapper(type, String);
  const asSaved = createEntryMapper(type, fill);
  return fields.map((one) =>
    isSent && one.enabled ? asSent({ ...one, value: sent.shift()?.[1] ?? '' }) : asSaved(one),
  );
};

/** Converts the body of a saved or sent request. Undefined if it has none. */
export const toPostmanBody = (
  text: string | null,
  { form, graphql }: Pick<SavedView, 'form' | 'graphql'>,
  contentType: string | null,
  fill: Fill,
): RequestBody | undefined => {
  const body = new RequestBody();
  if (form !== null) {
    body.mode = form.type;
    body[form.type] = new PropertyList(createFormEntries(form, text, fill));
    return body;
  }
  if (graphql !== null) {
    body.mode = 'graphql';
    body.graphql = fillGraphql(graphql, fill);
    return body;
  }
  if (text === null) return undefined;
  body.raw = text;
  body.options = getRawOptions(contentType);
  return body;
};

/** Converts what a script sets as the body: a body of Postman, a description, or text. */
export const toRequestBody = (given: unknown): RequestBody | undefined => {
  if (given === undefined || given === null || given instanceof RequestBody) return given ?? undefined;
  const body = new RequestBody();
  const isDescribed = typeof given === 'object' && 'mode' in given;
  body.update(isDescribed || typeof given === 'string' ? given : JSON.stringify(given));
  return body;
};

const toChangedGraphql = ({ graphql }: RequestBody): ScriptGraphql => {
  const { query, operationName, variables } = graphql ?? {};
  return {
    query: toText(query ?? ''),
    variables: toText(variables ?? ''),
    operationName: operationName === undefined || operationName === null ? null : toText(operationName),
  };
};

/** Determines the body after the scripts. Forms and GraphQL are returned as parts of their own. */
export const toChangedBody = (body: RequestBody, saved: SavedView) => {
  const form: ScriptForm | null =
    body.mode === 'urlencoded' || body.mode === 'formdata'
      ? { type: body.mode, fields: body[body.mode]?.toFields() ?? [] }
      : null;
  const graphql = body.mode === 'graphql' ? toChangedGraphql(body) : undefined;
  const isSame = JSON.stringify(graphql) === JSON.stringify(saved.graphql ?? undefined);
  const bodyType = body.mode === 'raw' ? getLanguageType(body.options) : undefined;
  return {
    form,
    ...(graphql === undefined || isSame ? {} : { graphql }),
    ...(bodyType === undefined ? {} : { bodyType }),
  };
};

interface Parameter {
  readonly key: string;
  readonly value: unknown;
  readonly type?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const doNothing = (): void => undefined;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isType = (type: unknown): type is string => typeof type === 'string' && type !== 'type';

/** Converts the parameters of an auth, which are a list, or an object of values by name. */
const toParameters = (given: unknown): readonly Parameter[] => {
  if (given instanceof VariableList) return given.all();
  if (Array.isArray(given)) return given as readonly Parameter[];
  return isFields(given) ? Object.entries(given).map(([key, value]) => ({ key, value })) : [];
};

/** Postman's RequestAuth (postmanlabs/postman-collection): a type, and the parameters of types by name. */
export class RequestAuth {
  declare type: unknown;

  constructor(given: Fields) {
    if (isType(given.type)) this.use(given.type);
    for (const [type, parameters] of Object.entries(given)) if (isType(type)) this.update(parameters, type);
  }

  use(type: unknown, parameters?: unknown): void {
    if (!isType(type)) return;
    this.type = type;
    this.update(parameters ?? {}, type);
  }

  update(parameters: unknown, type: unknown = this.type): void {
    if (!isType(type) || !isFields(parameters)) return;
    const list = this.#listOf(type) ?? new VariableList([], doNothing, doNothing);
    Object.assign(this, { [type]: list });
    for (const one of toParameters(parameters)) list.upsert(one);
  }

  parameters(): VariableList | undefined {
    return isType(this.type) ? this.#listOf(this.type) : undefined;
  }

  clear(type: unknown): void {
    if (!isType(type)) return;
    this.#listOf(type)?.clear();
    if (type !== this.type) Reflect.deleteProperty(this, type);
  }

  #listOf(type: string): VariableList | undefined {
    const found = (this as Fields)[type];
    return found instanceof VariableList ? found : undefined;
  }
}
Object.defineProperty(RequestAuth, 'name', { value: 'RequestAuth' });

/**
 * Creates the auth of a request. Undefined if it has none or a kind that Postman lacks, or if a saved request inherits it.
 * @param fill fills in the variables of a request that is being sent; undefined for a saved request
 */
export const requestAuthOf = (
  { auth, inheritsAuth }: Pick<SavedView, 'auth' | 'inheritsAuth'>,
  fill: ((text: string) => string) | undefined,
): RequestAuth | undefined => {
  const isHidden = auth.type === 'none' || (inheritsAuth && fill === undefined);
  const found = isHidden ? undefined : (toPostmanAuth(auth) as Fields | undefined);
  if (found === undefined) return undefined;
  const parameters = toParameters(found[toText(found.type)]).map((one) =>
    typeof one.value === 'string' && fill ? { ...one, value: fill(one.value) } : one,
  );
  return new RequestAuth({ type: found.type, [toText(found.type)]: parameters });
};
