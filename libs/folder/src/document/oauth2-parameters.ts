import type { Auth, OAuth2Parameter } from '@tandem/core';

import { parseFlag, toMap, toText, type Tree, type TreeMap } from '../yaml/tree.js';

type Parameters = NonNullable<Extract<Auth, { readonly type: 'oauth2' }>['parameters']>;

/** The key for the parameters of each request. */
const requests = [
  ['authorization', 'authorizationRequest'],
  ['token', 'accessTokenRequest'],
  ['refresh', 'refreshTokenRequest'],
] as const;

const toParameterTree = ({ name, value, enabled, in: where }: OAuth2Parameter): Tree => ({
  name,
  value,
  placement: where,
  ...(enabled ? {} : { disabled: 'true' }),
});

/** The additional parameters of OAuth 2.0 as stored in a file. */
export const toParametersTree = (parameters: Parameters): TreeMap =>
  Object.fromEntries(
    requests.flatMap(([on, key]) => {
      const list = parameters[on];
      return list === undefined ? [] : [[key, list.map(toParameterTree)]];
    }),
  );

const parseParameter = (entry: unknown): readonly OAuth2Parameter[] => {
  const { name, value, placement, disabled } = toMap(entry);
  if (typeof name !== 'string') return [];
  const where = placement === 'header' || placement === 'query' ? placement : 'body';
  return [{ name, value: toText(value) ?? '', enabled: parseFlag(disabled) !== true, in: where }];
};

/** The additional parameters in a file. */
export const parseParameters = (tree: unknown): { readonly parameters?: Parameters } => {
  if (tree === undefined) return {};
  const lists = requests.flatMap(([on, key]) => {
    const found = toMap(tree)[key];
    return Array.isArray(found) ? [[on, found.flatMap(parseParameter)] as const] : [];
  });
  return { parameters: Object.fromEntries(lists) };
};
