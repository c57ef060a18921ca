import type { Auth, AuthOf } from '@tandem/core';

type Scheme = Readonly<Record<string, unknown>>;

const listScopes = ({ scope = '' }: AuthOf<'oauth2'>): readonly string[] =>
  scope.split(/\s+/).filter((one) => one !== '');

const toOAuth2Scheme = (auth: AuthOf<'oauth2'>): Scheme | undefined => {
  const { grant, accessTokenUrl, authorizationUrl, refreshTokenUrl, issuer } = auth;
  const scopes = Object.fromEntries(listScopes(auth).map((one) => [one, '']));
  const more = { scopes, ...(refreshTokenUrl ? { refreshUrl: refreshTokenUrl } : {}) };
  const tokenUrl = accessTokenUrl;
  if (issuer && !tokenUrl)
    return {
      type: 'openIdConnect',
      openIdConnectUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    };
  if (!tokenUrl) return undefined;
  switch (grant) {
    case 'client_credentials':
      return { type: 'oauth2', flows: { clientCredentials: { tokenUrl, ...more } } };
    case 'password':
      return { type: 'oauth2', flows: { password: { tokenUrl, ...more } } };
    case 'authorization_code':
      return authorizationUrl
        ? { type: 'oauth2', flows: { authorizationCode: { authorizationUrl, tokenUrl, ...more } } }
        : undefined;
    default:
      return undefined;
  }
};

const toSecurityScheme = (auth: Auth): Scheme | undefined => {
  switch (auth.type) {
    case 'basic':
    case 'digest':
    case 'bearer':
      return { type: 'http', scheme: auth.type };
    case 'api-key':
      return { type: 'apiKey', name: auth.name, in: auth.in };
    case 'oauth2':
      return toOAuth2Scheme(auth);
    default:
      return undefined;
  }
};

const getName = (auth: Auth): string => (auth.type === 'api-key' ? 'apiKey' : auth.type);

/** Collects a document's security schemes, each once. */
export const createSchemes = () => {
  const schemes = new Map<string, Scheme>();
  const nameFor = (wanted: string, scheme: Scheme): string => {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? wanted : `${wanted}${count}`;
      const known = schemes.get(name);
      if (known === undefined) schemes.set(name, scheme);
      if (known === undefined || JSON.stringify(known) === JSON.stringify(scheme)) return name;
    }
  };
  return {
    /** The security requirement of an auth; undefined if it has no counterpart. */
    requirementOf: (auth: Auth): Readonly<Record<string, readonly string[]>> | undefined => {
      const scheme = toSecurityScheme(auth);
      if (scheme === undefined) return undefined;
      return { [nameFor(getName(auth), scheme)]: auth.type === 'oauth2' ? listScopes(auth) : [] };
    },
    all: (): Readonly<Record<string, Scheme>> => Object.fromEntries(schemes),
  };
};
export type Schemes = ReturnType<typeof createSchemes>;
