import { getDestination, parseHostPattern } from './host-pattern.js';

/** The hosts that a rule's pattern matches. The pattern `*` matches any host. A pattern without a port matches every port. */
export interface GuardHost {
  /** In the form of {@link getCanonicalHost}; empty for any host. */
  readonly host: string;
  /** Whether the pattern matches only the subdomains of `host`, not `host` itself. */
  readonly isBelow: boolean;
  /** Null for any port. */
  readonly port: string | null;
}

/**
 * The host name that stands for this machine in rules. All names and addresses of this machine are treated as this name, because they reach
 * the same server.
 */
const loopback = 'localhost';

/** Names for loopback that many systems have in their hosts files. */
const loopbackNames: ReadonlySet<string> = new Set([
  loopback,
  'localhost.localdomain',
  'localhost4',
  'localhost6',
  'ip6-localhost',
  'ip6-loopback',
]);

/**
 * Converts an IPv6 address that contains an IPv4 address to the IPv4 address: mapped or compatible (RFC 4291, section 2.5.5), or
 * translated (RFC 6052, RFC 2765).
 */
const unmapAddress = (host: string): string => {
  const [, high, low] =
    /^\[(?:::|::ffff:|::ffff:0:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const bits = [parseInt(high, 16), parseInt(low, 16)];
  return bits.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
};

const isLoopback = (host: string): boolean =>
  loopbackNames.has(host) ||
  host.endsWith(`.${loopback}`) ||
  /^(?:127|0)\.\d+\.\d+\.\d+$/.test(host) ||
  ['[::1]', '[::]'].includes(host);

/** The names and addresses of this machine, in URL form. */
export type OwnHosts = ReadonlySet<string>;

/** No names and addresses, for when those of this machine are unknown. */
export const noOwnHosts: OwnHosts = new Set();

/** The canonical name of a host in rules: `localhost` for this machine. */
export const getCanonicalHost = (host: string, own: OwnHosts): string => {
  const plain = unmapAddress(host);
  return isLoopback(plain) || own.has(plain) ? loopback : plain;
};

/** A host that a request reaches or names, in URL form, and its port. The port is empty if unknown. */
export interface FoundHost {
  readonly host: string;
  readonly port: string;
}

/** Parses the host and port of a URL; undefined if it is invalid. */
export const parseUrlHost = (url: string): FoundHost | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { host, port } = getDestination(url);
  return { host, port: port === 0 ? '' : String(port) };
};

/** Parses a host pattern of a rule; undefined if the pattern is invalid. */
export const parseGuardHost = (text: string): GuardHost | undefined => {
  const isAny = /^\s*\*(:|\s*$)/.test(text);
  const parts = parseHostPattern(isAny ? text.replace('*', loopback) : text);
  if (parts === undefined) return undefined;
  const { host, isBelow, port } = parts;
  return {
    host: isAny ? '' : getCanonicalHost(host, noOwnHosts),
    isBelow,
    port: port === undefined || port === '*' ? null : String(port),
  };
};

/** Why a host pattern is invalid, as the end of a sentence; undefined if it is valid. */
export const findHostPatternProblem = (text: string): string | undefined =>
  parseGuardHost(text) === undefined
    ? 'is not a host such as api.example.com, *.example.com or 127.0.0.1:*'
    : undefined;

/**
 * Says whether a rule matches a host.
 * @param own the names and addresses of this machine, which all count as the same host
 */
export const matchesHost = (
  { host, isBelow, port }: GuardHost,
  found: FoundHost,
  own: OwnHosts = noOwnHosts,
): boolean => {
  if (port !== null && port !== found.port) return false;
  if (host === '') return true;
  if (isBelow && found.host.endsWith(`.${host}`)) return true;
  // Names such as `api.localhost` are this machine too.
  return (!isBelow || host === loopback) && getCanonicalHost(found.host, own) === getCanonicalHost(host, own);
};
