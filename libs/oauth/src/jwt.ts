import { createPrivateKey, type KeyObject } from 'node:crypto';

import type { JwtSigner } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { CompactSign } from 'jose';

import { createAuthFailure } from './fault.js';

const createSigningKey = (algorithm: string, secret: string, isBase64: boolean): KeyObject | Uint8Array =>
  algorithm.startsWith('HS') ? Buffer.from(secret, isBase64 ? 'base64' : 'utf8') : createPrivateKey(secret);

/** Signs JSON Web Tokens (RFC 7519, RFC 7515). */
export const signJwt: JwtSigner =
  ({ algorithm, secret, isBase64 = false, header = {}, claims }) =>
  async () => {
    if (secret === '') {
      return E.left(
        createAuthFailure('A JWT needs a secret or a private key. Set it under Auth.', { field: 'secret' })
          .fault,
      );
    }
    try {
      const protectedHeader = { typ: 'JWT', ...header, alg: algorithm };
      // SignJWT would write numbers with the digits of doubles, so the claims are written here.
      const payload = new TextEncoder().encode(stringifyJson(claims));
      const token = new CompactSign(payload).setProtectedHeader(protectedHeader);
      return E.right(await token.sign(createSigningKey(algorithm, secret, isBase64)));
    } catch (error) {
      const why = (error as Error).message;
      const message = `The JWT could not be signed with ${algorithm}: ${why}. Check the claims and the header, and that the key fits: text for HS, an unencrypted private key in PEM for the others.`;
      return E.left(createAuthFailure(message, { field: 'secret' }).fault);
    }
  };
