import { type Auth, oauth2ClientAuths, type OAuth2Parameter } from '@tandem/core';

import { includeIf, parseFlag, toMap, toText, type Tree, type TreeMap } from '../yaml/tree.js';

type Parameters = NonNullable<Extract<Auth, { readonly type: 'oauth2' }>['parameters']>;

/** The keys of additional parameters in a file, by the request that the parameters are for. */
const parameterKeys = [
  ['authorization', 'authorizationRequest'],
  ['token', 'accessTokenRequest'],
  ['refresh', 'refreshTokenRequest'],
] as const;

const toParameterTree = ({ name, value, enabled, in: where }: OAuth2Parameter): Tree => ({
  name,
  value,
  placement: where,
  ...(enabled ? {} : { disabled: 'true' }),
});

/** The additional parameters of OAuth 2.0 as stored in a file. */
const toParametersTree = (parameters: Parameters): TreeMap =>
  Object.fromEntries(
    parameterKeys.flatMap(([on, key]) => {
      const list = parameters[on];
      return list === undefined ? [] : [[key, list.map(toParameterTree)]];
    }),
  );

const parseParameter = (entry: unknown): readonly OAuth2Parameter[] => {
  const { name, value, placement, disabled } = toMap(entry);
  if (typeof name !== 'string') return [];
  const where = placement === 'header' || placement === 'query' ? placement : 'body';
  return [{ name, value: toText(value) ?? '', enabled: parseFlag(disabled) !== true, in: where }];
};

/** Parses the additional parameters in a file. */
const parseParameters = (tree: unknown): { readonly parameters?: Parameters } => {
  if (tree === undefined) return {};
  const lists = parameterKeys.flatMap(([on, key]) => {
    const found = toMap(tree)[key];
    return Array.isArray(found) ? [[on, found.flatMap(parseParameter)] as const] : [];
  });
  return { parameters: Object.fromEntries(lists) };
};

type OAuth2 = Extract<Auth, { readonly type: 'oauth2' }>;

/** The key for what OpenCollection cannot express. */
const ownKey = 'x-tandem';

const flows = {
  client_credentials: 'client_credentials',
  resource_owner_password_credentials: 'password',
  authorization_code: 'authorization_code',
  device_code: 'device_code',
} as const satisfies Readonly<Record<string, OAuth2['grant']>>;

const getFlow = (grant: OAuth2['grant']): string =>
  Object.entries(flows).find(([, one]) => one === grant)?.[0] ?? grant;

const placements = { basic: 'basic_auth_header', body: 'body' } as const;

/** Selects the fields that have a value. */
const selectTexts = (fields: Readonly<Record<string, string | undefined>>): TreeMap =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const nestUnlessEmpty = (key: string, tree: TreeMap): TreeMap =>
  includeIf(Object.keys(tree).length > 0, { [key]: tree }) as TreeMap;

const toPkceTree = ({ grant, pkce }: OAuth2): TreeMap => {
  if (pkce === 'none') return { pkce: { disabled: 'true' } };
  if (pkce !== undefined) return { pkce: { method: pkce } };
  return grant === 'authorization_code' ? { pkce: {} } : {};
};

