import { createHash, randomBytes } from 'node:crypto';

import type { AuthOf } from '@tandem/core';

/**
 * The UsernameToken field in a header. As in Bruno, the digest is the Base64 form of the hexadecimal SHA-1; the
 * OASIS profile encodes its bytes.
 */
export const createWsseFields = (
  { username, password }: AuthOf<'wsse'>,
  now: Date,
): readonly (readonly [string, string])[] => {
  const [nonce, created] = [randomBytes(16).toString('hex'), now.toISOString()];
  const hash = createHash('sha1')
    .update(nonce + created + password)
    .digest('hex');
  const digest = Buffer.from(hash).toString('base64');
  const name = username.replace(/["\\]/g, '\\$&');
  const token = `Username="${name}", PasswordDigest="${digest}", Nonce="${nonce}", Created="${created}"`;
  return [['x-wsse', `UsernameToken ${token}`]];
};
