import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { OAuth2Config } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { importPKCS8 } from 'jose';
import * as oauth from 'oauth4webapi';
import { createAuthFailure } from './fault.js';

type CustomFetch = NonNullable<oauth.HttpRequestOptions<'GET'>[typeof oauth.customFetch]>;

/** Sends a request of the OAuth library. */
export type Fetch = (url: string, init: Parameters<CustomFetch>[1] | TokenInit) => Promise<Response>;

interface TokenInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | undefined;
}

/**
 * Creates the options that make the OAuth library send its requests with `fetch`. They allow http, because servers under test often do not
 * support https.
 */
export const createFetchOptions = (fetch: Fetch) => ({
  [oauth.customFetch]: fetch,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the library's only way to allow http
  [oauth.allowInsecureRequests]: true,
});

type SigningKey = Parameters<typeof oauth.PrivateKeyJwt>[0];

const curves: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

const getAlgorithm = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined => {
  if (asymmetricKeyType === 'rsa') return 'RS256';
  if (asymmetricKeyType === 'ed25519') return 'Ed25519';
  return asymmetricKeyType === 'ec' ? getOwnValue(curves, asymmetricKeyDetails?.namedCurve ?? '') : undefined;
};

const readKey = (pem: string): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch {
    throw createAuthFailure(
      'The private key is not a PEM file with an unencrypted private key. Check the private key under Auth.',
      {
        field: 'privateKey',
      },
    );
  }
};

/** Reads the key that signs assertions, in any PEM form that OpenSSL writes. */
const readSigningKey = async (pem: string): Promise<SigningKey> => {
  const key = readKey(pem);
  const algorithm = getAlgorithm(key);
  if (algorithm === undefined) throw createAuthFailure('The private key must be RSA, ECDSA or Ed25519.');
  return await importPKCS8(key.export({ type: 'pkcs8', format: 'pem' }) as string, algorithm);
};

/** Creates the client in the library's format, as it is registered with the server. */
export const createClient = ({ clientId = '' }: OAuth2Config): oauth.Client => {
  if (clientId === '')
    throw createAuthFailure('OAuth 2.0 needs a client ID. Set it under Auth.', { field: 'clientId' });
  return { client_id: clientId };
};

/** Creates the authentication of the client (RFC 6749, section 2.3; RFC 7523, section 2.2). */
export const createClientAuth = async (config: OAuth2Config): Promise<oauth.ClientAuth> => {
  const { clientSecret = '', privateKey = '' } = config;
  const how = config.clientAuth ?? (clientSecret === '' ? 'none' : 'basic');
  switch (how) {
    case 'none':
      return oauth.None();
    case 'basic':
      return clientSecret === '' ? authenticateWithoutSecret : oauth.ClientSecretBasic(clientSecret);
    case 'body':
      return clientSecret === '' ? oauth.None() : oauth.ClientSecretPost(clientSecret);
    case 'private_key_jwt':
      return oauth.PrivateKeyJwt(await readSigningKey(privateKey));
  }
};

/** Authenticates a client that has no secret with Basic and an empty password. */
const authenticateWithoutSecret: oauth.ClientAuth = (_as, { client_id }, _body, headers) => {
  headers.set(
    'authorization',
    `Basic ${Buffer.from(`${encodeURIComponent(client_id)}:`).toString('base64')}`,
  );
};
