import { createPrivateKey } from 'node:crypto';

import type { JwtSigner } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { importPKCS8, SignJWT } from 'jose';

import { failed, Failed } from './fault.js';

type Key = Parameters<SignJWT['sign']>[0];

const keyFor = async (algorithm: string, secret: string, isBase64: boolean): Promise<Key> => {
  if (algorithm.startsWith('HS')) {
    const bytes = Buffer.from(secret, isBase64 ? 'base64' : 'utf8');
    if (bytes.length === 0)
      throw failed('A JWT with an HS algorithm needs a secret. Set it under Auth.', { field: 'secret' });
    return bytes;
  }
  try {
    const pem = createPrivateKey(secret).export({ type: 'pkcs8', format: 'pem' }) as string;
    return await importPKCS8(pem, algorithm);
  } catch {
    throw failed(
      `The key for the JWT does not fit ${algorithm}: it must be an unencrypted private key in PEM of that kind.`,
      { field: 'secret' },
    );
  }
};

/** Signs JSON Web Tokens (RFC 7519, RFC 7515). */
export const signJwt: JwtSigner =
  ({ algorithm, secret, isBase64 = false, header = {}, claims }) =>
  async () => {
    try {
      const key = await keyFor(algorithm, secret, isBase64);
      const token = await new SignJWT(claims)
        .setProtectedHeader({ typ: 'JWT', ...header, alg: algorithm })
        .sign(key);
      return E.right(token);
    } catch (error) {
      if (error instanceof Failed) return E.left(error.fault);
      return E.left(failed(`The JWT could not be signed: ${(error as Error).message}`).fault);
    }
  };
