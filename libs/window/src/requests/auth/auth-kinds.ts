import {
  type Auth,
  type AuthKind,
  type AuthOf,
  defaultCallbackUrl,
  jwtAlgorithms,
  oauth1Methods,
} from '@tandem/core';

/** A field of an auth. A field with `words` is a choice among these options; an empty optional field is omitted. */
export interface AuthField {
  readonly key: string;
  readonly label: string;
  readonly isSecret?: boolean;
  /** Describes the secret in a few words, if the label is not enough. */
  readonly what?: string;
  /** Describes what an empty value means. */
  readonly ifEmpty?: string;
  readonly isOptional?: boolean;
  readonly words?: Readonly<Record<string, string>>;
  /** A control other than a text input. */
  readonly as?: 'lines' | 'check' | 'number' | 'parameters';
  /** The default value of the field. */
  readonly fallback?: string | boolean;
  /** Whether the field applies to the current auth. */
  readonly isFor?: (auth: Readonly<Record<string, unknown>>) => boolean;
  /** Whether the field is rarely used. Such fields are hidden at first. */
  readonly isRare?: true;
  /** For `parameters`: the request in which the parameters are sent. */
  readonly request?: 'authorization' | 'token';
}

type OptionLabels = Readonly<Record<string, string>>;

/** Creates a field that is omitted if it is empty. */
const createField = (key: string, label: string, more: Partial<AuthField> = {}): AuthField => ({
  key,
  label,
  isOptional: true,
  ...more,
});

/** Creates a field whose text is shown as dots. */
const createSecretField = (key: string, label: string, more: Partial<AuthField> = {}): AuthField =>
  createField(key, label, { ...more, isSecret: true });

/** Creates a choice among a few options; `fallback` is the default. */
const createChoiceField = (
  key: string,
  label: string,
  words: OptionLabels,
  fallback: string,
  more: Partial<AuthField> = {},
): AuthField => createField(key, label, { words, fallback, ...more });

type Fields = Readonly<Record<string, unknown>>;

const isRsa = ({ signatureMethod }: Fields): boolean => String(signatureMethod).startsWith('RSA');

/** The fields of OAuth 1.0. */
const oauth1Fields: readonly AuthField[] = [
  createChoiceField(
    'signatureMethod',
    'Signature method',
    Object.fromEntries(oauth1Methods.map((one) => [one, one])),
    'HMAC-SHA1',
  ),
  createField('consumerKey', 'Consumer key', { isOptional: false }),
  createSecretField('consumerSecret', 'Consumer secret', { isFor: (auth) => !isRsa(auth) }),
  createField('accessToken', 'Token'),
  createSecretField('accessTokenSecret', 'Token secret', { isFor: (auth) => !isRsa(auth) }),
  createSecretField('privateKey', 'Private key (PEM)', { as: 'lines', isFor: isRsa }),
  createField('privateKeyFile', 'Private key file', {
    isFor: (auth) => isRsa(auth) && (auth.privateKey ?? '') === '',
  }),
  createChoiceField(
    'sendIn',
    'Sent in',
    { header: 'Authorization header', query: 'Query', body: 'Form body' },
    'header',
    { isRare: true },
  ),
  createField('includeBodyHash', 'Sign the hash of a body that is not a form', {
    as: 'check',
    fallback: false,
    isRare: true,
  }),
  createField('realm', 'Realm', { isRare: true, isFor: ({ sendIn }) => (sendIn ?? 'header') === 'header' }),
  createField('callbackUrl', 'Callback URL', { isRare: true }),
  createField('verifier', 'Verifier', { isRare: true }),
  createField('version', 'Version', { isRare: true, fallback: '1.0' }),
  createField('timestamp', 'Timestamp (the time of sending if empty)', { isRare: true }),
  createField('nonce', 'Nonce (a new one if empty)', { isRare: true }),
];

/** The available kinds. */
export type ChosenKind = Exclude<AuthKind, 'unsupported'>;

