import type { Pair } from '@tandem/core';

import { pair } from './value.js';

/** The text without percent encoding; as it is where that is no encoding, or hides a variable. */
export const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A URL without its query and fragment, and its query as a table. */
export const splitQuery = (url: string): { readonly url: string; readonly queryParams: readonly Pair[] } => {
  const withoutFragment = url.replace(/#[^{}]*$/, '');
  const at = withoutFragment.indexOf('?');
  if (at < 0) return { url: withoutFragment, queryParams: [] };
  const pieces = withoutFragment.slice(at + 1).split('&');
  return {
    url: withoutFragment.slice(0, at),
    queryParams: pieces
      .filter((piece) => piece !== '')
      .map((piece) => {
        const equals = piece.indexOf('=');
        const [name, value] = equals < 0 ? [piece, ''] : [piece.slice(0, equals), piece.slice(equals + 1)];
        return pair(decoded(name.replaceAll('+', ' ')), decoded(value.replaceAll('+', ' ')));
      }),
  };
};
