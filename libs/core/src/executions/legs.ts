import type { PreparedRequest } from '../ports/http.js';
import { type Destination, getDestination, parseHostPattern } from '../guards/host-pattern.js';

/**
 * A host that receives a request or is named as its target.
 * - `server`: the URL's host, after a redirect or a token request changed it
 * - `authority`: the host in the `Host` header
 * - `claim`: a host that a server may take as its own if it trusts the client
 * - `proxy`: the proxy that the request goes through
 */
export interface Leg {
  readonly role: 'server' | 'authority' | 'claim' | 'proxy';
  /** The destination. The host is empty if the request names one that cannot be parsed. */
  readonly to: Destination;
  /** Whether this host can read the request. Otherwise it only sees the destination's host and port. */
  readonly readsRequest: boolean;
}

/** The inputs that determine a request's legs. */
export type RoutedRequest = Pick<PreparedRequest, 'url' | 'headers' | 'proxy'>;

/** Stands for a host that cannot be parsed. A server may route such a request to any host. */
const unparsableHost: Destination = { host: '', port: 0, defaultPort: 0 };

const proxyPorts = { http: 80, https: 443, socks5: 1080 } as const;

/** Headers besides `Host` that tell a server the requested host name. */
const hostClaimHeaders: ReadonlySet<string> = new Set([
  'x-forwarded-host',
  'x-original-host',
  'x-host',
  'x-forwarded-server',
  'x-host-override',
  'x-http-host-override',
  'x-real-host',
  'x-envoy-original-dst-host',
]);

/**
 * Headers with a URL that some servers and gateways use instead of the request's URL, or as the target of a copy (RFC 4918, section 10.3).
 */
const urlOverrideHeaders: ReadonlySet<string> = new Set([
  'x-original-url',
  'x-original-uri',
  'x-rewrite-url',
  'x-forwarded-uri',
  'x-forwarded-url',
  'x-proxy-url',
  'destination',
]);

/** The name of a header as most servers compare it. Many servers pass headers in environment variables, with `_` for `-`. */
export const toHeaderKey = (name: string): string => name.trim().toLowerCase().replaceAll('_', '-');

const parseNamedHost = (text: string, protocol: string): Destination => {
  const host = text.trim();
  const address = `${protocol}//${host}/`;
  return parseHostPattern(host) !== undefined && !host.includes('*') && URL.canParse(address)
    ? getDestination(address)
    : unparsableHost;
};

const hasPort = (host: string): boolean => /:\d+$/.test(host.trim());

/** Parses the hosts of a `Forwarded` header (RFC 7239). */
const parseForwardedHosts = (value: string): readonly string[] =>
  [...value.matchAll(/(?:^|[;,\s])host="?([^";,\s]+)/gi)].flatMap(([, host]) => host ?? []);

/** The host of a URL; undefined for a path, which refers to the same server. */
const findHostInUrl = (value: string): readonly string[] => {
  const [, host] = /^\s*(?:https?:)?[/\\]{2}(?:[^/\\?#]*@)?([^/\\?#\s]+)/i.exec(value) ?? [];
  return host === undefined ? [] : [host];
};

const parseClaimedHosts = ([name, value]: readonly [string, string]): readonly string[] => {
  const key = toHeaderKey(name);
  if (urlOverrideHeaders.has(key)) return findHostInUrl(value);
  if (key === 'forwarded') return parseForwardedHosts(value);
  return hostClaimHeaders.has(key) ? value.split(',') : [];
};

/** Every host that the outgoing request reaches or names, in the order they are checked. */
export const listLegs = ({ url, headers, proxy }: RoutedRequest): readonly Leg[] => {
  if (!URL.canParse(url)) return [{ role: 'server', to: unparsableHost, readsRequest: true }];
  const { protocol } = new URL(url);
  const server = getDestination(url);
  const legs: Leg[] = [{ role: 'server', to: server, readsRequest: true }];
  for (const [name, value] of headers) {
    if (toHeaderKey(name) !== 'host') continue;
    const to = parseNamedHost(value, protocol);
    legs.push({ role: 'authority', to, readsRequest: true });
    // A host without a port usually means that host at the port of the URL.
    if (!hasPort(value)) legs.push({ role: 'claim', to: { ...to, port: server.port }, readsRequest: true });
  }
  for (const host of headers.flatMap(parseClaimedHosts))
    legs.push({ role: 'claim', to: parseNamedHost(host, protocol), readsRequest: true });
  if (proxy !== undefined) {
    const address = `http://${/^[^[].*:/.test(proxy.hostname) ? `[${proxy.hostname}]` : proxy.hostname}/`;
    const host = URL.canParse(address) ? getDestination(address).host : '';
    const to = { host, port: proxy.port, defaultPort: proxyPorts[proxy.protocol] };
    legs.push({ role: 'proxy', to, readsRequest: proxy.forwards });
  }
  return legs;
};
