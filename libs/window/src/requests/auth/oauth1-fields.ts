import { oauth1Methods } from '@tandem/core';

import { type AuthField, choice, line, secret } from './auth-field.js';

type Fields = Readonly<Record<string, unknown>>;

const isRsa = ({ signatureMethod }: Fields): boolean => String(signatureMethod).startsWith('RSA');

/** The fields of OAuth 1.0. */
export const oauth1Fields: readonly AuthField[] = [
  choice(
    'signatureMethod',
    'Signature method',
    Object.fromEntries(oauth1Methods.map((one) => [one, one])),
    'HMAC-SHA1',
  ),
  line('consumerKey', 'Consumer key', { isOptional: false }),
  secret('consumerSecret', 'Consumer secret', { isFor: (auth) => !isRsa(auth) }),
  line('accessToken', 'Token'),
  secret('accessTokenSecret', 'Token secret', { isFor: (auth) => !isRsa(auth) }),
  secret('privateKey', 'Private key (PEM)', { as: 'lines', isFor: isRsa }),
  line('privateKeyFile', 'Private key file', {
    isFor: (auth) => isRsa(auth) && (auth.privateKey ?? '') === '',
  }),
  choice(
    'sendIn',
    'Sent in',
    { header: 'Authorization header', query: 'Query', body: 'Form body' },
    'header',
    { isRare: true },
  ),
  line('includeBodyHash', 'Sign the hash of a body that is not a form', {
    as: 'check',
    fallback: false,
    isRare: true,
  }),
  line('realm', 'Realm', { isRare: true, isFor: ({ sendIn }) => (sendIn ?? 'header') === 'header' }),
  line('callbackUrl', 'Callback URL', { isRare: true }),
  line('verifier', 'Verifier', { isRare: true }),
  line('version', 'Version', { isRare: true, fallback: '1.0' }),
  line('timestamp', 'Timestamp (the time of sending if empty)', { isRare: true }),
  line('nonce', 'Nonce (a new one if empty)', { isRare: true }),
];
