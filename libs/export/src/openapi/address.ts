import { type Pair, addScheme } from '@tandem/core';

import { fillFrom } from '../fill.js';

/** Where a request goes, in OpenAPI terms. */
export interface Address {
  readonly server: object;
  /** Path parameters and variables without a value become `{name}`. */
  readonly path: string;
  /** The names in the path, in order. */
  readonly names: readonly string[];
  readonly query: readonly Pair[];
}

const token = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Names in braces cannot contain characters that end a segment. */
const toPathParameter = (name: string): string => `{${name.replace(/[^\w.$-]/g, '_')}}`;

const decodeQuery = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const getQuery = (query: string): readonly Pair[] =>
  query
    .split('&')
    .filter((one) => one !== '')
    .map((one) => {
      const [name = '', ...value] = one.split('=');
      return { name: decodeQuery(name), value: decodeQuery(value.join('=')), enabled: true };
    });

const toServer = (address: string): object => {
  const names = [...address.matchAll(token)].map(([, name = '']) => name);
  const url = address.replace(token, (_, name: string) => toPathParameter(name)) || '/';
  if (names.length === 0) return { url };
  const whole = /^\{[^{}]*\}/.test(url);
  const variables = names.map((name, at) => [
    toPathParameter(name).slice(1, -1),
    { default: whole && at === 0 ? 'http://localhost' : name },
  ]);
  return { url, variables: Object.fromEntries(variables) as unknown };
};

/** Splits a URL and fills in variables that have a value; in the server part even if it is a single variable. */
export const parseAddress = (url: string, variables: readonly Pair[]): Address => {
  const fill = fillFrom(variables);
  const [, plain = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(addScheme(url.trim())) ?? [];
  const [, start = '', rest = ''] = /^(\{\{[^{}]*\}\}|[A-Za-z][\w+.-]*:\/\/[^/]*)?(.*)$/s.exec(plain) ?? [];
  const names: string[] = [];
  const path = fill(rest)
    .replace(/(?<=\/):([A-Za-z_][\w-]*)/g, (_, name: string) => toPathParameter(name))
    .replace(token, (_, name: string) => toPathParameter(name))
    .replace(/\{([^{}]*)\}/g, (written, name: string) => {
      names.push(name);
      return written;
    });
  return {
    server: toServer(addScheme(fill(start)).replace(/\/+$/, '')),
    path: path.startsWith('/') ? path : `/${path}`,
    names: [...new Set(names)],
    query: getQuery(fill(query)),
  };
};
