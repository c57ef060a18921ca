import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';

import { getDestination, type OwnHosts } from '@tandem/core';

/** The file that assigns names to addresses without a name server. */
const hostsFile =
  process.platform === 'win32'
    ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';

/** Maximum size of a hosts file that is read, in bytes. Larger files are usually block lists. */
const maxHostsFileBytes = 1024 * 1024;

/** Formats a name or an address as in a URL; undefined if no URL can contain it. */
const toUrlHost = (text: string): readonly string[] => {
  const host = text.replace(/%.*$/, '');
  const url = `http://${host.includes(':') ? `[${host}]` : host}/`;
  return URL.canParse(url) ? [getDestination(url).host] : [];
};

/** Parses the names that a hosts file assigns to addresses. */
export const parseHostNames = (text: string, addresses: OwnHosts): readonly string[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*$/, '').trim().split(/\s+/);
    const isOwn = toUrlHost(address).some(
      (one) => addresses.has(one) || one.startsWith('127.') || one === '[::1]',
    );
    return isOwn ? names.flatMap(toUrlHost) : [];
  });

const readHosts = (): string => {
  try {
    const text = readFileSync(hostsFile, 'utf8');
    return text.length > maxHostsFileBytes ? '' : text;
  } catch {
    return '';
  }
};

/**
 * Lists the addresses of all interfaces, this machine's name, and its names in the hosts file. They are read each time, because networks
 * change.
 */
export const listOwnHosts = (): OwnHosts => {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const addresses = new Set(all.flatMap(({ address }) => toUrlHost(address)));
  const name = hostname().toLowerCase();
  return new Set([
    ...addresses,
    ...toUrlHost(name),
    ...toUrlHost(`${name.replace(/\..*$/, '')}.local`),
    ...parseHostNames(readHosts(), addresses),
  ]);
};
