import { type Auth, oauth2ClientAuths } from '@tandem/core';

import { parametersFrom, parametersTree } from './oauth2-parameters.js';
import { flagOf, mapOf, textOf, type TreeMap, includeIf } from '../yaml/tree.js';

type OAuth2 = Extract<Auth, { readonly type: 'oauth2' }>;

/** Where a document stores what OpenCollection has no key for. */
const ownKey = 'x-tandem';

const flows = {
  client_credentials: 'client_credentials',
  resource_owner_password_credentials: 'password',
  authorization_code: 'authorization_code',
  device_code: 'device_code',
} as const satisfies Readonly<Record<string, OAuth2['grant']>>;

const flowOf = (grant: OAuth2['grant']): string =>
  Object.entries(flows).find(([, one]) => one === grant)?.[0] ?? grant;

const placements = { basic: 'basic_auth_header', body: 'body' } as const;

/** Strings that are set. */
const texts = (fields: Readonly<Record<string, string | undefined>>): TreeMap =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const nestUnlessEmpty = (key: string, tree: TreeMap): TreeMap =>
  includeIf(Object.keys(tree).length > 0, { [key]: tree }) as TreeMap;

const pkceTree = ({ grant, pkce }: OAuth2): TreeMap => {
  if (pkce === 'none') return { pkce: { disabled: 'true' } };
  if (pkce !== undefined) return { pkce: { method: pkce } };
  return grant === 'authorization_code' ? { pkce: {} } : {};
};

/** Where the token is sent; what the format cannot express is also stored under our own keys. */
const placementTree = ({
  sendIn,
  prefix,
  queryName,
  variableName,
}: OAuth2): { readonly theirs: TreeMap; readonly ours: TreeMap } => {
  const own = texts({ sendIn, prefix, queryName, variableName });
  if (Object.keys(own).length === 0) return { theirs: {}, ours: {} };
  // Bruno has no such placement, but puts the token of each name in its own variable.
  if (sendIn === 'variable') return { theirs: {}, ours: own };
  const isQuery = sendIn === 'query';
  const theirs = {
    placement: isQuery ? { query: queryName ?? 'access_token' } : { header: prefix ?? 'Bearer' },
  };
  const isSaid = isQuery
    ? queryName !== undefined && prefix === undefined
    : sendIn === 'header' && prefix !== undefined && queryName === undefined;
  return { theirs, ours: isSaid && variableName === undefined ? {} : own };
};

const flag = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

/** OAuth 2.0 as stored in a file. */
export const oauth2Tree = (auth: OAuth2): TreeMap => {
  const { clientAuth, clientId, clientSecret, username, password } = auth;
  const isOwnAuth = clientAuth === 'none' || clientAuth === 'private_key_jwt';
  const { theirs, ours } = placementTree(auth);
  const additionalParameters = auth.parameters && parametersTree(auth.parameters);
  return {
    flow: flowOf(auth.grant),
    ...texts({
      authorizationUrl: auth.authorizationUrl,
      accessTokenUrl: auth.accessTokenUrl,
      refreshTokenUrl: auth.refreshTokenUrl,
      callbackUrl: auth.callbackUrl,
    }),
    ...nestUnlessEmpty(
      'credentials',
      texts({
        clientId,
        clientSecret,
        placement: clientAuth === undefined || isOwnAuth ? undefined : placements[clientAuth],
      }),
    ),
    ...nestUnlessEmpty('resourceOwner', texts({ username, password })),
    ...texts({ scope: auth.scope }),
    ...pkceTree(auth),
    ...(additionalParameters === undefined ? {} : { additionalParameters }),
    ...nestUnlessEmpty('tokenConfig', {
      ...texts({ id: auth.tokenId }),
      ...theirs,
      ...texts({ source: auth.token }),
    }),
    ...nestUnlessEmpty(
      'settings',
      texts({ autoFetchToken: flag(auth.autoFetch), autoRefreshToken: flag(auth.autoRefresh) }),
    ),
    ...nestUnlessEmpty(ownKey, {
      ...texts({
        issuer: auth.issuer,
        deviceAuthorizationUrl: auth.deviceAuthorizationUrl,
        clientAuth: isOwnAuth ? clientAuth : undefined,
        privateKey: auth.privateKey,
      }),
      ...ours,
    }),
  };
};

