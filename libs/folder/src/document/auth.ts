import { ownValue } from '@tandem/core/codec';
import type { Auth } from '@tandem/core';

import { mapOf, textOf, type Tree } from './tree.js';

/** Words of a file for no auth; `null` in YAML is one of them. */
const isNone = (text: string): boolean => /^(?:none|null|~|)$/i.test(text);

/** JSON as a document has it, all scalars as text. */
const textsIn = (value: unknown): Tree => {
  if (Array.isArray(value)) return value.map(textsIn);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textsIn(one)]));
};

/** An auth as a file has it; undefined for none. */
export const authTree = (auth: Auth): Tree | undefined => {
  switch (auth.type) {
    case 'none':
      return undefined;
    case 'inherit':
      return 'inherit';
    case 'basic':
      return { type: 'basic', username: auth.username, password: auth.password };
    case 'bearer':
      return { type: 'bearer', token: auth.token };
    case 'api-key':
      return { type: 'apikey', key: auth.name, value: auth.value, placement: auth.in };
    case 'unsupported':
      return unsupportedTree(auth);
  }
};

/** What an unsupported auth says; what a file would make another auth of, such as none, is left out. */
const unsupportedTree = ({ name, content }: Extract<Auth, { readonly type: 'unsupported' }>): Tree => {
  const tree = textsIn(content);
  return authFrom(tree).type === 'unsupported' ? tree : { type: 'unsupported', name };
};

const isNothing = (tree: unknown): boolean => {
  if (typeof tree === 'string') return isNone(tree);
  return tree === undefined || (!Array.isArray(tree) && Object.keys(mapOf(tree)).length === 0);
};

/** The name of a kind that is not known here. */
const foreignName = (kind: unknown): string => (typeof kind === 'string' && !isNone(kind) ? kind : 'unknown');

/** The auth that `tree` describes; of a kind that is not known here, all that the file says. */
export const authFrom = (tree: unknown): Auth => {
  if (tree === 'inherit') return { type: 'inherit' };
  if (isNothing(tree)) return { type: 'none' };
  const { type, ...rest } = mapOf(tree);
  const text = (key: string): string => textOf(ownValue(rest, key)) ?? '';
  switch (type) {
    case 'basic':
      return { type, username: text('username'), password: text('password') };
    case 'bearer':
      return { type, token: text('token') };
    case 'apikey':
      return {
        type: 'api-key',
        name: text('key'),
        value: text('value'),
        in: text('placement') === 'query' ? 'query' : 'header',
      };
    case 'none':
      return { type };
    default:
      return {
        type: 'unsupported',
        name: foreignName(typeof tree === 'string' ? tree : type),
        content: tree,
      };
  }
};
