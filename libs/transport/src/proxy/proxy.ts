import type { ProxyOptions } from '@tandem/core';

import { Unsendable } from '../request/unsendable.js';
import { isProxyBypassed } from './bypass.js';

/** The proxy for a request. */
export interface Proxy {
  readonly protocol: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Its URL without credentials, for messages and results. */
  readonly name: string;
  /** Where it was configured, for messages. */
  readonly from: string;
}

/** Variables of the process environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

const protocols: Readonly<Record<string, readonly [Proxy['protocol'], number]>> = {
  http: ['http', 80],
  https: ['https', 443],
  socks: ['socks5', 1080],
  socks5: ['socks5', 1080],
  socks5h: ['socks5', 1080],
};

const ofWorkspace = 'the connections of the workspace';

const refuse = (message: string, cause: string): never => {
  throw new Unsendable({ code: 'PROXY_ERROR', message, details: { cause } });
};

type Parts = Pick<ProxyOptions, 'protocol' | 'hostname' | 'port' | 'username' | 'password'>;

/** @throws Unsendable with PROXY_ERROR */
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

/** The proxy in a variable; its value may contain a password, so no message shows it. */
const parseProxyVariable = (name: string, value: string): Proxy => {
  const text = value.includes('://') ? value : `http://${value}`;
  const [, protocol = ''] = /^([a-z0-9+.-]+):/i.exec(text) ?? [];
  // `new URL` decodes and validates the host only for these protocols.
  const read = text.replace(/^[^:]*:/, 'http:');
  const parsed = URL.canParse(read) ? new URL(read) : undefined;
  if (parsed === undefined)
    return refuse(
      `${name} is not the URL of a proxy. Use one such as http://proxy.example:3128.`,
      'PROXY_URL',
    );
  const { hostname, username, password } = parsed;
  // A URL omits the default port of http, which differs for the other protocols.
  const port = parsed.port === '' && /:80\/?$/.test(text) ? '80' : parsed.port;
  const parts = { hostname, port, username: decodeText(username), password: decodeText(password) };
  return createProxy({ protocol: protocol.toLowerCase(), ...parts }, name);
};

/** The first of these variables with a value; by convention lower case wins. */
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
 * The proxy for a URL, if any.
 * @throws Unsendable with PROXY_ERROR
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
    : createProxy({ ...options, protocol: options.protocol.toLowerCase() }, ofWorkspace);
};
