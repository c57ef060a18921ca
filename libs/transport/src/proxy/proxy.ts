import { BlockList, isIP } from 'node:net';
import { matchesDomain, type ProxyOptions, toAsciiPattern } from '@tandem/core';
import { isLocalName, removeBrackets } from '../connection/own-servers.js';
import { UnsendableError } from '../errors.js';

/** An entry of the list of hosts that bypass the proxy. In Chrome, it means that loopback goes through the proxy too. */
const loopbackEntry = '<-loopback>';

const getBareHost = (hostname: string): string => removeBrackets(hostname).replace(/\.$/, '');

const getPort = ({ port, protocol }: URL): string =>
  port === '' ? (protocol === 'https:' ? '443' : '80') : port;

/** Splits `host:port` or `[address]:port`. An address with colons but without brackets has no port. */
const splitPort = (entry: string): readonly [host: string, port?: string] => {
  const port = /^(?:\[.*\]|[^:]*):(\d+)$/.exec(entry)?.[1];
  return port === undefined ? [getBareHost(entry)] : [getBareHost(entry.slice(0, -port.length - 1)), port];
};

const getAddressFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

const isInNetwork = (host: string, network: string): boolean => {
  const slash = network.indexOf('/');
  const [address, prefix] = [network.slice(0, slash), network.slice(slash + 1)];
  if (isIP(host) === 0 || isIP(address) === 0 || !/^\d{1,3}$/.test(prefix)) return false;
  if (Number(prefix) > (isIP(address) === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(prefix), getAddressFamily(address));
  return list.check(host, getAddressFamily(host));
};

const isBypassMatch = (entry: string, host: string): boolean => {
  if (entry.includes('/')) return isInNetwork(host, entry);
  if (isIP(host) !== 0) return matchesDomain(entry, host);
  const domain = entry.replace(/^\*?\./, '');
  return domain !== '' && (matchesDomain(domain, host) || matchesDomain(`*.${domain}`, host));
};

/**
 * Says whether requests to `url` bypass the proxy. Those to loopback do, unless the list contains `<-loopback>`. So do those to entries of
 * the list, which are separated by commas, semicolons or spaces: `*`, `example.com` with its subdomains, `*.example.com`, `.example.com`,
 * `example.com:8080`, `10.*`, `10.0.0.0/8`, `[::1]`.
 */
export const isProxyBypassed = (bypass: string, url: URL): boolean => {
  const entries = bypass.split(/[\s,;]+/).map(toAsciiPattern);
  if (isLocalName(url.hostname) && !entries.includes(loopbackEntry)) return true;
  const host = getBareHost(url.hostname);
  return entries.some((entry) => {
    if (entry === '*') return true;
    const [wanted, port] = splitPort(entry);
    return isBypassMatch(wanted, host) && (port === undefined || port === getPort(url));
  });
};

/** The proxy through which a request is sent. */
export interface Proxy {
  readonly protocol: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** The URL of the proxy without credentials, for messages and results. */
  readonly name: string;
  /** The setting that configures the proxy, for messages. */
  readonly from: string;
}

/** The variables of the process environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

const protocols: Readonly<Record<string, readonly [Proxy['protocol'], number]>> = {
  http: ['http', 80],
  https: ['https', 443],
  socks: ['socks5', 1080],
  socks5: ['socks5', 1080],
  socks5h: ['socks5', 1080],
};

const workspaceLabel = 'the connections of the workspace';

const refuse = (message: string, cause: string): never => {
  throw new UnsendableError({ code: 'PROXY_ERROR', message, details: { cause } });
};

type Parts = Pick<ProxyOptions, 'protocol' | 'hostname' | 'port' | 'username' | 'password'>;

/** @throws UnsendableError with PROXY_ERROR */
const createProxy = (
  { protocol, hostname, port, username = '', password = '' }: Parts,
  from: string,
): Proxy => {
  const known = Object.hasOwn(protocols, protocol) ? protocols[protocol] : undefined;
  if (known === undefined)
    return refuse(
      `"${protocol}" in ${from} is not a protocol of a proxy that can be used. Use http, https or socks5.`,
      'PROXY_PROTOCOL',
    );
  const [kind, defaultPort] = known;
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
  const read = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  if (read === undefined || /[/@?#\s]/.test(hostname) || read.port !== '')
    return refuse(
      `The host of the proxy in ${from} is not a host name. Give its name or address alone, such as proxy.example.`,
      'PROXY_HOST',
    );
  const number = port === '' ? defaultPort : Number(port);
  if (!/^\d*$/.test(port) || number < 1 || number > 65_535)
    return refuse(`The port of the proxy in ${from} is not one. Use a number up to 65535.`, 'PROXY_PORT');
  return {
    protocol: kind,
    hostname: read.hostname,
    port: number,
    name: `${kind}://${read.hostname}:${number}`,
    from,
    ...(username === '' ? {} : { credentials: { username, password } }),
  };
};

const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Parses the proxy in a variable. Messages do not show the value, because it may contain a password. */
const parseProxyVariable = (name: string, value: string): Proxy => {
  const text = value.includes('://') ? value : `http://${value}`;
  const protocol = text.replace(/^(?:([a-z0-9+.-]+):)?.*/is, '$1');
  // Parsed as http, because `new URL` decodes and checks the host only for some protocols.
  const read = text.replace(/^[^:]*:/, 'http:');
  const parsed = URL.canParse(read) ? new URL(read) : undefined;
  if (parsed === undefined)
    return refuse(
      `${name} is not the URL of a proxy. Use one such as http://proxy.example:3128.`,
      'PROXY_URL',
    );
  const { hostname, username, password } = parsed;
  // A URL has no port if it is the default port of http, although that of the other protocols is another one.
  const port = /:80\/?$/.test(text) ? '80' : parsed.port;
  const parts = { hostname, port, username: decodeText(username), password: decodeText(password) };
  return createProxy({ protocol: protocol.toLowerCase(), ...parts }, name);
};

/** Finds the first of these variables that has a value. The lowercase name comes first by convention. */
const findVariable = (variables: Variables, names: readonly string[]) =>
  names
    .flatMap((name) => [name.toLowerCase(), name])
    .flatMap((name) => {
      const value = (Object.hasOwn(variables, name) ? variables[name] : undefined)?.trim() ?? '';
      return value === '' ? [] : [{ name, value }];
    })[0];

const findSystemProxy = (url: URL, variables: Variables): Proxy | undefined => {
  const own = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const named = findVariable(variables, [own, 'ALL_PROXY']);
  if (named === undefined || isProxyBypassed(findVariable(variables, ['NO_PROXY'])?.value ?? '', url))
    return undefined;
  return parseProxyVariable(named.name, named.value);
};

/**
 * Finds the proxy for a URL. Undefined if the connection is direct.
 * @throws UnsendableError with PROXY_ERROR
 */
export const findProxy = (
  options: ProxyOptions | 'system' | undefined,
  url: string,
  variables: Variables,
): Proxy | undefined => {
  if (options === undefined) return undefined;
  const target = new URL(url);
  if (options === 'system') return findSystemProxy(target, variables);
  return isProxyBypassed(options.bypass, target)
    ? undefined
    : createProxy({ ...options, protocol: options.protocol.toLowerCase() }, workspaceLabel);
};
