import { getOwnValue } from './own.js';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

import { isJsonObject } from './exact-json.js';
import type { ExplainedError } from './issues.js';
import { findNearest } from './nearest.js';

/** JSON Schema keywords that io-ts cannot express. */
export interface Keywords {
  readonly description?: string;
  readonly default?: unknown;
}

const keywords = new WeakMap<t.Any, Keywords>();

/** The keywords that {@link withSchema} or {@link withDescription} added to a codec. */
export const getKeywords = (codec: t.Any): Keywords => keywords.get(codec) ?? {};

/** A copy of `codec` with JSON Schema keywords. They do not affect decoding. */
export const withSchema = <C extends t.Any>(codec: C, more: Keywords): C => {
  const copy = Object.create(
    Object.getPrototypeOf(codec) as object,
    Object.getOwnPropertyDescriptors(codec),
  ) as C;
  keywords.set(copy, { ...getKeywords(codec), ...more });
  return copy;
};

/** A copy of `codec` with a description for people and agents. */
export const withDescription = <C extends t.Any>(codec: C, description: string): C =>
  withSchema(codec, { description });

/** A codec that reads a missing value as `value`. Encoding always writes the value. */
export class DefaultedType<A> extends t.Type<A, unknown> {
  readonly _tag = 'DefaultedType' as const;
  readonly inner: t.Type<A, unknown>;
  readonly value: A;
  constructor(inner: t.Type<A, unknown>, value: A) {
    super(
      inner.name,
      (u): u is A => inner.is(u),
      (u, context) => (u === undefined ? t.success(value) : inner.validate(u, context)),
      (a) => inner.encode(a),
    );
    this.inner = inner;
    this.value = value;
  }
}

/** A copy of `codec` that reads a missing value as `value`. */
export const withDefault = <A>(codec: t.Type<A, unknown>, value: A): DefaultedType<A> =>
  withSchema(new DefaultedType(codec, value), { ...getKeywords(codec), default: value });

type Resolve<A> = { [K in keyof A]: A[K] } & {};
export type Fields = Readonly<Record<string, t.Any>>;
type StructOf<R extends Fields, O extends Fields> = Resolve<
  { readonly [K in keyof R]: t.TypeOf<R[K]> } & { readonly [K in keyof O]?: t.TypeOf<O[K]> }
>;

/** Whether the input is the beginning of a name, as `query` is of `queryParams`. */
const isBeginning = (written: string, name: string): boolean =>
  written.length >= 3 && name.toLowerCase().startsWith(written.toLowerCase());

const addContextEntry = (context: t.Context, key: string, type: t.Any, actual: unknown): t.Context => [
  ...context,
  { key, type, actual },
];

/** An object with known keys only: an unknown key is an error that names the nearest known one. */
export class StructType<A> extends t.Type<A, unknown> {
  readonly _tag = 'StructType' as const;
  readonly required: Fields;
  readonly optional: Fields;
  constructor(name: string, required: Fields, optional: Fields) {
    const known = [...Object.keys(required), ...Object.keys(optional)];
    super(
      name,
      (u): u is A =>
        isJsonObject(u) &&
        Object.keys(u).every((key) => known.includes(key)) &&
        Object.entries(required).every(([key, type]) => type.is(getOwnValue(u, key))) &&
        Object.entries(optional).every(
          ([key, type]) => getOwnValue(u, key) === undefined || type.is(getOwnValue(u, key)),
        ),
      (u, context) =>
        isJsonObject(u) ? validateFields(u, context, required, optional, known) : t.failure(u, context),
      (a) => encodeFields(a, required, optional),
    );
    this.required = required;
    this.optional = optional;
  }
}

const validateFields = <A>(
  u: Readonly<Record<string, unknown>>,
  context: t.Context,
  required: Fields,
  optional: Fields,
  known: readonly string[],
): t.Validation<A> => {
  const errors: ExplainedError[] = [];
  const result: Record<string, unknown> = {};
  const read = (key: string, type: t.Any) => {
    const value = Object.hasOwn(u, key) ? u[key] : undefined;
    const decoded = type.validate(value, addContextEntry(context, key, type, value));
    if (E.isLeft(decoded)) errors.push(...decoded.left);
    else result[key] = decoded.right;
  };
  for (const [key, type] of Object.entries(required)) {
    // An "any" codec would accept a missing field as undefined, which JSON cannot represent.
    if (Object.hasOwn(u, key) || type instanceof DefaultedType || !type.is(undefined)) read(key, type);
    else errors.push({ value: undefined, context: addContextEntry(context, key, type, undefined) });
  }
  for (const [key, type] of Object.entries(optional)) if (getOwnValue(u, key) !== undefined) read(key, type);
  for (const key of Object.keys(u)) {
    if (known.includes(key)) continue;
    const similar = findNearest(key, known);
    const near = similar.length > 0 ? similar : known.filter((name) => isBeginning(key, name)).slice(0, 1);
    const all = known.join(', ') || 'none';
    const hint = near.length > 0 ? `did you mean ${near[0]}?` : `the fields are ${all}`;
    errors.push({
      value: getOwnValue(u, key),
      context: addContextEntry(context, key, t.unknown, getOwnValue(u, key)),
      message: `is not a known field; ${hint}`,
      expected: `one of these fields: ${all}`,
      near,
    });
  }
  return errors.length > 0 ? t.failures(errors) : t.success(result as A);
};

