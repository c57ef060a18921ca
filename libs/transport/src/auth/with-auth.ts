import type { OutgoingAuth } from '@tandem/core';

import type { Wire } from '../outgoing.js';
import { awsHeaders } from './aws-sigv4.js';

/** The header fields that an auth of each kind adds to a request that is ready to be sent. */
const kinds: {
  readonly [K in OutgoingAuth['type']]: (
    wire: Wire,
    auth: Extract<OutgoingAuth, { readonly type: K }>,
    now: Date,
  ) => readonly (readonly [string, string])[];
} = { 'aws-sigv4': awsHeaders };

const hasAuthorization = ({ headers }: Wire): boolean =>
  headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');

/** The request with its auth; one with an Authorization header keeps that. */
export const withAuth = (wire: Wire, auth: OutgoingAuth | undefined): Wire => {
  if (auth === undefined || hasAuthorization(wire)) return wire;
  return { ...wire, headers: [...wire.headers, ...kinds[auth.type](wire, auth, new Date()).flat()] };
};
