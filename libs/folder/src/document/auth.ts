import { ownValue } from '@tandem/core/codec';
import type { Auth } from '@tandem/core';

import { mapOf, textOf, type Tree } from './tree.js';

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
  }
};

/** The auth that `tree` describes; kinds that are not known here count as none and stay in the file. */
export const authFrom = (tree: unknown): Auth => {
  if (tree === 'inherit') return { type: 'inherit' };
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
    default:
      return { type: 'none' };
  }
};