interface KindEntry<K extends ChosenKind> {
  readonly title: string;
  /** The initial content of a new auth. */
  readonly start: AuthOf<K>;
  readonly fields: readonly AuthField[];
}

const limitToGrants = (...wanted: readonly string[]): Pick<AuthField, 'isFor'> => ({
  isFor: ({ grant }) => wanted.includes(String(grant)),
});

const createSendFields = (more: Readonly<Record<string, string>>): readonly AuthField[] => [
  createChoiceField(
    'sendIn',
    'Sent in',
    { header: 'Authorization header', query: 'Query', ...more },
    'header',
    {
      isRare: true,
    },
  ),
  createField('prefix', 'Prefix', {
    isRare: true,
    fallback: 'Bearer',
    isFor: ({ sendIn = 'header' }) => sendIn === 'header',
  }),
  createField('queryName', 'Parameter', {
    isRare: true,
    fallback: 'access_token',
    isFor: ({ sendIn }) => sendIn === 'query',
  }),
];

const oauth2Fields: readonly AuthField[] = [
  createChoiceField(
    'grant',
    'Grant',
    {
      client_credentials: 'Client credentials',
      password: 'Password',
      authorization_code: 'Authorization code (browser)',
      device_code: 'Device code',
    },
    'client_credentials',
  ),
  createField('issuer', 'Issuer'),
  createField('authorizationUrl', 'Authorization URL', limitToGrants('authorization_code')),
  createField('deviceAuthorizationUrl', 'Device URL', limitToGrants('device_code')),
  createField('accessTokenUrl', 'Token URL'),
  createField('clientId', 'Client ID'),
  createSecretField('clientSecret', 'Client secret', {
    isFor: ({ clientAuth }) => clientAuth !== 'private_key_jwt' && clientAuth !== 'none',
  }),
  createSecretField('privateKey', 'Private key (PEM)', {
    as: 'lines',
    isFor: ({ clientAuth }) => clientAuth === 'private_key_jwt',
  }),
  createField('username', 'User', limitToGrants('password')),
  createSecretField('password', 'Password', limitToGrants('password')),
  createField('scope', 'Scope'),
  createField('callbackUrl', 'Callback URL', {
    ...limitToGrants('authorization_code'),
    fallback: defaultCallbackUrl,
    isRare: true,
  }),
  createChoiceField('pkce', 'PKCE', { S256: 'S256', plain: 'Plain', none: 'None' }, 'S256', {
    ...limitToGrants('authorization_code'),
    isRare: true,
  }),
  createChoiceField(
    'clientAuth',
    'Client authentication',
    {
      basic: 'Basic header',
      body: 'In the body',
      private_key_jwt: 'Signed assertion',
      none: 'None',
    },
    'basic',
    { isRare: true },
  ),
  createField('refreshTokenUrl', 'Refresh URL', { isRare: true }),
  createChoiceField(
    'token',
    'Token to send',
    { access_token: 'Access token', id_token: 'ID token' },
    'access_token',
    {
      isRare: true,
    },
  ),
  ...createSendFields({ variable: 'Variable' }),
  createField('variableName', 'Variable', {
    isRare: true,
    fallback: 'access_token',
    isFor: ({ sendIn }) => sendIn === 'variable',
  }),
  createField('autoFetch', 'Fetch a missing token when sending', {
    as: 'check',
    fallback: true,
    isRare: true,
  }),
  createField('autoRefresh', 'Refresh an expired token when sending', {
    as: 'check',
    fallback: true,
    isRare: true,
  }),
  createField('parameters', 'Extra parameters of the sign-in', {
    ...limitToGrants('authorization_code'),
    as: 'parameters',
    request: 'authorization',
    isRare: true,
  }),
  createField('parameters', 'Extra parameters of the token request', {
    as: 'parameters',
    request: 'token',
    isRare: true,
  }),
];

const isShared = ({ algorithm }: Readonly<Record<string, unknown>>): boolean =>
  String(algorithm).startsWith('HS');

