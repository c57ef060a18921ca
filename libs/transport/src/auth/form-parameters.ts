import { percentDecoded } from '../request/outgoing.js';

/** Names and values, in the order in which they are sent. */
export type Parameters = readonly (readonly [name: string, value: string])[];

const form = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Whether the header fields declare the body a form. */
export const isForm = (headers: readonly string[]): boolean =>
  headers.some(
    (name, index) =>
      index % 2 === 0 && name.toLowerCase() === 'content-type' && form.test(headers[index + 1] ?? ''),
  );

/** Percent-encoding that is not UTF-8 is rare, so it may take longer. */
const decodeFormText = (encoded: string): string => {
  const text = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded;
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return percentDecoded(Buffer.from(text).toString('latin1')).toString();
  }
};

/** The decoded parameters of a query or form (HTML 4.01, section 17.13.4). */
export const parseFormParameters = (encoded: string): Parameters =>
  encoded
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0
        ? [decodeFormText(pair), '']
        : [decodeFormText(pair.slice(0, at)), decodeFormText(pair.slice(at + 1))];
    });
