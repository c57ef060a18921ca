import type { Auth } from '@tandem/core';
import { oauth1Methods } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { cookieKey } from '../credentials/cookie-key.js';
import { type Fields, isFields, isTrue, removeEmptyFields, textAt } from '../value.js';

type OAuth2 = Extract<Auth, { type: 'oauth2' }>;

const login = (given: Fields) => ({
  username: textAt(given, 'username'),
  password: textAt(given, 'password'),
});

const grants: Readonly<Record<string, OAuth2['grant']>> = {
  authorization_code: 'authorization_code',
  client_credentials: 'client_credentials',
  password: 'password',
  device_code: 'device_code',
};

const pkceOf = (given: Fields): NonNullable<OAuth2['pkce']> => {
  if (!isTrue(given, 'usePkce')) return 'none';
  return textAt(given, 'pkceMethod') === 'plain' ? 'plain' : 'S256';
};

const oauth2 = (given: Fields): Auth | undefined => {
  const grant = getOwnValue(grants, textAt(given, 'grantType') || 'authorization_code');
  if (grant === undefined) return undefined;
  // Both are sent with every token request, and to the sign-in page.
  const asked = ['audience', 'resource']
    .map((name) => ({ name, value: textAt(given, name), enabled: true }))
    .filter(({ value }) => value !== '');
  const hasParameters = asked.length > 0;
  const parameters = {
    authorization: asked.map((one) => ({ ...one, in: 'query' as const })),
    token: asked.map((one) => ({ ...one, in: 'body' as const })),
  };
  return {
    type: 'oauth2',
    grant,
    ...removeEmptyFields({
      accessTokenUrl: textAt(given, 'accessTokenUrl'),
      authorizationUrl: textAt(given, 'authorizationUrl'),
      callbackUrl: textAt(given, 'redirectUrl'),
      clientId: textAt(given, 'clientId'),
      clientSecret: textAt(given, 'clientSecret'),
      scope: textAt(given, 'scope'),
      username: textAt(given, 'username'),
      password: textAt(given, 'password'),
      prefix: textAt(given, 'tokenPrefix'),
    }),
    ...(hasParameters ? { parameters } : {}),
    ...(isTrue(given, 'credentialsInBody') ? { clientAuth: 'body' as const } : {}),
    ...(grant === 'authorization_code' ? { pkce: pkceOf(given) } : {}),
  };
};

const oauth1 = (given: Fields): Auth => ({
  type: 'oauth1',
  signatureMethod: oauth1Methods.find((one) => one === textAt(given, 'signatureMethod')) ?? 'HMAC-SHA1',
  consumerKey: textAt(given, 'consumerKey'),
  ...removeEmptyFields({
    consumerSecret: textAt(given, 'consumerSecret'),
    accessToken: textAt(given, 'tokenKey'),
    accessTokenSecret: textAt(given, 'tokenSecret'),
    privateKey: textAt(given, 'privateKey'),
    callbackUrl: textAt(given, 'callback'),
    nonce: textAt(given, 'nonce'),
    timestamp: textAt(given, 'timestamp'),
    realm: textAt(given, 'realm'),
    verifier: textAt(given, 'verifier'),
    version: textAt(given, 'version'),
    includeBodyHash: isTrue(given, 'includeBodyHash') ? true : undefined,
  }),
});

const bearer = (given: Fields): Auth => {
  const prefix = textAt(given, 'prefix').trim();
  const token = textAt(given, 'token');
  return prefix === '' || prefix === 'Bearer'
    ? { type: 'bearer', token }
    : { type: 'api-key', name: 'Authorization', value: `${prefix} ${token}`, in: 'header' };
};

const kinds: Readonly<Record<string, (given: Fields) => Auth | undefined>> = {
  none: () => ({ type: 'none' }),
  basic: (given) => ({ type: 'basic', ...login(given) }),
  bearer,
  apikey: (given) =>
    textAt(given, 'addTo') === 'cookie'
      ? cookieKey(textAt(given, 'key'), textAt(given, 'value'))
      : {
          type: 'api-key',
          name: textAt(given, 'key'),
          value: textAt(given, 'value'),
          in: textAt(given, 'addTo') === 'queryParams' ? 'query' : 'header',
        },
  digest: (given) => ({ type: 'digest', ...login(given) }),
  ntlm: (given) => ({ type: 'ntlm', ...login(given) }),
  iam: (given) => ({
    type: 'aws-sigv4',
    accessKeyId: textAt(given, 'accessKeyId'),
    secretAccessKey: textAt(given, 'secretAccessKey'),
    region: textAt(given, 'region') || 'us-east-1',
    service: textAt(given, 'service') || 'execute-api',
    ...removeEmptyFields({
      sessionToken: textAt(given, 'sessionToken'),
    }),
  }),
  oauth1,
  oauth2,
};

/** Auth fields whose values have no counterpart here. */
export const describeAuthLosses = (given: unknown): readonly string[] => {
  if (!isFields(given) || isTrue(given, 'disabled')) return [];
  return [
    ...(isTrue(given, 'useISO88591') ? ['the encoding ISO 8859-1 of its login; it is sent as UTF-8'] : []),
    ...(textAt(given, 'origin') === '' ? [] : ['the Origin header of its token requests']),
    ...(/^(?:code)?$/.test(textAt(given, 'responseType'))
      ? []
      : [`the response type ${textAt(given, 'responseType')} of its sign-in`]),
    ...(textAt(given, 'state') === '' ? [] : ['the fixed state of its sign-in; a new one is made each time']),
  ];
};

/**
 * The auth of a request or folder; without one it is inherited.
 * @returns undefined for a kind without a counterpart
 */
export const insomniaAuth = (given: unknown): Auth | undefined => {
  if (!isFields(given)) return { type: 'inherit' };
  const type = textAt(given, 'type');
  if (type === '') return { type: 'inherit' };
  return isTrue(given, 'disabled') ? { type: 'none' } : getOwnValue(kinds, type)?.(given);
};
