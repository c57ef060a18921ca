import { type Example, getExampleBodyType } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import { type Fields, getFields, isFields, getText } from '../value.js';
import type { Resolver } from './refs.js';

/** The examples of a media type (OpenAPI 3.1, section 4.8.14), with their names. */
const listExampleValues = (
  media: Fields,
  { resolve }: Resolver,
): readonly (readonly [name: string, value: unknown])[] =>
  media.example === undefined
    ? Object.entries(getFields(media, 'examples')).map(([key, one]) => {
        const example = resolve(one);
        return [getText(example, 'summary') || key, example.value];
      })
    : [['', media.example]];

const isJsonText = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** An example as text; undefined for an object that should not be JSON. A text may already be JSON. */
const toExampleText = (value: unknown, isJson: boolean): string | undefined => {
  if (typeof value === 'string') return isJson && !isJsonText(value) ? JSON.stringify(value) : value;
  return isJson || !isFields(value) ? stringifyJson(value, 2) : undefined;
};

/** The examples in an operation's own responses; in Swagger 2 by content type. */
export const listResponseExamples = (operation: Fields, resolver: Resolver): readonly Example[] =>
  Object.entries(getFields(operation, 'responses')).flatMap(([status, given]) => {
    const response = resolver.resolve(given);
    const description = getText(response, 'description');
    const media: readonly (readonly [type: string, media: Fields])[] = [
      ...Object.entries(getFields(response, 'content')).map(
        ([type, one]) => [type, resolver.resolve(one)] as const,
      ),
      ...Object.entries(isFields(response.examples) ? response.examples : {}).map(
        ([type, example]) => [type, { example }] as const,
      ),
    ];
    return media.flatMap(([type, one]) =>
      listExampleValues(one, resolver).flatMap(([name, value]) => {
        const kind = getExampleBodyType(type);
        const data = value === undefined ? undefined : toExampleText(value, kind === 'json');
        if (data === undefined) return [];
        return {
          name: name || description.slice(0, 200) || status,
          description: '',
          request: null,
          response: {
            status: /^\d{3}$/.test(status) ? Number(status) : null,
            statusText: '',
            headers: [{ name: 'Content-Type', value: type }],
            body: { type: kind, data },
          },
        };
      }),
    );
  });
