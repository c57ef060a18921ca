import type { Auth } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { createCookieKey } from '../draft.js';
import { type Fields, getFields, isFields, removeEmptyFields, getText } from '../value.js';
import type { Resolver } from './refs.js';

/** An auth, and the names of the secrets that it needs. */
export interface SchemeAuth {
  readonly auth: Auth;
  readonly secrets: readonly string[];
}

type OAuth2 = Extract<Auth, { type: 'oauth2' }>;

const grants: readonly (readonly [flow: string, grant: OAuth2['grant']])[] = [
  ['clientCredentials', 'client_credentials'],
  ['application', 'client_credentials'],
  ['authorizationCode', 'authorization_code'],
  ['accessCode', 'authorization_code'],
  ['deviceAuthorization', 'device_code'],
  ['password', 'password'],
];

const createOAuth2 = (flow: Fields, grant: OAuth2['grant'], scopes: readonly string[]): SchemeAuth => {
  return {
    auth: {
      type: 'oauth2',
      grant,
      clientId: '{{client_id}}',
      clientSecret: '{{client_secret}}',
      ...removeEmptyFields({
        accessTokenUrl: getText(flow, 'tokenUrl'),
        authorizationUrl: getText(flow, 'authorizationUrl'),
        deviceAuthorizationUrl: getText(flow, 'deviceAuthorizationUrl'),
        refreshTokenUrl: getText(flow, 'refreshUrl'),
        scope: scopes.join(' '),
      }),
      ...(grant === 'password' ? { username: '{{username}}', password: '{{password}}' } : {}),
    },
    secrets: ['client_id', 'client_secret', ...(grant === 'password' ? ['username', 'password'] : [])],
  };
};

const toOAuth2 = (scheme: Fields, scopes: readonly string[]): SchemeAuth | undefined => {
  const flows = getFields(scheme, 'flows');
  for (const [name, grant] of grants) {
    // Swagger 2 has one flow, in the scheme itself.
    const flow = getText(scheme, 'flow') === name ? scheme : getOwnValue(flows, name);
    if (isFields(flow)) return createOAuth2(flow, grant, scopes);
  }
  return undefined;
};

/** Only browsers can use the implicit flow, and OAuth 2.1 removes it, so Tandem sends a token that a person obtained elsewhere. */
const isImplicit = (scheme: Fields): boolean =>
  getText(scheme, 'type') === 'oauth2' &&
  (getText(scheme, 'flow') === 'implicit' || isFields(getFields(scheme, 'flows').implicit));

const loginVariables = { username: '{{username}}', password: '{{password}}' } as const;

const toHttpAuth = (scheme: string): SchemeAuth | undefined => {
  switch (scheme.toLowerCase()) {
    case 'basic':
      return { auth: { type: 'basic', ...loginVariables }, secrets: ['username', 'password'] };
    case 'digest':
      return { auth: { type: 'digest', ...loginVariables }, secrets: ['username', 'password'] };
    case 'bearer':
      return { auth: { type: 'bearer', token: '{{token}}' }, secrets: ['token'] };
    default:
      return undefined;
  }
};

const toSchemeAuth = (scheme: Fields, scopes: readonly string[]): SchemeAuth | undefined => {
  switch (getText(scheme, 'type')) {
    case 'basic':
      return toHttpAuth('basic');
    case 'http':
      return toHttpAuth(getText(scheme, 'scheme'));
    case 'apiKey': {
      const location = getText(scheme, 'in');
      const [name, value] = [getText(scheme, 'name'), '{{api_key}}'];
      const auth: Auth =
        location === 'cookie'
          ? createCookieKey(name, value)
          : { type: 'api-key', name, value, in: location === 'query' ? 'query' : 'header' };
      return { auth, secrets: ['api_key'] };
    }
    case 'oauth2':
      return toOAuth2(scheme, scopes) ?? (isImplicit(scheme) ? toHttpAuth('bearer') : undefined);
    case 'openIdConnect': {
      const issuer = getText(scheme, 'openIdConnectUrl').replace(
        /\/\.well-known\/openid-configuration\/?$/,
        '',
      );
      const found = createOAuth2({}, 'authorization_code', [
        'openid',
        ...scopes.filter((one) => one !== 'openid'),
      ]);
      return { ...found, auth: { ...(found.auth as OAuth2), issuer } };
    }
    default:
      return undefined;
  }
};

const noAuth: SchemeAuth = { auth: { type: 'none' }, secrets: [] };

/**
 * Chooses the auth from a list of security requirements: the first alternative that Tandem can express, and its first scheme.
 * @param report called with schemes that Tandem cannot express
 */
export const resolveSecurity = (
  requirements: unknown,
  schemes: Fields,
  { resolve }: Resolver,
  report: (what: string) => void,
): SchemeAuth | undefined => {
  if (!Array.isArray(requirements)) return undefined;
  const alternatives = requirements.filter(isFields).map((one) => Object.entries(one));
  if (alternatives.every((one) => one.length === 0)) return noAuth;
  for (const alternative of alternatives) {
    const found = alternative.map(([name, scopes]) => ({
      name,
      made: toSchemeAuth(
        resolve(getOwnValue(schemes, name)),
        Array.isArray(scopes) ? scopes.map(String) : [],
      ),
    }));
    const first = found.find(({ made }) => made !== undefined);
    if (first?.made === undefined) continue;
    const chosen = resolve(getOwnValue(schemes, first.name));
    if (isImplicit(chosen) && first.made.auth.type === 'bearer')
      report(`the implicit flow of “${first.name}”; a token is sent that you enter as the secret token`);
    for (const { name } of found.filter((one) => one !== first))
      report(`the security scheme “${name}”, which is needed beside “${first.name}”`);
    const others = alternatives.filter((one) => one !== alternative && one.length > 0).flat();
    const names = [...new Set(others.map(([name]) => name))].filter((name) => name !== first.name);
    if (names.length > 0)
      report(`${names.map((name) => `“${name}”`).join(', ')}, which can be used instead of “${first.name}”`);
    return first.made;
  }
  const names = alternatives.flat().map(([name]) => `“${name}”`);
  report(`the security ${names.length === 1 ? 'scheme' : 'schemes'} ${[...new Set(names)].join(', ')}`);
  return noAuth;
};
