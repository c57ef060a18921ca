import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** The parts of a request target, unchanged. */
export interface Target {
  readonly path: string;
  /** Everything after the first `?`. */
  readonly search: string;
}

const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i;

/** Splits a request target at its first `?`. Drops the authority of the absolute form (RFC 9112, section 3.2.2). */
export const parseTarget = (target: string): Target => {
  const cut = target.indexOf('?');
  const before = cut === -1 ? target : target.slice(0, cut);
  const search = cut === -1 ? '' : target.slice(cut + 1);
  if (before.startsWith('/')) return { path: before, search };
  const path = before.replace(absolute, '');
  return { path: path === '' ? '/' : path, search };
};

const formatLocalAddress = ({ socket }: IncomingMessage): string => {
  const address = socket.localAddress ?? '127.0.0.1';
  const shown = address.replace(/^::ffff:/i, '');
  return `${shown.includes(':') ? `[${shown}]` : shown}:${String(socket.localPort ?? 0)}`;
};

const getFirstValue = (header: string | string[] | undefined): string | undefined => {
  const text = (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();
  return text === '' ? undefined : text;
};

/** Parses the client as reported by proxies: `Forwarded` (RFC 7239) takes precedence over `X-Forwarded-*`. */
export const parseForwarded = ({ headers }: IncomingMessage) => {
  const standard = getFirstValue(headers.forwarded) ?? '';
  const parameter = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, 'i')
      .exec(standard)
      ?.slice(1)
      .find((text) => text);
  return {
    address: parameter('for') ?? getFirstValue(headers['x-forwarded-for']),
    scheme: parameter('proto') ?? getFirstValue(headers['x-forwarded-proto']),
    host: parameter('host') ?? getFirstValue(headers['x-forwarded-host']),
  };
};

/** Matches `uri-host [ ":" port ]` (RFC 9110, section 7.2), which may be empty. */
const hostField = /^(?:\[[\w.:~!$&'()*+,;=%-]*\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Returns what is wrong with the host of a request (RFC 9112, section 3.2); undefined if the request
 * specifies exactly one valid host.
 */
export const findHostProblem = ({
  rawHeaders,
  headers,
  httpVersion,
}: IncomingMessage): string | undefined => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) return `The request has ${String(hosts)} Host headers. Send one.`;
  if (!hostField.test(headers.host ?? ''))
    return `The Host header ${JSON.stringify(headers.host)} is no host. Send a name or an address, with a port or without.`;
  return hosts === 0 && httpVersion !== '1.0'
    ? 'The request has no Host header, which HTTP/1.1 requires. Send one.'
    : undefined;
};

/**
 * The complete URL: scheme, `Host` and target, byte for byte.
 * @param host the `Host` header; if it is missing (HTTP/1.0) or empty, the address of the socket is used
 */
export const toCompleteUrl = (
  request: IncomingMessage,
  target: string,
  host: string | undefined,
  trustProxy: boolean,
): string => {
  if (!target.startsWith('/') && absolute.test(target)) return target;
  const proxy = trustProxy ? parseForwarded(request) : undefined;
  const named = host === '' ? undefined : host;
  const scheme =
    proxy?.scheme ?? ((request.socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http');
  // `OPTIONS *` is about the server itself, so its URL has no path (RFC 9112, section 3.3).
  return `${scheme}://${proxy?.host ?? named ?? formatLocalAddress(request)}${target === '*' ? '' : target}`;
};
