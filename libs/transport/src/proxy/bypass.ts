import { BlockList, isIP } from 'node:net';

import { toAsciiPattern } from '@tandem/core';

import { isLocalName } from '../connection/own-servers.js';
import { matches } from '../tls/domain-pattern.js';

/** Chrome's entry for a list that also sends loopback through the proxy. */
const notLoopback = '<-loopback>';

const removeBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const getPort = ({ port, protocol }: URL): string =>
  port === '' ? (protocol === 'https:' ? '443' : '80') : port;

/** Splits off the port of `host:port` or `[address]:port`; an address with colons has none. */
const splitPort = (entry: string): readonly [host: string, port?: string] => {
  const [, host, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  return host === undefined || port === undefined ? [removeBrackets(entry)] : [removeBrackets(host), port];
};

const getAddressFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

const isInNetwork = (host: string, network: string): boolean => {
  const [address = '', prefix = ''] = network.split('/');
  if (isIP(host) === 0 || isIP(address) === 0 || !/^\d{1,3}$/.test(prefix)) return false;
  if (Number(prefix) > (isIP(address) === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(prefix), getAddressFamily(address));
  return list.check(host, getAddressFamily(host));
};

const isBypassMatch = (entry: string, host: string): boolean => {
  if (entry.includes('/')) return isInNetwork(host, entry);
  if (isIP(host) !== 0) return matches(entry, host);
  const domain = entry.replace(/^\*?\./, '');
  return domain !== '' && (matches(domain, host) || matches(`*.${domain}`, host));
};

/**
 * Whether requests to `url` bypass the proxy: those to loopback, unless the list contains `<-loopback>`, and those to
 * its entries, separated by commas, semicolons or spaces: `*`, `example.com` with its subdomains, `*.example.com`,
 * `.example.com`, `example.com:8080`, `10.*`, `10.0.0.0/8`, `[::1]`.
 */
export const isProxyBypassed = (bypass: string, url: URL): boolean => {
  const entries = bypass.split(/[\s,;]+/).map(toAsciiPattern);
  if (isLocalName(url.hostname) && !entries.includes(notLoopback)) return true;
  const host = removeBrackets(url.hostname.toLowerCase());
  return entries.some((entry) => {
    if (entry === '' || entry === notLoopback) return false;
    if (entry === '*') return true;
    const [wanted, port] = splitPort(entry);
    return isBypassMatch(wanted, host) && (port === undefined || port === getPort(url));
  });
};
