import { getOwnValue } from '@tandem/core/codec';
import type { Auth, AuthKind, AuthOf } from '@tandem/core';

import { parseJwt, toJwtTree } from './jwt.js';
import { parseOAuth1, toOAuth1Tree } from './oauth1.js';
import { parseOAuth2, toOAuth2Tree } from './oauth2.js';
import { toMap, toText, type Tree, type TreeMap } from '../yaml/tree.js';

/** How a kind of auth is stored in a file. */
interface AuthDocument<K extends AuthKind> {
  /** Its type in a file, as in OpenCollection. */
  readonly type: string;
  /** Its other keys. */
  readonly tree: (auth: AuthOf<K>) => TreeMap;
  /** Reads it; undefined for an unknown variant. */
  readonly from: (
    text: (key: string) => string,
    tree: Readonly<Record<string, unknown>>,
  ) => AuthOf<K> | undefined;
}

type DocumentKind = Exclude<AuthKind, 'none' | 'inherit' | 'unsupported'>;

const documents: { readonly [K in DocumentKind]: AuthDocument<K> } = {
  basic: {
    type: 'basic',
    tree: ({ username, password }) => ({ username, password }),
    from: (text) => ({ type: 'basic', username: text('username'), password: text('password') }),
  },
  bearer: {
    type: 'bearer',
    tree: ({ token }) => ({ token }),
    from: (text) => ({ type: 'bearer', token: text('token') }),
  },
  'api-key': {
    type: 'apikey',
    tree: ({ name, value, in: placement }) => ({ key: name, value, placement }),
    from: (text) => ({
      type: 'api-key',
      name: text('key'),
      value: text('value'),
      in: text('placement') === 'query' ? 'query' : 'header',
    }),
  },
  oauth2: { type: 'oauth2', tree: toOAuth2Tree, from: (_, tree) => parseOAuth2(tree) },
  oauth1: { type: 'oauth1', tree: toOAuth1Tree, from: (_, tree) => parseOAuth1(tree) },
  jwt: { type: 'jwt', tree: toJwtTree, from: (_, tree) => parseJwt(tree) },
  digest: {
    type: 'digest',
    tree: ({ username, password }) => ({ username, password }),
    from: (text) => ({ type: 'digest', username: text('username'), password: text('password') }),
  },
  wsse: {
    type: 'wsse',
    tree: ({ username, password }) => ({ username, password }),
    from: (text) => ({ type: 'wsse', username: text('username'), password: text('password') }),
  },
  ntlm: {
    type: 'ntlm',
    tree: ({ type: _, ...keys }) => keys,
    from: (text, { domain }) => ({
      type: 'ntlm',
      username: text('username'),
      password: text('password'),
      ...(domain === undefined ? {} : { domain: text('domain') }),
    }),
  },
  'aws-sigv4': {
    type: 'awsv4',
    tree: ({ type: _, ...keys }) => keys,
    from: (text, { sessionToken }) => ({
      type: 'aws-sigv4',
      accessKeyId: text('accessKeyId'),
      secretAccessKey: text('secretAccessKey'),
      region: text('region'),
      service: text('service'),
      ...(sessionToken === undefined ? {} : { sessionToken: text('sessionToken') }),
    }),
  },
};

const byType: ReadonlyMap<unknown, AuthDocument<DocumentKind>> = new Map(
  Object.values(documents).map((one) => [one.type, one as AuthDocument<DocumentKind>]),
);

/** Words for no auth in a file; `null` in YAML is one of them. */
const isNone = (text: string): boolean => /^(?:none|null|~|)$/i.test(text);

/** JSON as a document stores it, all scalars as strings. */
const toTextTree = (value: unknown): Tree => {
  if (Array.isArray(value)) return value.map(toTextTree);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toTextTree(one)]));
};

/** An auth as stored in a file; undefined for none. */
export const toAuthTree = (auth: Auth): Tree | undefined => {
  switch (auth.type) {
    case 'none':
      return undefined;
    case 'inherit':
      return 'inherit';
    case 'unsupported':
      return toUnsupportedTree(auth);
    default: {
      const { type, tree } = documents[auth.type] as AuthDocument<DocumentKind>;
      return { type, ...tree(auth) };
    }
  }
};

/** The content of an unsupported auth, without anything that a file would read as another auth, such as none. */
const toUnsupportedTree = ({ name, content }: AuthOf<'unsupported'>): Tree => {
  const tree = toTextTree(content);
  return parseAuth(tree).type === 'unsupported' ? tree : { type: 'unsupported', name };
};

const isNothing = (tree: unknown): boolean => {
  if (typeof tree === 'string') return isNone(tree);
  return tree === undefined || (!Array.isArray(tree) && Object.keys(toMap(tree)).length === 0);
};

/** The name of an unknown kind, including the OAuth 2.0 flow. */
const getForeignName = (kind: unknown, flow?: unknown): string =>
  typeof kind === 'string' && !isNone(kind)
    ? [kind, toText(flow)].filter((word) => word !== undefined).join(' ')
    : 'unknown';

/** The auth that `tree` describes; for an unknown kind, everything in the file. */
export const parseAuth = (tree: unknown): Auth => {
  if (tree === 'inherit') return { type: 'inherit' };
  if (isNothing(tree)) return { type: 'none' };
  const { type, ...rest } = toMap(tree);
  if (type === 'none') return { type };
  const known = byType.get(type);
  const found = known?.from((key) => toText(getOwnValue(rest, key)) ?? '', rest);
  if (found !== undefined) return found;
  return {
    type: 'unsupported',
    name: getForeignName(typeof tree === 'string' ? tree : type, rest.flow),
    content: tree,
  };
};
