import {
  type Auth,
  type AuthKind,
  type AuthOf,
  jwtAlgorithms,
  oauth1Methods,
  oauth1Locations,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { parseFlag, toMap, toText, type Tree, type TreeMap } from '../yaml/tree.js';
import { parseOAuth2, toOAuth2Tree } from './oauth2.js';

type Jwt = Extract<Auth, { readonly type: 'jwt' }>;

/** A JWT auth as stored in a file. OpenCollection has no such kind. */
const toJwtTree = ({ type: _, secretIsBase64, expiresIn, ...auth }: Jwt): TreeMap => ({
  ...auth,
  ...(secretIsBase64 === undefined ? {} : { secretIsBase64: String(secretIsBase64) }),
  ...(expiresIn === undefined ? {} : { expiresIn: String(expiresIn) }),
});

/** Reads a JWT auth from a file; undefined for an unknown algorithm. */
const parseJwt = (tree: Readonly<Record<string, unknown>>): Jwt | undefined => {
  const algorithm = jwtAlgorithms.find((one) => one === tree.algorithm);
  if (algorithm === undefined) return undefined;
  const text = (key: string): string | undefined => toText(getOwnValue(tree, key));
  const [isBase64, seconds, sendIn] = [
    parseFlag(tree.secretIsBase64),
    Number(text('expiresIn')),
    text('sendIn'),
  ];
  const [header, prefix, queryName] = [text('header'), text('prefix'), text('queryName')];
  return {
    type: 'jwt',
    algorithm,
    secret: text('secret') ?? '',
    claims: text('claims') ?? '',
    ...(header === undefined ? {} : { header }),
    ...(isBase64 === undefined ? {} : { secretIsBase64: isBase64 }),
    ...(Number.isInteger(seconds) && seconds > 0 ? { expiresIn: seconds } : {}),
    ...(sendIn === 'query' || sendIn === 'header' ? { sendIn } : {}),
    ...(prefix === undefined ? {} : { prefix }),
    ...(queryName === undefined ? {} : { queryName }),
  };
};

type OAuth1 = AuthOf<'oauth1'>;

const oauth1TextFields = [
  'consumerSecret',
  'accessToken',
  'accessTokenSecret',
  'callbackUrl',
  'verifier',
  'timestamp',
  'nonce',
  'version',
  'realm',
] as const satisfies readonly (keyof OAuth1)[];

/**
 * Converts the private key to the form in a file. OpenCollection has one key for either the text or the path of a file. If both are set,
 * the path is stored under a key of our own.
 */
const toKeyTree = ({ privateKey, privateKeyFile }: OAuth1): TreeMap => {
  if (privateKey !== undefined) return { privateKey: { type: 'text', value: privateKey }, privateKeyFile };
  return privateKeyFile === undefined ? {} : { privateKey: { type: 'file', value: privateKeyFile } };
};

/** OAuth 1.0 as stored in a file, in OpenCollection's form. */
const toOAuth1Tree = (auth: OAuth1): TreeMap => {
  const { type: _, privateKey: _text, privateKeyFile: _file, sendIn, includeBodyHash, ...rest } = auth;
  return {
    ...rest,
    ...toKeyTree(auth),
    placement: sendIn,
    includeBodyHash: includeBodyHash === undefined ? undefined : String(includeBodyHash),
  };
};

/** Reads the private key. As in Bruno, it may also be a plain string. */
const parseKey = (tree: unknown, unused: unknown): Pick<OAuth1, 'privateKey' | 'privateKeyFile'> => {
  const { type, value } = typeof tree === 'string' ? { type: 'text', value: tree } : toMap(tree);
  const [text, file] = [toText(value), toText(unused)];
  if (text !== undefined && type === 'file') return { privateKeyFile: text };
  return {
    ...(text === undefined ? {} : { privateKey: text }),
    ...(file === undefined ? {} : { privateKeyFile: file }),
  };
};

/** Reads OAuth 1.0 from a file; undefined for an unknown method. */
const parseOAuth1 = (tree: Readonly<Record<string, unknown>>): OAuth1 | undefined => {
  const said = getOwnValue(tree, 'signatureMethod') ?? 'HMAC-SHA1';
  const signatureMethod = oauth1Methods.find((one) => one === said);
  if (signatureMethod === undefined) return undefined;
  const sendIn = oauth1Locations.find((one) => one === getOwnValue(tree, 'placement'));
  const includeBodyHash = parseFlag(getOwnValue(tree, 'includeBodyHash'));
  const set = oauth1TextFields.flatMap((key) => {
    const text = toText(getOwnValue(tree, key));
    return text === undefined ? [] : [[key, text]];
  });
  return {
    type: 'oauth1',
    signatureMethod,
    consumerKey: toText(getOwnValue(tree, 'consumerKey')) ?? '',
    ...(Object.fromEntries(set) as Partial<Record<(typeof oauth1TextFields)[number], string>>),
    ...parseKey(getOwnValue(tree, 'privateKey'), getOwnValue(tree, 'privateKeyFile')),
    ...(sendIn === undefined ? {} : { sendIn }),
    ...(includeBodyHash === undefined ? {} : { includeBodyHash }),
  };
};

/** How a kind of auth is stored in a file. */
interface AuthDocument<K extends AuthKind> {
  /** The auth's type in a file, as in OpenCollection. */
  readonly type: string;
  /** Converts the rest of the auth to keys of a file. */
  readonly tree: (auth: AuthOf<K>) => TreeMap;
  /** Reads the auth; undefined for an unknown variant. */
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

const documentByType: ReadonlyMap<unknown, AuthDocument<DocumentKind>> = new Map(
  Object.values(documents).map((one) => [one.type, one as AuthDocument<DocumentKind>]),
);

/** Whether `text` means "no auth" in a file. YAML also writes `null` as `~` or as nothing. */
const isNone = (text: string): boolean => /^(?:none|null|~|)$/i.test(text);

/** A JSON value as a document stores it: every scalar is a string. */
const toTextTree = (value: unknown): Tree => {
  if (Array.isArray(value)) return value.map(toTextTree);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toTextTree(one)]));
};

/** An auth as stored in a file; undefined if the request has no auth. */
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

/** The content of an unsupported auth. If reading it would give a supported auth, only its name is written. */
const toUnsupportedTree = ({ name, content }: AuthOf<'unsupported'>): Tree => {
  const tree = toTextTree(content);
  return parseAuth(tree).type === 'unsupported' ? tree : { type: 'unsupported', name };
};

const isEmptyAuth = (tree: unknown): boolean => {
  if (typeof tree === 'string') return isNone(tree);
  return tree === undefined || (!Array.isArray(tree) && Object.keys(toMap(tree)).length === 0);
};

/** The name of an unknown kind, including the OAuth 2.0 flow. */
const formatUnknownKind = (kind: unknown, flow?: unknown): string =>
  typeof kind === 'string' && !isNone(kind)
    ? [kind, toText(flow)].filter((word) => word !== undefined).join(' ')
    : 'unknown';

/** Reads an auth. An unknown kind keeps everything that the file has for it. */
export const parseAuth = (tree: unknown): Auth => {
  if (tree === 'inherit') return { type: 'inherit' };
  if (isEmptyAuth(tree)) return { type: 'none' };
  const { type, ...rest } = toMap(tree);
  if (type === 'none') return { type };
  const known = documentByType.get(type);
  const found = known?.from((key) => toText(getOwnValue(rest, key)) ?? '', rest);
  if (found !== undefined) return found;
  return {
    type: 'unsupported',
    name: formatUnknownKind(typeof tree === 'string' ? tree : type, rest.flow),
    content: tree,
  };
};
