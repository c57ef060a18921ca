import type { Auth, AuthKind } from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { Fill } from '../filling/filler.js';
import { prepareApiKey } from './api-key.js';
import { prepareAwsSigv4 } from './aws-sigv4.js';
import { prepareBasic } from './basic.js';
import { prepareBearer } from './bearer.js';
import { prepareOAuth1 } from './oauth1.js';
import { addNothing, type PrepareAuth } from './prepared-auth.js';
import { prepareToken } from './token-auth.js';
import { prepareUser } from './user-and-password.js';
import { refuseUnsupported } from './unsupported.js';

const kinds: { readonly [K in AuthKind]: PrepareAuth<K> } = {
  none: addNothing,
  inherit: addNothing,
  basic: prepareBasic,
  bearer: prepareBearer,
  'api-key': prepareApiKey,
  oauth2: prepareToken,
  jwt: prepareToken,
  digest: prepareUser,
  wsse: prepareUser,
  'aws-sigv4': prepareAwsSigv4,
  oauth1: prepareOAuth1,
  ntlm: prepareUser,
  unsupported: refuseUnsupported,
};

const user = ['username', 'password'] as const;

/** The fields of each kind that identify the caller. If all are empty, the auth adds nothing. */
const identifyingFields: Readonly<Record<AuthKind, readonly string[]>> = {
  none: [],
  inherit: [],
  basic: user,
  bearer: ['token'],
  'api-key': ['name', 'value'],
  oauth2: ['accessTokenUrl', 'authorizationUrl', 'issuer', 'clientId', 'clientSecret', ...user],
  jwt: ['secret', 'claims'],
  digest: user,
  wsse: user,
  'aws-sigv4': ['accessKeyId', 'secretAccessKey', 'sessionToken'],
  oauth1: [
    ...['consumerKey', 'consumerSecret', 'accessToken', 'accessTokenSecret'],
    ...['privateKey', 'privateKeyFile'],
  ],
  ntlm: user,
  unsupported: [],
};

/** Whether the claims are empty. */
const isBlank = (value: string): boolean => /^\s*(?:\{\s*\})?\s*$/.test(value);

/**
 * Fills in the auth of a request, or says why it cannot be used. If all its identifying fields are empty, it adds
 * nothing, as in Postman: a login request often has a bearer auth without a token.
 */
export const prepareAuth: PrepareAuth<AuthKind> = (fill, auth) => {
  const identifying = identifyingFields[auth.type].map((field) => `auth.${field}`);
  let isEmpty = identifying.length > 0;
  const fillWatched: Fill = (text, where, grammar) => {
    const value = fill(text, where, grammar);
    if (identifying.includes(where) && !isBlank(value)) isEmpty = false;
    return value;
  };
  const prepared = (kinds[auth.type] as PrepareAuth<Auth['type']>)(fillWatched, auth);
  return isEmpty ? E.right({}) : prepared;
};
