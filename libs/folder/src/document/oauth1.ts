import { type AuthOf, oauth1Methods, oauth1Places } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { parseFlag, toMap, toText, type TreeMap } from '../yaml/tree.js';

type OAuth1 = AuthOf<'oauth1'>;

const texts = [
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

/** A file has one private key, as text or a file; the unused file has its own key. */
const toKeyTree = ({ privateKey, privateKeyFile }: OAuth1): TreeMap => {
  if (privateKey !== undefined) return { privateKey: { type: 'text', value: privateKey }, privateKeyFile };
  return privateKeyFile === undefined ? {} : { privateKey: { type: 'file', value: privateKeyFile } };
};

/** OAuth 1.0 as stored in a file, in OpenCollection's form. */
export const toOAuth1Tree = (auth: OAuth1): TreeMap => {
  const { type: _, privateKey: _text, privateKeyFile: _file, sendIn, includeBodyHash, ...rest } = auth;
  return {
    ...rest,
    ...toKeyTree(auth),
    placement: sendIn,
    includeBodyHash: includeBodyHash === undefined ? undefined : String(includeBodyHash),
  };
};

/** Bruno also accepts a private key that is a plain string. */
const parseKey = (tree: unknown, unused: unknown): Pick<OAuth1, 'privateKey' | 'privateKeyFile'> => {
  const { type, value } = typeof tree === 'string' ? { type: 'text', value: tree } : toMap(tree);
  const [text, file] = [toText(value), toText(unused)];
  if (text !== undefined && type === 'file') return { privateKeyFile: text };
  return {
    ...(text === undefined ? {} : { privateKey: text }),
    ...(file === undefined ? {} : { privateKeyFile: file }),
  };
};

/** The OAuth 1.0 in a file; undefined for an unknown method. */
export const parseOAuth1 = (tree: Readonly<Record<string, unknown>>): OAuth1 | undefined => {
  const said = getOwnValue(tree, 'signatureMethod') ?? 'HMAC-SHA1';
  const signatureMethod = oauth1Methods.find((one) => one === said);
  if (signatureMethod === undefined) return undefined;
  const sendIn = oauth1Places.find((one) => one === getOwnValue(tree, 'placement'));
  const includeBodyHash = parseFlag(getOwnValue(tree, 'includeBodyHash'));
  const set = texts.flatMap((key) => {
    const text = toText(getOwnValue(tree, key));
    return text === undefined ? [] : [[key, text]];
  });
  return {
    type: 'oauth1',
    signatureMethod,
    consumerKey: toText(getOwnValue(tree, 'consumerKey')) ?? '',
    ...(Object.fromEntries(set) as Partial<Record<(typeof texts)[number], string>>),
    ...parseKey(getOwnValue(tree, 'privateKey'), getOwnValue(tree, 'privateKeyFile')),
    ...(sendIn === undefined ? {} : { sendIn }),
    ...(includeBodyHash === undefined ? {} : { includeBodyHash }),
  };
};