const encodeFields = (a: unknown, required: Fields, optional: Fields): Record<string, unknown> => {
  const source = a as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const [key, type] of Object.entries(required)) result[key] = type.encode(getOwnValue(source, key));
  for (const [key, type] of Object.entries(optional)) {
    const value = getOwnValue(source, key);
    if (value !== undefined) result[key] = type.encode(value);
  }
  return result;
};

/**
 * An object codec: required fields, then optional ones.
 * @param name the description in error messages
 */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- the default means that there are no optional fields
export const struct = <R extends Fields, O extends Fields = Record<never, t.Any>>(
  name: string,
  required: R,
  optional?: O,
): StructType<StructOf<R, O>> => new StructType(name, required, optional ?? {});

/** Maximum length of the forms of a tagged union in a message. If they are longer, the message only names the forms. */
const maxFormsLength = 600;

/** The cases of a tagged union for messages, such as `{ type: text, content, contentType? }`. */
const describeForms = (
  tag: string,
  cases: Readonly<Record<string, Pick<StructType<unknown>, 'required' | 'optional'>>>,
): string => {
  const forms = Object.entries(cases)
    .map(([key, { required, optional }]) => {
      const fields = Object.keys(required).filter((name) => name !== tag);
      const more = Object.keys(optional).map((name) => `${name}?`);
      return `{ ${[`${tag}: ${key}`, ...fields, ...more].join(', ')} }`;
    })
    .join(' or ');
  // Listing all fields of all forms would be too long to see which forms exist.
  return forms.length > maxFormsLength ? `an object with a ${tag}: ${Object.keys(cases).join(', ')}` : forms;
};

/** A union of structs that the literal in the field `tag` distinguishes. */
export class TaggedType<A> extends t.Type<A, unknown> {
  readonly _tag = 'TaggedType' as const;
  readonly tag: string;
  readonly cases: Readonly<Record<string, StructType<A>>>;
  constructor(name: string, tag: string, cases: Readonly<Record<string, StructType<A>>>) {
    const tags = t.keyof(cases, `one of ${Object.keys(cases).join(', ')}`);
    const find = (u: unknown) => {
      const key = isJsonObject(u) ? getOwnValue(u, tag) : undefined;
      return typeof key === 'string' ? getOwnValue(cases, key) : undefined;
    };
    super(
      name,
      (u): u is A => find(u)?.is(u) ?? false,
      (u, context) => {
        const found = find(u);
        if (found) return found.validate(u, context);
        if (!isJsonObject(u)) {
          const failed: ExplainedError = { value: u, context, expected: describeForms(tag, cases) };
          return t.failures([failed]);
        }
        const said = getOwnValue(u, tag);
        const near = typeof said === 'string' ? findNearest(said, Object.keys(cases)) : [];
        const failed: ExplainedError = {
          value: said,
          context: addContextEntry(context, tag, tags, said),
          near,
        };
        return t.failures([failed]);
      },
      (a) => find(a)?.encode(a) ?? a,
    );
    this.tag = tag;
    this.cases = cases;
  }
}

type Cases = Record<string, readonly [Fields, Fields]>;

type TaggedOf<K extends string, C extends Cases> = {
  [Key in keyof C & string]: Resolve<Readonly<Record<K, Key>> & StructOf<C[Key][0], C[Key][1]>>;
}[keyof C & string];

/** A union of structs distinguished by `tag`; each struct's `tag` field is added from its key. */
export const taggedUnion = <C extends Cases, K extends string>(
  name: string,
  tag: K,
  cases: C,
): TaggedType<TaggedOf<K, C>> =>
  new TaggedType(
    name,
    tag,
    Object.fromEntries(
      Object.entries(cases).map(([key, [required, optional]]) => [
        key,
        new StructType<TaggedOf<K, C>>(
          `${name} of ${tag} ${key}`,
          { [tag]: t.literal(key), ...required },
          optional,
        ),
      ]),
    ),
  );
