import { isContainer, stringifyJson } from '@tandem/core/codec';

/**
 * Characters that a reader does not see and that change what it sees: control and format characters, which include escape
 * sequences, text direction and tags, halves of surrogate pairs, and selectors that can smuggle text. Tabs and line breaks
 * stay, and so do the joiners that scripts and emoji need.
 */
const invisible = /(?!\r\n)(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{e0000}-\u{e0fff}]/gu;

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** A text with its invisible characters shown as `\u…`. */
export const visible = (text: string): string => text.replace(invisible, escaped);

/** A JSON value with the invisible characters of all texts and names shown as `\u…`. */
export const visibleValue = (value: unknown): unknown => {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [visible(name), visibleValue(one)]));
};

/** A value as JSON in which all invisible characters are escaped: it reads as the same value. */
export const visibleJson = (value: unknown): string => visible(stringifyJson(value));