const jwtFields: readonly AuthField[] = [
  createChoiceField(
    'algorithm',
    'Algorithm',
    Object.fromEntries(jwtAlgorithms.map((one) => [one, one])),
    'HS256',
  ),
  createSecretField('secret', 'Secret', { what: 'signing secret', isFor: isShared, isOptional: false }),
  createSecretField('secret', 'Private key (PEM)', {
    as: 'lines',
    isFor: (auth) => !isShared(auth),
    isOptional: false,
  }),
  createField('secretIsBase64', 'The secret is Base64-encoded', {
    as: 'check',
    fallback: false,
    isFor: isShared,
  }),
  createField('claims', 'Claims (JSON)', { as: 'lines', isOptional: false }),
  createField('expiresIn', 'Expires after (s)', { as: 'number' }),
  createField('header', 'Header (JSON)', { as: 'lines', isRare: true }),
  ...createSendFields({}),
];

const username = { key: 'username', label: 'User' } as const;
const password = { key: 'password', label: 'Password', isSecret: true } as const;

/** The kinds of auth with the fields of their editor, in the order of the list. */
export const authKinds: { readonly [K in ChosenKind]: KindEntry<K> } = {
  inherit: { title: 'Inherited', start: { type: 'inherit' }, fields: [] },
  none: { title: 'None', start: { type: 'none' }, fields: [] },
  basic: {
    title: 'Basic',
    start: { type: 'basic', username: '', password: '' },
    fields: [username, password],
  },
  bearer: {
    title: 'Bearer token',
    start: { type: 'bearer', token: '' },
    fields: [
      {
        key: 'token',
        label: 'Token',
        isSecret: true,
        ifEmpty: 'Without a token, no Authorization header is sent.',
      },
    ],
  },
  'api-key': {
    title: 'API key',
    start: { type: 'api-key', name: '', value: '', in: 'header' },
    fields: [
      { key: 'name', label: 'Name' },
      { key: 'value', label: 'Value', what: 'API key', isSecret: true },
      { key: 'in', label: 'Sent in', words: { header: 'Header', query: 'Query' } },
    ],
  },
  oauth2: {
    title: 'OAuth 2.0',
    start: { type: 'oauth2', grant: 'client_credentials' },
    fields: oauth2Fields,
  },
  oauth1: {
    title: 'OAuth 1.0',
    start: { type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: '' },
    fields: oauth1Fields,
  },
  jwt: {
    title: 'JWT',
    start: { type: 'jwt', algorithm: 'HS256', secret: '', claims: '{}' },
    fields: jwtFields,
  },
  digest: {
    title: 'Digest',
    start: { type: 'digest', username: '', password: '' },
    fields: [username, password],
  },
  ntlm: {
    title: 'NTLM',
    start: { type: 'ntlm', username: '', password: '' },
    fields: [username, password, { key: 'domain', label: 'Domain', isOptional: true }],
  },
  wsse: {
    title: 'WSSE',
    start: { type: 'wsse', username: '', password: '' },
    fields: [username, password],
  },
  'aws-sigv4': {
    title: 'AWS signature',
    start: { type: 'aws-sigv4', accessKeyId: '', secretAccessKey: '', region: '', service: '' },
    fields: [
      { key: 'accessKeyId', label: 'Access key ID' },
      { key: 'secretAccessKey', label: 'Secret access key', isSecret: true },
      { key: 'region', label: 'Region' },
      { key: 'service', label: 'Service' },
      { key: 'sessionToken', label: 'Session token', isSecret: true, isOptional: true },
    ],
  },
};

/** The title of each kind. */
export const authTitles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(authKinds).map(([kind, { title }]) => [kind, title]),
);

/** Lists the fields that are visible for an auth. */
export const listAuthFields = (auth: Auth): readonly AuthField[] =>
  auth.type === 'unsupported' ? [] : authKinds[auth.type].fields.filter(({ isFor }) => isFor?.(auth) ?? true);
