import { toVisibleText as withoutInvisible } from '@tandem/core';

/** Formats a duration for people, such as `12 ms`, `1.24 s` or `2 min 5 s`. */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_995) return `${(milliseconds / 1000).toFixed(2)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** Maximum number of milliseconds that is formatted, because JavaScript writes numbers from 1e21 on with an exponent. */
const maxPlainNumber = 1e18;

/** Formats a duration in seconds without an exponent, as XML formats require. */
export const formatSeconds = (milliseconds: number): string =>
  (Math.min(maxPlainNumber, Math.max(0, milliseconds)) / 1000).toFixed(3);

/** Formats a number with its noun, such as `1 request` or `1,200 requests`. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Matches commands such as `##[error]` and `##vso[`, which some CI systems find anywhere in a line. */
const command = /##(?=\w*\[)/g;

/** Makes text from outside safe for terminals, logs and XML. Of the control characters, only line feeds and tabs remain. */
export const toSafeText = (text: string): string =>
  withoutInvisible(text).replaceAll('\r\n', '\n').replaceAll(command, '#\\x23');

/** Does the same as {@link toSafeText}, and puts the text on one line. */
export const toOneLine = (text: string): string =>
  toSafeText(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** Cuts a text, but not between the halves of a surrogate pair. */
export const cutHead = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Cuts a text, and adds how many characters were left out. */
export const cut = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const kept = cutHead(text, most);
  return `${kept}… (${text.length - kept.length} more characters)`;
};
