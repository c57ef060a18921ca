import { toVisibleText as withoutInvisible } from '@tandem/core';

/** CI systems read commands such as `##[error]` and `##vso[` anywhere in a line. */
const command = /##(?=\w*\[)/g;

/**
 * Text from outside, made safe for terminals, logs and XML. Of its control characters only line feeds and tabs
 * remain.
 */
export const toSafeText = (text: string): string =>
  withoutInvisible(text).replaceAll('\r\n', '\n').replaceAll(command, '#\\x23');

/** {@link visible} on one line. */
export const toOneLine = (text: string): string =>
  toSafeText(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** The first characters of a text, without half a surrogate pair. */
export const cutHead = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** The first characters of a text, with a note about the number of omitted ones. */
export const cut = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const kept = cutHead(text, most);
  return `${kept}… (${text.length - kept.length} more characters)`;
};
