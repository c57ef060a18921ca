import type { AuthOf, ExecutionFault } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { createFault } from '../fault.js';
import type { Fill } from '../filling/filler.js';
import type { PreparedAuth, PrepareAuth } from './prepared-auth.js';

type OAuth1 = AuthOf<'oauth1'>;

const refuseInvalidAuth = (field: string, message: string): E.Either<ExecutionFault, PreparedAuth> =>
  E.left(createFault('AUTH_INVALID', message, { field: `auth.${field}` }));

/** The auth with its variables filled in. Empty fields count as not set. */
const fillOAuth1 = (fill: Fill, auth: OAuth1): OAuth1 => {
  const fields = Object.entries(auth).flatMap(([key, value]) => {
    if (key === 'type' || key === 'consumerKey' || typeof value !== 'string') return [[key, value]];
    const text = fill(value, `auth.${key}`).toWellFormed();
    return text === '' ? [] : [[key, text]];
  });
  return {
    ...(Object.fromEntries(fields) as OAuth1),
    consumerKey: fill(auth.consumerKey, 'auth.consumerKey').toWellFormed(),
  };
};

/** Fills in the fields; the transport signs each request, because a signature covers its bytes and the time. */
export const prepareOAuth1: PrepareAuth<'oauth1'> = (fill, auth) => {
  const filled = fillOAuth1(fill, auth);
  const { signatureMethod, consumerKey, privateKey, privateKeyFile, timestamp, realm } = filled;
  if (consumerKey === '') {
    return refuseInvalidAuth(
      'consumerKey',
      'OAuth 1.0 has no consumer key, so nothing was sent. Set auth.consumerKey.',
    );
  }
  if (signatureMethod.startsWith('RSA') && privateKey === undefined && privateKeyFile === undefined) {
    return refuseInvalidAuth(
      'privateKey',
      `${signatureMethod} needs a private key, so nothing was sent. Set auth.privateKey or auth.privateKeyFile.`,
    );
  }
  if (timestamp !== undefined && !/^\d+$/.test(timestamp)) {
    return refuseInvalidAuth(
      'timestamp',
      'The timestamp of OAuth 1.0 is not a number of seconds since 1970. Change auth.timestamp, or leave it empty for the current time.',
    );
  }
  if (realm !== undefined && !/^[ -~]+$/.test(realm)) {
    return refuseInvalidAuth(
      'realm',
      'The realm of OAuth 1.0 has characters that a header cannot contain. Use printable ASCII in auth.realm.',
    );
  }
  return E.right({ outgoing: filled });
};
