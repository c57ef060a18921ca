import { decodeText } from '../body/text.js';

/** The credentials of `Authorization: Basic`. */
export interface Credentials {
  readonly user: string;
  readonly pass: string;
}

const basic = /^basic +([a-z0-9+/]+={0,2}) *$/i;

/** Parses Basic credentials (RFC 7617): UTF-8, split at the first colon. Undefined if they are missing or malformed. */
export const readBasic = (authorization = ''): Credentials | undefined => {
  const encoded = basic.exec(authorization)?.[1];
  if (encoded === undefined || encoded.replace(/=+$/, '').length % 4 === 1) return undefined;
  const octets = Buffer.from(encoded, 'base64');
  if (encoded.includes('=') && octets.toString('base64') !== encoded) return undefined;
  const text = decodeText(octets) ?? octets.toString('latin1');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : { user: text.slice(0, colon), pass: text.slice(colon + 1) };
};
