import { isJsonObject, stringifyJson } from '../codec/exact-json.js';
import { getOwnValue } from '../codec/own.js';

/** An unvalidated object of a document. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => isJsonObject(value);

/** The object at `key`, or an empty one. */
export const getFields = (value: unknown, key: string): Fields => {
  const found = isFields(value) ? getOwnValue(value, key) : undefined;
  return isFields(found) ? found : {};
};

/** The value as a string: JSON for anything but a scalar, empty for nothing. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return stringifyJson(value);
};

export const getText = (value: unknown, key: string): string =>
  toText(isFields(value) ? getOwnValue(value, key) : undefined);

/** The list at `key`, or an empty one. */
export const getList = (value: unknown, key: string): readonly unknown[] => {
  const found = isFields(value) ? getOwnValue(value, key) : undefined;
  return Array.isArray(found) ? found : [];
};

/** The objects in the list at `key`. */
export const getObjects = (value: unknown, key: string): readonly Fields[] =>
  getList(value, key).filter(isFields);

export const isTrue = (value: unknown, key: string): boolean =>
  isFields(value) && getOwnValue(value, key) === true;

/** The non-empty fields: neither undefined nor an empty string. */
export const removeEmptyFields = <A extends Fields>(
  fields: A,
): { readonly [K in keyof A]?: Exclude<A[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    readonly [K in keyof A]?: Exclude<A[K], undefined>;
  };
