import { createHash, randomBytes } from 'node:crypto';
import { type AuthOf, getAuthHeader, type OutgoingAuth } from '@tandem/core';
import { toHeaderPairs, type Wire } from '../request/outgoing.js';
import { createAwsHeaders } from './aws-sigv4.js';
import type { Digests } from './digest.js';
import { addOAuth1 } from './oauth1.js';

/**
 * Creates the UsernameToken header. As in Bruno, the digest is the hexadecimal SHA-1 in base64, although the OASIS profile encodes the
 * bytes.
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

type AuthApplier<A> = (wire: Wire, auth: A, digests: Digests) => Wire;

const addFields = (wire: Wire, fields: readonly (readonly [string, string])[]): Wire => ({
  ...wire,
  headers: [...wire.headers, ...fields.flat()],
});

/** How each kind of auth changes a request that is ready to be sent. */
const kinds: {
  readonly [K in OutgoingAuth['type']]: AuthApplier<Extract<OutgoingAuth, { readonly type: K }>>;
} = {
  'aws-sigv4': (wire, auth) => addFields(wire, createAwsHeaders(wire, auth, new Date())),
  digest: (wire, auth, digests) => addFields(wire, digests.fields(wire, auth)),
  // The NTLM messages are already headers of the request by now.
  ntlm: (wire) => wire,
  oauth1: (wire, auth) => addOAuth1(wire, auth, new Date()),
  wsse: (wire, auth) => addFields(wire, createWsseFields(auth, new Date())),
};

/**
 * Adds the auth to a request. If the request has a header field that the auth would set, that field stays.
 * @throws UnsendableError if the auth cannot be used
 */
export const addAuth = (wire: Wire, auth: OutgoingAuth | undefined, digests: Digests): Wire => {
  if (auth === undefined) return wire;
  const own = getAuthHeader(auth);
  if (toHeaderPairs(wire.headers).some(([name]) => name.toLowerCase() === own)) return wire;
  return (kinds[auth.type] as AuthApplier<OutgoingAuth>)(wire, auth, digests);
};
