import type { MultipartPart, Pair } from '@tandem/core';
import { isJsonObject, getOwnValue, stringifyJson } from '@tandem/core/codec';

import { type Fields, getFields, pair, getText, toText } from '../value.js';
import type { FormField, ReadContext } from './body.js';

export const createPart = (one: {
  readonly name: string;
  readonly isFile: boolean;
  readonly value: string;
  readonly contentType?: string | undefined;
  readonly headers?: readonly Pair[];
}): MultipartPart => ({
  name: one.name,
  enabled: true,
  ...(one.isFile ? { file: '' } : { value: one.value }),
  ...(one.contentType === undefined ? {} : { contentType: one.contentType }),
  ...(one.headers === undefined || one.headers.length === 0 ? {} : { headers: one.headers }),
});

/**
 * The type of a part: from its encoding, the first of a list; JSON for an object (OpenAPI 3.0.4, Encoding Object).
 */
export const getPartType = (
  media: Fields,
  { name, isFile: hasFile, value }: FormField,
  { resolver }: ReadContext,
) => {
  const encoding = resolver.resolve(getOwnValue(getFields(media, 'encoding'), name));
  const [type = ''] = getText(encoding, 'contentType').split(',');
  if (type.trim() !== '' && !type.includes('*')) return type.trim();
  const [one] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return isJsonObject(one) && !hasFile ? 'application/json' : undefined;
};

/** The headers of a part, with samples, without its Content-Type (OpenAPI 3.0.4, Encoding Object). */
export const createPartHeaders = (
  media: Fields,
  { name }: FormField,
  { resolver, sampler }: ReadContext,
): readonly Pair[] => {
  const encoding = resolver.resolve(getOwnValue(getFields(media, 'encoding'), name));
  return Object.entries(getFields(encoding, 'headers')).flatMap(([key, given]) => {
    if (key.toLowerCase() === 'content-type') return [];
    const header = resolver.resolve(given);
    return [pair(key, toText(sampler.of({ given: header, schema: header.schema })))];
  });
};

/** The parts of a field: one for each list entry (OpenAPI 3.0.4, section 4.7.15.4). */
export const createParts = (
  { name, isFile: hasFile, value }: FormField,
  contentType: string | undefined,
  headers: readonly Pair[] = [],
): readonly MultipartPart[] =>
  (Array.isArray(value) && value.length > 0 && !hasFile ? value : [value]).map((one: unknown) =>
    createPart({
      ...{ name, isFile: hasFile, contentType, headers },
      value: isJsonObject(one) ? stringifyJson(one) : toText(one),
    }),
  );
