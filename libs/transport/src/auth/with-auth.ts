import { headerOfAuth, type OutgoingAuth } from '@tandem/core';

import type { Wire } from '../outgoing.js';
import { awsHeaders } from './aws-sigv4.js';
import type { Digests } from './digest.js';
import { wsseFields } from './wsse.js';

type FieldsOf<A> = (wire: Wire, auth: A, digests: Digests) => readonly (readonly [string, string])[];

/** The header fields that an auth of each kind adds to a request that is ready to be sent. */
const kinds: {
  readonly [K in OutgoingAuth['type']]: FieldsOf<Extract<OutgoingAuth, { readonly type: K }>>;
} = {
  'aws-sigv4': (wire, auth) => awsHeaders(wire, auth, new Date()),
  digest: (wire, auth, digests) => digests.fields(wire, auth),
  wsse: (_, auth) => wsseFields(auth, new Date()),
};

/** The request with its auth; one that has the header field of the auth keeps that. */
export const withAuth = (wire: Wire, auth: OutgoingAuth | undefined, digests: Digests): Wire => {
  if (auth === undefined) return wire;
  const own = headerOfAuth(auth);
  if (wire.headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === own)) return wire;
  const fields = (kinds[auth.type] as FieldsOf<OutgoingAuth>)(wire, auth, digests);
  return { ...wire, headers: [...wire.headers, ...fields.flat()] };
};
