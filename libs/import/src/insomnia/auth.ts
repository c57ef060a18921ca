import type { Auth } from '@tandem/core';
import { oauth1Methods } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { createCookieKey } from '../credentials/cookie-key.js';
import { type Fields, isFields, isTrue, removeEmptyFields, getText } from '../value.js';

type OAuth2 = Extract<Auth, { type: 'oauth2' }>;

const parseLogin = (given: Fields) => ({
  username: getText(given, 'username'),
  password: getText(given, 'password'),
});

const grants: Readonly<Record<string, OAuth2['grant']>> = {
  authorization_code: 'authorization_code',
  client_credentials: 'client_credentials',
  password: 'password',
  device_code: 'device_code',
};

const parsePkce = (given: Fields): NonNullable<OAuth2['pkce']> => {
  if (!isTrue(given, 'usePkce')) return 'none';
  return getText(given, 'pkceMethod') === 'plain' ? 'plain' : 'S256';
};

const parseOAuth2 = (given: Fields): Auth | undefined => {
  const grant = getOwnValue(grants, getText(given, 'grantType') || 'authorization_code');
  if (grant === undefined) return undefined;
  // Both are sent with every token request, and to the sign-in page.
  const asked = ['audience', 'resource']
    .map((name) => ({ name, value: getText(given, name), enabled: true }))
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
      accessTokenUrl: getText(given, 'accessTokenUrl'),
      authorizationUrl: getText(given, 'authorizationUrl'),
      callbackUrl: getText(given, 'redirectUrl'),
      clientId: getText(given, 'clientId'),
      clientSecret: getText(given, 'clientSecret'),
      scope: getText(given, 'scope'),
      username: getText(given, 'username'),
      password: getText(given, 'password'),
      prefix: getText(given, 'tokenPrefix'),
    }),
    ...(hasParameters ? { parameters } : {}),
    ...(isTrue(given, 'credentialsInBody') ? { clientAuth: 'body' as const } : {}),
    ...(grant === 'authorization_code' ? { pkce: parsePkce(given) } : {}),
  };
};

const parseOAuth1 = (given: Fields): Auth => ({
  type: 'oauth1',
  signatureMethod: oauth1Methods.find((one) => one === getText(given, 'signatureMethod')) ?? 'HMAC-SHA1',
  consumerKey: getText(given, 'consumerKey'),
  ...removeEmptyFields({
    consumerSecret: getText(given, 'consumerSecret'),
    accessToken: getText(given, 'tokenKey'),
    accessTokenSecret: getText(given, 'tokenSecret'),
    privateKey: getText(given, 'privateKey'),
    callbackUrl: getText(given, 'callback'),
    nonce: getText(given, 'nonce'),
    timestamp: getText(given, 'timestamp'),
    realm: getText(given, 'realm'),
    verifier: getText(given, 'verifier'),
    version: getText(given, 'version'),
    includeBodyHash: isTrue(given, 'includeBodyHash') ? true : undefined,
  }),
});

const parseBearer = (given: Fields): Auth => {
  const prefix = getText(given, 'prefix').trim();
  const token = getText(given, 'token');
  return prefix === '' || prefix === 'Bearer'
    ? { type: 'bearer', token }
    : { type: 'api-key', name: 'Authorization', value: `${prefix} ${token}`, in: 'header' };
};

const kinds: Readonly<Record<string, (given: Fields) => Auth | undefined>> = {
  none: () => ({ type: 'none' }),
  basic: (given) => ({ type: 'basic', ...parseLogin(given) }),
  bearer: parseBearer,
  apikey: (given) =>
    getText(given, 'addTo') === 'cookie'
      ? createCookieKey(getText(given, 'key'), getText(given, 'value'))
      : {
          type: 'api-key',
          name: getText(given, 'key'),
          value: getText(given, 'value'),
          in: getText(given, 'addTo') === 'queryParams' ? 'query' : 'header',
        },
  digest: (given) => ({ type: 'digest', ...parseLogin(given) }),
  ntlm: (given) => ({ type: 'ntlm', ...parseLogin(given) }),
  iam: (given) => ({
    type: 'aws-sigv4',
    accessKeyId: getText(given, 'accessKeyId'),
    secretAccessKey: getText(given, 'secretAccessKey'),
    region: getText(given, 'region') || 'us-east-1',
    service: getText(given, 'service') || 'execute-api',
    ...removeEmptyFields({
      sessionToken: getText(given, 'sessionToken'),
    }),
  }),
  oauth1: parseOAuth1,
  oauth2: parseOAuth2,
};

/** Auth fields whose values have no counterpart here. */
export const describeAuthLosses = (given: unknown): readonly string[] => {
  if (!isFields(given) || isTrue(given, 'disabled')) return [];
  return [
    ...(isTrue(given, 'useISO88591') ? ['the encoding ISO 8859-1 of its login; it is sent as UTF-8'] : []),
    ...(getText(given, 'origin') === '' ? [] : ['the Origin header of its token requests']),
    ...(/^(?:code)?$/.test(getText(given, 'responseType'))
      ? []
      : [`the response type ${getText(given, 'responseType')} of its sign-in`]),
    ...(getText(given, 'state') === ''
      ? []
      : ['the fixed state of its sign-in; a new one is made each time']),
  ];
};

/**
 * The auth of a request or folder; without one it is inherited.
 * @returns undefined for a kind without a counterpart
 */
export const parseInsomniaAuth = (given: unknown): Auth | undefined => {
  if (!isFields(given)) return { type: 'inherit' };
  const type = getText(given, 'type');
  if (type === '') return { type: 'inherit' };
  return isTrue(given, 'disabled') ? { type: 'none' } : getOwnValue(kinds, type)?.(given);
};
