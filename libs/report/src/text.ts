import { toVisibleText as withoutInvisible } from '@tandem/core';

/** A duration for people, such as `12 ms`, `1.24 s` or `2 min 5 s`. */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_995) return `${(milliseconds / 1000).toFixed(2)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** Maximum number of milliseconds. JavaScript writes numbers from 1e21 on with an exponent. */
const maxPlainNumber = 1e18;

/** A duration in seconds without an exponent, as XML formats require. */
export const formatSeconds = (milliseconds: number): string =>
  (Math.min(maxPlainNumber, Math.max(0, milliseconds)) / 1000).toFixed(3);

/** A number with its noun, such as `1 request` or `1,200 requests`. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Matches commands such as `##[error]` and `##vso[`, which CI systems read anywhere in a line. */
const command = /##(?=\w*\[)/g;

/** Makes text from outside safe for terminals, logs and XML. The only control characters that remain are line feeds and tabs. */
export const toSafeText = (text: string): string =>
  withoutInvisible(text).replaceAll('\r\n', '\n').replaceAll(command, '#\\x23');

/** {@link toSafeText} on one line. */
export const toOneLine = (text: string): string =>
  toSafeText(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** The first characters of a text, without half a surrogate pair. */
export const cutHead = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** The first characters of a text, with a note about how many were left out. */
export const cut = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const kept = cutHead(text, most);
  return `${kept}… (${text.length - kept.length} more characters)`;
};
