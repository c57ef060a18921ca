import { createCipheriv, createHash, createHmac } from 'node:crypto';

import type { ComputeRequest } from '../guest/web/crypto.js';

/** Random bytes from a seed of 64 hexadecimal digits: the key stream of AES-256 in counter mode. */
export const createRandomBytes = (seed: string): ((bytes: number) => ArrayBuffer) => {
  const cipher = createCipheriv('aes-256-ctr', Buffer.from(seed, 'hex'), Buffer.alloc(16));
  return (bytes) => {
    const made = cipher.update(Buffer.alloc(Math.min(bytes, 65_536)));
    return Uint8Array.from(made).buffer;
  };
};

/** Computes a guest's hash or HMAC (RFC 2104); the result is base64. */
export const compute = (text: string): string => {
  const { hash, key, data } = JSON.parse(text) as ComputeRequest;
  const name = hash.toLowerCase().replace('-', '');
  const work = key === undefined ? createHash(name) : createHmac(name, Buffer.from(key, 'base64'));
  return work.update(Buffer.from(data, 'base64')).digest('base64');
};
