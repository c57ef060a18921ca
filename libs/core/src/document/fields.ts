import { isJsonObject, stringifyJson } from '../codec/exact-json.js';
import { getOwnValue } from '../codec/own.js';

/** An object of a document, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => isJsonObject(value);

/** The object at `key`; an empty one if there is none. */
export const fieldsAt = (value: unknown, key: string): Fields => {
  const found = isFields(value) ? getOwnValue(value, key) : undefined;
  return isFields(found) ? found : {};
};

/** The value as a text: of anything but a scalar its JSON, of nothing the empty text. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return stringifyJson(value);
};

export const textAt = (value: unknown, key: string): string =>
  textOf(isFields(value) ? getOwnValue(value, key) : undefined);

/** The list at `key`; an empty one if there is none. */
export const listAt = (value: unknown, key: string): readonly unknown[] => {
  const found = isFields(value) ? getOwnValue(value, key) : undefined;
  return Array.isArray(found) ? found : [];
};

/** The objects in the list at `key`. */
export const objectsAt = (value: unknown, key: string): readonly Fields[] =>
  listAt(value, key).filter(isFields);

export const isTrue = (value: unknown, key: string): boolean =>
  isFields(value) && getOwnValue(value, key) === true;

/** The fields that say something: neither undefined nor the empty text. */
export const removeEmptyFields = <A extends Fields>(
  fields: A,
): { readonly [K in keyof A]?: Exclude<A[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    readonly [K in keyof A]?: Exclude<A[K], undefined>;
  };
