import type { Auth, AuthOf } from '../auth/auth.js';

type Row = readonly [key: string, value: string | boolean | undefined];

const oauth2Grants = {
  authorization_code: 'authorization_code_with_pkce',
  client_credentials: 'client_credentials',
  password: 'password_credentials',
} as const;

type PostmanAuthRows = readonly [type: string, rows: readonly Row[]] | undefined;

const toOAuth2Rows = (auth: AuthOf<'oauth2'>): PostmanAuthRows => {
  if (auth.grant === 'device_code' || auth.sendIn === 'variable') return undefined;
  const isPlain = auth.grant === 'authorization_code' && auth.pkce === 'none';
  return [
    'oauth2',
    [
      ['grant_type', isPlain ? 'authorization_code' : oauth2Grants[auth.grant]],
      ['accessTokenUrl', auth.accessTokenUrl],
      ['refreshTokenUrl', auth.refreshTokenUrl],
      ['authUrl', auth.authorizationUrl],
      ['redirect_uri', auth.callbackUrl],
      ['clientId', auth.clientId],
      ['clientSecret', auth.clientSecret],
      ['scope', auth.scope],
      ['username', auth.username],
      ['password', auth.password],
      ['client_authentication', auth.clientAuth === 'body' ? 'body' : 'header'],
      ['addTokenTo', auth.sendIn === 'query' ? 'queryParams' : 'header'],
      ['headerPrefix', auth.prefix],
    ],
  ];
};

const toOAuth1Rows = (auth: AuthOf<'oauth1'>): PostmanAuthRows =>
  auth.sendIn === 'body'
    ? undefined
    : [
        'oauth1',
        [
          ['signatureMethod', auth.signatureMethod],
          ['consumerKey', auth.consumerKey],
          ['consumerSecret', auth.consumerSecret],
          ['token', auth.accessToken],
          ['tokenSecret', auth.accessTokenSecret],
          ['privateKey', auth.privateKey],
          ['callback', auth.callbackUrl],
          ['verifier', auth.verifier],
          ['timestamp', auth.timestamp],
          ['nonce', auth.nonce],
          ['version', auth.version],
          ['realm', auth.realm],
          ['addParamsToHeader', auth.sendIn !== 'query'],
          ['includeBodyHash', auth.includeBodyHash],
        ],
      ];

const toAwsV4Rows = (auth: AuthOf<'aws-sigv4'>): PostmanAuthRows => [
  'awsv4',
  [
    ['accessKey', auth.accessKeyId],
    ['secretKey', auth.secretAccessKey],
    ['region', auth.region],
    ['service', auth.service],
    ['sessionToken', auth.sessionToken],
  ],
];

const toJwtRows = ({ queryName = '', ...auth }: AuthOf<'jwt'>): PostmanAuthRows => [
  'jwt',
  [
    ['algorithm', auth.algorithm],
    [auth.algorithm.startsWith('HS') ? 'secret' : 'privateKey', auth.secret],
    ['isSecretBase64Encoded', auth.secretIsBase64],
    ['payload', auth.claims],
    ['header', auth.header],
    ['addTokenTo', auth.sendIn === 'query' ? 'queryParam' : 'header'],
    ['headerPrefix', auth.prefix],
    ['queryParamKey', auth.sendIn === 'query' ? queryName.replace(/^$/, 'access_token') : undefined],
  ],
];

const toLoginRows = ({ username, password }: { readonly username: string; readonly password: string }) =>
  [
    ['username', username],
    ['password', password],
  ] as const;

const toApiKeyRows = (auth: AuthOf<'api-key'>): PostmanAuthRows => [
  'apikey',
  [
    ['key', auth.name],
    ['value', auth.value],
    ['in', auth.in],
  ],
];

const toAuthRows = (auth: Auth): PostmanAuthRows => {
  switch (auth.type) {
    case 'basic':
    case 'digest':
      return [auth.type, toLoginRows(auth)];
    case 'ntlm':
      return ['ntlm', [...toLoginRows(auth), ['domain', auth.domain]]];
    case 'bearer':
      return ['bearer', [['token', auth.token]]];
    case 'api-key':
      return toApiKeyRows(auth);
    case 'aws-sigv4':
      return toAwsV4Rows(auth);
    case 'oauth2':
      return toOAuth2Rows(auth);
    case 'oauth1':
      return toOAuth1Rows(auth);
    case 'jwt':
      // Postman cannot add an expiry, and does not know this algorithm.
      return auth.expiresIn !== undefined || auth.algorithm === 'EdDSA' ? undefined : toJwtRows(auth);
    default:
      return undefined;
  }
};

/** The auth in Postman's format; undefined for a kind without a counterpart. */
export const toPostmanAuth = (auth: Auth): object | undefined => {
  if (auth.type === 'none') return { type: 'noauth' };
  const found = toAuthRows(auth);
  if (found === undefined) return undefined;
  const [type, rows] = found;
  const given = rows.flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value, type: typeof value }],
  );
  return { type, [type]: given };
};
