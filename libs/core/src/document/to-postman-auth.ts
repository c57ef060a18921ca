import type { Auth, AuthOf } from '../auth/auth.js';

type Row = readonly [key: string, value: string | boolean | undefined];

const oauth2Grants = {
  authorization_code: 'authorization_code_with_pkce',
  client_credentials: 'client_credentials',
  password: 'password_credentials',
} as const;

type PostmanAuthRows = readonly [type: string, rows: readonly Row[]] | undefined;

const oauth2 = (auth: AuthOf<'oauth2'>): PostmanAuthRows => {
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

const oauth1 = (auth: AuthOf<'oauth1'>): PostmanAuthRows =>
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

const awsv4 = (auth: AuthOf<'aws-sigv4'>): PostmanAuthRows => [
  'awsv4',
  [
    ['accessKey', auth.accessKeyId],
    ['secretKey', auth.secretAccessKey],
    ['region', auth.region],
    ['service', auth.service],
    ['sessionToken', auth.sessionToken],
  ],
];

const login = ({ username, password }: { readonly username: string; readonly password: string }) =>
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

const rowsOf = (auth: Auth): PostmanAuthRows => {
  switch (auth.type) {
    case 'basic':
    case 'digest':
      return [auth.type, login(auth)];
    case 'ntlm':
      return ['ntlm', [...login(auth), ['domain', auth.domain]]];
    case 'bearer':
      return ['bearer', [['token', auth.token]]];
    case 'api-key':
      return toApiKeyRows(auth);
    case 'aws-sigv4':
      return awsv4(auth);
    case 'oauth2':
      return oauth2(auth);
    case 'oauth1':
      return oauth1(auth);
    default:
      return undefined;
  }
};

/** The auth in Postman's format; undefined if it has no counterpart. */
export const authToPostman = (auth: Auth): object | undefined => {
  if (auth.type === 'none') return { type: 'noauth' };
  const found = rowsOf(auth);
  if (found === undefined) return undefined;
  const [type, rows] = found;
  const given = rows.flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value, type: typeof value }],
  );
  return { type, [type]: given };
};
