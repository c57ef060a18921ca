import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Hosts and origins that are allowed in addition to loopback. */
export interface GuardOptions {
  readonly allowHosts?: readonly string[];
}

const loopback: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Parses the host of an authority (RFC 3986, section 3.2) without its port; undefined if it contains anything else. */
const parseAuthorityHost = (authority: string): string | undefined => {
  const [, name, port = '0'] = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(authority) ?? [];
  return Number(port) > 65_535 ? undefined : name?.toLowerCase();
};

/**
 * Says whether a `Host` header names this machine, with any port. This prevents DNS rebinding. Names are compared literally, because no
 * client uses other spellings of loopback such as `127.1`, but a malicious page may.
 */
export const isOwnHost = (host: string | undefined, { allowHosts = [] }: GuardOptions = {}): boolean => {
  const name = host === undefined ? undefined : parseAuthorityHost(host);
  return (
    name !== undefined &&
    (loopback.includes(name) || allowHosts.some((one) => parseAuthorityHost(one) === name))
  );
};

/** Whether an `Origin` is missing or is an http(s) origin of this machine. */
export const isOwnOrigin = (origin: string | undefined, options: GuardOptions = {}): boolean => {
  if (origin === undefined) return true;
  const match = /^https?:\/\/([^/]+)$/i.exec(origin);
  return match?.[1] !== undefined && isOwnHost(match[1], options);
};

/**
 * Why a request does not come from this machine; undefined if it does. Only checks headers, so that it can be called before the body is
 * read.
 */
export const findForeignReason = (
  { headers }: IncomingMessage,
  options: GuardOptions = {},
): string | undefined => {
  if (!isOwnHost(headers.host, options)) {
    return 'The Host header is not this machine. Use the address that the server printed.';
  }
  if (!isOwnOrigin(headers.origin, options)) return 'Requests from other origins are refused.';
  if (headers['sec-fetch-site'] === 'cross-site') return 'Requests from other sites are refused.';
  return undefined;
};

const computeDigest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request sends `token` as `Authorization: Bearer` (RFC 6750). Compares in constant time. */
export const hasToken = ({ headers }: IncomingMessage, token: string): boolean => {
  const given = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(computeDigest(given), computeDigest(token));
};
