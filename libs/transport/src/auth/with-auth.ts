import { getAuthHeader, type OutgoingAuth } from '@tandem/core';

import type { Wire } from '../request/outgoing.js';
import { createAwsHeaders } from './aws-sigv4.js';
import type { Digests } from './digest.js';
import { addOAuth1 } from './oauth1.js';
import { createWsseFields } from './wsse.js';

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
  // Its messages are already request headers at this point.
  ntlm: (wire) => wire,
  oauth1: (wire, auth) => addOAuth1(wire, auth, new Date()),
  wsse: (wire, auth) => addFields(wire, createWsseFields(auth, new Date())),
};

/**
 * The request with its auth; an existing header field of the auth is kept.
 * @throws Unsendable if the auth cannot be used
 */
export const addAuth = (wire: Wire, auth: OutgoingAuth | undefined, digests: Digests): Wire => {
  if (auth === undefined) return wire;
  const own = getAuthHeader(auth);
  if (wire.headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === own)) return wire;
  return (kinds[auth.type] as AuthApplier<OutgoingAuth>)(wire, auth, digests);
};