const pkceFrom = (tree: unknown): OAuth2['pkce'] => {
  const { disabled, method } = mapOf(tree);
  if (flagOf(disabled) === true) return 'none';
  return method === 'plain' || method === 'S256' ? method : undefined;
};

const clientAuthFrom = (credentials: unknown, own: unknown): OAuth2['clientAuth'] => {
  const said = textOf(mapOf(own).clientAuth);
  const { placement } = mapOf(credentials);
  if (placement === placements.basic) return 'basic';
  if (placement === placements.body) return 'body';
  return oauth2ClientAuths.find((one) => one === said);
};

const sendInFrom = (value: unknown): Pick<OAuth2, 'sendIn'> =>
  value === 'header' || value === 'query' || value === 'variable' ? { sendIn: value } : {};

const placementFrom = (
  placement: unknown,
  own: unknown,
): Pick<OAuth2, 'sendIn' | 'prefix' | 'queryName' | 'variableName'> => {
  const { sendIn } = mapOf(own);
  const ours = { ...sendInFrom(sendIn), ...textsFrom(own, 'prefix', 'queryName', 'variableName') };
  if (Object.keys(ours).length > 0) return ours;
  const { header, query } = mapOf(placement);
  if (typeof query === 'string') return { sendIn: 'query', queryName: query };
  return typeof header === 'string' ? { sendIn: 'header', prefix: header } : {};
};

const tokenFrom = (tree: unknown, own: unknown): Partial<OAuth2> => {
  const { placement, source, id } = mapOf(tree);
  const tokenId = textOf(id);
  return {
    ...placementFrom(placement, own),
    ...(tokenId === undefined ? {} : { tokenId }),
    ...(source === 'access_token' || source === 'id_token' ? { token: source } : {}),
  };
};

const textsFrom = (tree: unknown, ...names: readonly (keyof OAuth2)[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = textOf(mapOf(tree)[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );

const flagsFrom = (tree: unknown): Pick<OAuth2, 'autoFetch' | 'autoRefresh'> => {
  const [fetch, refresh] = [flagOf(mapOf(tree).autoFetchToken), flagOf(mapOf(tree).autoRefreshToken)];
  return {
    ...(fetch === undefined ? {} : { autoFetch: fetch }),
    ...(refresh === undefined ? {} : { autoRefresh: refresh }),
  };
};

/** The OAuth 2.0 in a file; undefined for an unknown flow. */
export const oauth2From = (tree: TreeMap | Readonly<Record<string, unknown>>): OAuth2 | undefined => {
  const { flow, credentials, resourceOwner, additionalParameters, pkce, tokenConfig, settings } = tree;
  const own = tree[ownKey];
  const grant = Object.hasOwn(flows, String(flow)) ? flows[flow as keyof typeof flows] : undefined;
  if (grant === undefined) return undefined;
  const [clientAuth, proof] = [clientAuthFrom(credentials, own), pkceFrom(pkce)];
  return {
    type: 'oauth2',
    grant,
    ...textsFrom(tree, 'authorizationUrl', 'accessTokenUrl', 'refreshTokenUrl', 'callbackUrl', 'scope'),
    ...textsFrom(credentials, 'clientId', 'clientSecret'),
    ...textsFrom(resourceOwner, 'username', 'password'),
    ...textsFrom(own, 'issuer', 'deviceAuthorizationUrl', 'privateKey'),
    ...(clientAuth === undefined ? {} : { clientAuth }),
    ...(proof === undefined ? {} : { pkce: proof }),
    ...parametersFrom(additionalParameters),
    ...tokenFrom(tokenConfig, own),
    ...flagsFrom(settings),
  };
};
