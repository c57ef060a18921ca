import type { Auth, AuthKind } from '@tandem/core';

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

/** Fills in the auth of a request, or says why it cannot be used. */
export const prepareAuth: PrepareAuth<AuthKind> = (fill, auth) =>
  (kinds[auth.type] as PrepareAuth<Auth['type']>)(fill, auth);
