import type { OutgoingAuth } from '@tandem/core';

import type { Wire } from '../outgoing.js';
import { awsHeaders } from './aws-sigv4.js';
import type { Digests } from './digest.js';
import { wsseFields } from './wsse.js';

type Fields = readonly (readonly [string, string])[];

/** The header field that an auth of each kind sets, and the fields that it adds to a request that is ready to be sent. */
const kinds: {
  readonly [K in OutgoingAuth['type']]: readonly [
    field: string,
    fields: (wire: Wire, auth: Extract<OutgoingAuth, { readonly type: K }>, digests: Digests) => Fields,
  ];
} = {
  'aws-sigv4': ['authorization', (wire, auth) => awsHeaders(wire, auth, new Date())],
  digest: ['authorization', (wire, auth, digests) => digests.fields(wire, auth)],
  wsse: ['x-wsse', (_, auth) => wsseFields(auth, new Date())],
};

const has = ({ headers }: Wire, field: string): boolean =>
  headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === field);

/** The request with its auth; one that has the header field of the auth keeps that. */
export const withAuth = (wire: Wire, auth: OutgoingAuth | undefined, digests: Digests): Wire => {
  if (auth === undefined) return wire;
  const [field, fields] = kinds[auth.type] as readonly [
    string,
    (wire: Wire, auth: OutgoingAuth, digests: Digests) => Fields,
  ];
  return has(wire, field)
    ? wire
    : { ...wire, headers: [...wire.headers, ...fields(wire, auth, digests).flat()] };
};
