import type { Pair } from '@tandem/core';

interface Parts {
  readonly before: string;
  /** Without its question mark; undefined where there is no query. */
  readonly query: string | undefined;
  /** With its hash, or empty. */
  readonly fragment: string;
}

/** Cuts a URL at its query and fragment (RFC 3986, section 3); what is within `{{braces}}` is a variable's. */
const partsOf = (url: string): Parts => {
  const plain = url.replace(/\{\{[^{}]*\}\}/g, (token) => ' '.repeat(token.length));
  const hash = plain.includes('#') ? plain.indexOf('#') : url.length;
  const mark = plain.slice(0, hash).indexOf('?');
  const fragment = url.slice(hash);
  return mark < 0
    ? { before: url.slice(0, hash), query: undefined, fragment }
    : { before: url.slice(0, mark), query: url.slice(mark + 1, hash), fragment };
};

/** The text that a piece of a query stands for; tokens and what is no percent-encoding stand for themselves. */
const decoded = (piece: string): string =>
  piece
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      const withSpaces = part.replaceAll('+', ' ');
      try {
        return decodeURIComponent(withSpaces);
      } catch {
        return withSpaces;
      }
    })
    .join('');

const pieces = /(?:\{\{[^{}]*\}\}|[^&])+/g;
const nameOf = /^(?:\{\{[^{}]*\}\}|[^=])*/;

/** The parameters that stand in the URL itself, in order. */
export const urlQuery = (url: string): readonly Pair[] =>
  [...(partsOf(url).query ?? '').matchAll(pieces)].map(([piece]) => {
    const [name = ''] = nameOf.exec(piece) ?? [];
    return { name: decoded(name), value: decoded(piece.slice(name.length + 1)), enabled: true };
  });

/** The URL without its query. */
export const withoutQuery = (url: string): string => {
  const { before, fragment } = partsOf(url);
  return before + fragment;
};
