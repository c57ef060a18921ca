import { createPrivateKey, type KeyObject } from 'node:crypto';

import { Unsendable } from '../request/unsendable.js';

/** A longer key takes too long for one signature. */
const maxBits = 8192;

const refuse = (what: string): never => {
  const message = `The private key of OAuth 1.0 ${what}. Set auth.privateKey to an unencrypted RSA key in PEM with at most ${maxBits} bits.`;
  throw new Unsendable({ code: 'AUTH_INVALID', message, details: { field: 'auth.privateKey' } });
};

const read = (pem: string): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch {
    return refuse('cannot be read');
  }
};

/**
 * The RSA key in PEM text. A variable may write line breaks as `\n`, as in Bruno.
 * @throws Unsendable with AUTH_INVALID
 */
export const parseRsaKey = (pem: string): KeyObject => {
  const key = read(pem.replace(/\\n/g, '\n'));
  if (key.asymmetricKeyType !== 'rsa') refuse('is not an RSA key');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) > maxBits) refuse('is too long');
  return key;
};
