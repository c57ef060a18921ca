import type { PreparedRequest } from '../ports/http.js';
import { type Destination, destinationOf, partsOfPattern } from '../guards/host-pattern.js';

/**
 * A host that gets a request or that is named as the one it is for.
 * - `server`: the host of the URL, which a redirect or a token request has changed by then
 * - `authority`: the one that the `Host` header names
 * - `claim`: one that a server may take for its own, as far as it believes its client
 * - `proxy`: the one that the request goes through
 */
export interface Leg {
  readonly place: 'server' | 'authority' | 'claim' | 'proxy';
  /** With an empty host if the request names one that cannot be read. */
  readonly to: Destination;
  /** Whether it reads the request; otherwise it learns only the host and the port. */
  readonly readsRequest: boolean;
}

/** What the legs of a request follow from. */
export type RoutedRequest = Pick<PreparedRequest, 'url' | 'headers' | 'proxy'>;

/** Nobody knows where a host leads that is none. */
const unreadable: Destination = { host: '', port: 0, usualPort: 0 };

const proxyPorts = { http: 80, https: 443, socks5: 1080 } as const;

/** Headers by which a server learns under which name it was asked, besides `Host`. */
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

/** Headers by which some servers and gateways take another URL than that of the request, or copy to it (RFC 4918, section 10.3). */
const urlOverrideHeaders: ReadonlySet<string> = new Set([
  'x-original-url',
  'x-original-uri',
  'x-rewrite-url',
  'x-forwarded-uri',
  'x-forwarded-url',
  'x-proxy-url',
  'destination',
]);

/** The name of a header as most servers compare it: many pass it on in an environment variable, with `_` for `-`. */
export const headerKey = (name: string): string => name.trim().toLowerCase().replaceAll('_', '-');

const parseNamedHost = (text: string, protocol: string): Destination => {
  const host = text.trim();
  const address = `${protocol}//${host}/`;
  return partsOfPattern(host) !== undefined && !host.includes('*') && URL.canParse(address)
    ? destinationOf(address)
    : unreadable;
};

const hasPort = (host: string): boolean => /:\d+$/.test(host.trim());

/** The hosts of a `Forwarded` header (RFC 7239). */
const parseForwardedHosts = (value: string): readonly string[] =>
  [...value.matchAll(/(?:^|[;,\s])host="?([^";,\s]+)/gi)].flatMap(([, host]) => host ?? []);

/** The host of a URL; none of a path, which stays on its server. */
const hostInUrl = (value: string): readonly string[] => {
  const [, host] = /^\s*(?:https?:)?[/\\]{2}(?:[^/\\?#]*@)?([^/\\?#\s]+)/i.exec(value) ?? [];
  return host === undefined ? [] : [host];
};

const parseClaimedHosts = ([name, value]: readonly [string, string]): readonly string[] => {
  const key = headerKey(name);
  if (urlOverrideHeaders.has(key)) return hostInUrl(value);
  if (key === 'forwarded') return parseForwardedHosts(value);
  return hostClaimHeaders.has(key) ? value.split(',') : [];
};

/** Every host that gets a request as it is about to leave, or that is named as the one it is for, in the order in which they are judged. */
export const legsOf = ({ url, headers, proxy }: RoutedRequest): readonly Leg[] => {
  if (!URL.canParse(url)) return [{ place: 'server', to: unreadable, readsRequest: true }];
  const { protocol } = new URL(url);
  const server = destinationOf(url);
  const legs: Leg[] = [{ place: 'server', to: server, readsRequest: true }];
  for (const [name, value] of headers) {
    if (headerKey(name) !== 'host') continue;
    const to = parseNamedHost(value, protocol);
    legs.push({ place: 'authority', to, readsRequest: true });
    // A name without a port is often that of the server at the port of the URL.
    if (!hasPort(value)) legs.push({ place: 'claim', to: { ...to, port: server.port }, readsRequest: true });
  }
  for (const host of headers.flatMap(parseClaimedHosts))
    legs.push({ place: 'claim', to: parseNamedHost(host, protocol), readsRequest: true });
  if (proxy !== undefined) {
    const address = `http://${/^[^[].*:/.test(proxy.hostname) ? `[${proxy.hostname}]` : proxy.hostname}/`;
    const host = URL.canParse(address) ? destinationOf(address).host : '';
    const to = { host, port: proxy.port, usualPort: proxyPorts[proxy.protocol] };
    legs.push({ place: 'proxy', to, readsRequest: proxy.forwards });
  }
  return legs;
};
