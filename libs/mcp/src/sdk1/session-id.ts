import { createHmac, timingSafeEqual } from 'node:crypto';

import { t } from '@tandem/core/codec';

/** The content of a client's `initialize`, which its session id contains. */
export const Claims = t.type({
  /** Random, so that equal clients have different sessions. */
  nonce: t.string,
  protocolVersion: t.string,
  capabilities: t.UnknownRecord,
  clientInfo: t.UnknownRecord,
});
export type Claims = t.TypeOf<typeof Claims>;

/** Maximum length of an id, in characters. A client that would need a longer id gets no session. */
const maxIdLength = 3_000;

const sign = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

const isEqual = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Creates a session id from which the session can be reopened: it contains the claims and their HMAC-SHA-256.
 * @returns undefined if it would be too long for a header
 */
export const createSessionId = (key: Uint8Array, claims: Claims): string | undefined => {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const id = `${text}.${sign(key, text)}`;
  return id.length > maxIdLength ? undefined : id;
};

/** Reads the claims of an id that was signed with `key`. Undefined for any other id. */
export const readSessionId = (key: Uint8Array, id: string): Claims | undefined => {
  const [text = '', signature = '', ...more] = id.split('.');
  if (more.length > 0 || !isEqual(signature, sign(key, text))) return undefined;
  const claims: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  return Claims.is(claims) ? claims : undefined;
};
