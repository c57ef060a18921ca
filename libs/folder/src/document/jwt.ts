import { type Auth, jwtAlgorithms } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { parseFlag, toText, type TreeMap } from '../yaml/tree.js';

type Jwt = Extract<Auth, { readonly type: 'jwt' }>;

/** A signed token as stored in a file; OpenCollection has no such kind. */
export const toJwtTree = ({ type: _, secretIsBase64, expiresIn, ...auth }: Jwt): TreeMap => ({
  ...auth,
  ...(secretIsBase64 === undefined ? {} : { secretIsBase64: String(secretIsBase64) }),
  ...(expiresIn === undefined ? {} : { expiresIn: String(expiresIn) }),
});

/** The signed token in a file; undefined for an unknown algorithm. */
export const parseJwt = (tree: Readonly<Record<string, unknown>>): Jwt | undefined => {
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
