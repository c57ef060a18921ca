import { destinationOf, partsOfPattern } from './host-pattern.js';

/** The hosts of a rule: as a pattern says, or `*` for any; without a port they count with every port. */
export interface GuardHost {
  /** As {@link canonicalHost} has it; empty for any host. */
  readonly host: string;
  /** Whether it stands for the hosts below `host`, and not for `host` itself. */
  readonly isBelow: boolean;
  /** Null for any. */
  readonly port: string | null;
}

/** Every address of this machine is one host: a name or another form of the address leads to the same server. */
const loopback = 'localhost';

/** Names that the files of many systems give to loopback. */
const loopbackNames: ReadonlySet<string> = new Set([
  loopback,
  'localhost.localdomain',
  'localhost4',
  'localhost6',
  'ip6-localhost',
  'ip6-loopback',
]);

/** An IPv4 address in an IPv6 one as itself: mapped or compatible (RFC 4291, section 2.5.5), or translated (RFC 6052, RFC 2765). */
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

/** The names and addresses of this machine, as URLs have them. */
export type OwnHosts = ReadonlySet<string>;

/** Of a machine whose names and addresses are not known. */
export const noOwnHosts: OwnHosts = new Set();

/** A host by the one name that rules know it by: `localhost` for this machine. */
export const canonicalHost = (host: string, own: OwnHosts): string => {
  const plain = unmapAddress(host);
  return isLoopback(plain) || own.has(plain) ? loopback : plain;
};

/** A host that a request reaches or names, as URLs have it, and its port; empty if it is not known. */
export interface FoundHost {
  readonly host: string;
  readonly port: string;
}

/** The host and port of a URL; undefined if it is no URL. */
export const hostOf = (url: string): FoundHost | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { host, port } = destinationOf(url);
  return { host, port: port === 0 ? '' : String(port) };
};

/** The hosts of a rule; undefined if the text is no pattern. */
export const guardHost = (text: string): GuardHost | undefined => {
  const isAny = /^\s*\*(:|\s*$)/.test(text);
  const parts = partsOfPattern(isAny ? text.replace('*', loopback) : text);
  if (parts === undefined) return undefined;
  const { host, isBelow, port } = parts;
  return {
    host: isAny ? '' : canonicalHost(host, noOwnHosts),
    isBelow,
    port: port === undefined || port === '*' ? null : String(port),
  };
};

/** Why a text is no pattern of hosts, as the end of a sentence; undefined if it is one. */
export const hostPatternProblem = (text: string): string | undefined =>
  guardHost(text) === undefined
    ? 'is not a host such as api.example.com, *.example.com or 127.0.0.1:*'
    : undefined;

/**
 * Whether a host is one that a rule stands for.
 * @param own the names and addresses of this machine, by any of which a rule and a request may mean it
 */
export const matchesHost = (
  { host, isBelow, port }: GuardHost,
  found: FoundHost,
  own: OwnHosts = noOwnHosts,
): boolean => {
  if (port !== null && port !== found.port) return false;
  if (host === '') return true;
  if (isBelow && found.host.endsWith(`.${host}`)) return true;
  // Names below localhost are this machine as well.
  return (!isBelow || host === loopback) && canonicalHost(found.host, own) === canonicalHost(host, own);
};