/** Converts where the token is sent to the form in a file. Our own keys also store what OpenCollection cannot express. */
const toPlacementTree = ({
  sendIn,
  prefix,
  queryName,
  variableName,
}: OAuth2): { readonly theirs: TreeMap; readonly ours: TreeMap } => {
  const own = selectTexts({ sendIn, prefix, queryName, variableName });
  if (Object.keys(own).length === 0) return { theirs: {}, ours: {} };
  // Bruno cannot express this: it always puts each named token in a variable of its own.
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

const formatFlag = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

/** OAuth 2.0 as stored in a file. */
export const toOAuth2Tree = (auth: OAuth2): TreeMap => {
  const { clientAuth, clientId, clientSecret, username, password } = auth;
  const isOwnAuth = clientAuth === 'none' || clientAuth === 'private_key_jwt';
  const { theirs, ours } = toPlacementTree(auth);
  const additionalParameters = auth.parameters && toParametersTree(auth.parameters);
  return {
    flow: getFlow(auth.grant),
    ...selectTexts({
      authorizationUrl: auth.authorizationUrl,
      accessTokenUrl: auth.accessTokenUrl,
      refreshTokenUrl: auth.refreshTokenUrl,
      callbackUrl: auth.callbackUrl,
    }),
    ...nestUnlessEmpty(
      'credentials',
      selectTexts({
        clientId,
        clientSecret,
        placement: clientAuth === undefined || isOwnAuth ? undefined : placements[clientAuth],
      }),
    ),
    ...nestUnlessEmpty('resourceOwner', selectTexts({ username, password })),
    ...selectTexts({ scope: auth.scope }),
    ...toPkceTree(auth),
    ...(additionalParameters === undefined ? {} : { additionalParameters }),
    ...nestUnlessEmpty('tokenConfig', {
      ...selectTexts({ id: auth.tokenId }),
      ...theirs,
      ...selectTexts({ source: auth.token }),
    }),
    ...nestUnlessEmpty(
      'settings',
      selectTexts({
        autoFetchToken: formatFlag(auth.autoFetch),
        autoRefreshToken: formatFlag(auth.autoRefresh),
      }),
    ),
    ...nestUnlessEmpty(ownKey, {
      ...selectTexts({
        issuer: auth.issuer,
        deviceAuthorizationUrl: auth.deviceAuthorizationUrl,
        clientAuth: isOwnAuth ? clientAuth : undefined,
        privateKey: auth.privateKey,
      }),
      ...ours,
    }),
  };
};

const parsePkce = (tree: unknown): OAuth2['pkce'] => {
  const { disabled, method } = toMap(tree);
  if (parseFlag(disabled) === true) return 'none';
  return method === 'plain' || method === 'S256' ? method : undefined;
};

const parseClientAuth = (credentials: unknown, own: unknown): OAuth2['clientAuth'] => {
  const said = toText(toMap(own).clientAuth);
  const { placement } = toMap(credentials);
  if (placement === placements.basic) return 'basic';
  if (placement === placements.body) return 'body';
  return oauth2ClientAuths.find((one) => one === said);
};

const parseSendIn = (value: unknown): Pick<OAuth2, 'sendIn'> =>
  value === 'header' || value === 'query' || value === 'variable' ? { sendIn: value } : {};

const parsePlacement = (
  placement: unknown,
  own: unknown,
): Pick<OAuth2, 'sendIn' | 'prefix' | 'queryName' | 'variableName'> => {
  const { sendIn } = toMap(own);
  const ours = { ...parseSendIn(sendIn), ...parseTexts(own, 'prefix', 'queryName', 'variableName') };
  if (Object.keys(ours).length > 0) return ours;
  const { header, query } = toMap(placement);
  if (typeof query === 'string') return { sendIn: 'query', queryName: query };
  return typeof header === 'string' ? { sendIn: 'header', prefix: header } : {};
};

const parseToken = (tree: unknown, own: unknown): Partial<OAuth2> => {
  const { placement, source, id } = toMap(tree);
  const tokenId = toText(id);
  return {
    ...parsePlacement(placement, own),
    ...(tokenId === undefined ? {} : { tokenId }),
    ...(source === 'access_token' || source === 'id_token' ? { token: source } : {}),
  };
};

const parseTexts = (tree: unknown, ...names: readonly (keyof OAuth2)[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = toText(toMap(tree)[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );

const parseFlags = (tree: unknown): Pick<OAuth2, 'autoFetch' | 'autoRefresh'> => {
  const [fetch, refresh] = [parseFlag(toMap(tree).autoFetchToken), parseFlag(toMap(tree).autoRefreshToken)];
  return {
    ...(fetch === undefined ? {} : { autoFetch: fetch }),
    ...(refresh === undefined ? {} : { autoRefresh: refresh }),
  };
};

/** Reads OAuth 2.0 from a file; undefined for an unknown flow. */
export const parseOAuth2 = (tree: TreeMap | Readonly<Record<string, unknown>>): OAuth2 | undefined => {
  const { flow, credentials, resourceOwner, additionalParameters, pkce, tokenConfig, settings } = tree;
  const own = tree[ownKey];
  const grant = Object.hasOwn(flows, String(flow)) ? flows[flow as keyof typeof flows] : undefined;
  if (grant === undefined) return undefined;
  const [clientAuth, proof] = [parseClientAuth(credentials, own), parsePkce(pkce)];
  return {
    type: 'oauth2',
    grant,
    ...parseTexts(tree, 'authorizationUrl', 'accessTokenUrl', 'refreshTokenUrl', 'callbackUrl', 'scope'),
    ...parseTexts(credentials, 'clientId', 'clientSecret'),
    ...parseTexts(resourceOwner, 'username', 'password'),
    ...parseTexts(own, 'issuer', 'deviceAuthorizationUrl', 'privateKey'),
    ...(clientAuth === undefined ? {} : { clientAuth }),
    ...(proof === undefined ? {} : { pkce: proof }),
    ...parseParameters(additionalParameters),
    ...parseToken(tokenConfig, own),
    ...parseFlags(settings),
  };
};
