import type { MultipartPart } from '@tandem/core';
import { isJsonObject, ownValue, stringifyJson } from '@tandem/core/codec';

import { type Fields, fieldsAt, textAt, textOf } from '../value.js';
import type { FormField, Reading } from './body.js';

export const partOf = (one: {
  readonly name: string;
  readonly isFile: boolean;
  readonly value: string;
  readonly contentType?: string | undefined;
}): MultipartPart => ({
  name: one.name,
  enabled: true,
  ...(one.isFile ? { file: '' } : { value: one.value }),
  ...(one.contentType === undefined ? {} : { contentType: one.contentType }),
});

/** The type of a part: that of its encoding, the first of a list; JSON of an object (OpenAPI 3.0.4, Encoding Object). */
export const partType = (
  media: Fields,
  { name, isFile: hasFile, value }: FormField,
  { resolver }: Reading,
) => {
  const encoding = resolver.resolve(ownValue(fieldsAt(media, 'encoding'), name));
  const [type = ''] = textAt(encoding, 'contentType').split(',');
  if (type.trim() !== '' && !type.includes('*')) return type.trim();
  const [one] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return isJsonObject(one) && !hasFile ? 'application/json' : undefined;
};

/** The parts of a field: one for each entry of a list (OpenAPI 3.0.4, section 4.7.15.4). */
export const partsOf = (
  { name, isFile: hasFile, value }: FormField,
  contentType: string | undefined,
): readonly MultipartPart[] =>
  (Array.isArray(value) && value.length > 0 && !hasFile ? value : [value]).map((one: unknown) =>
    partOf({
      ...{ name, isFile: hasFile, contentType },
      value: isJsonObject(one) ? stringifyJson(one) : textOf(one),
    }),
  );
