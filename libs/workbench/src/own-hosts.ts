import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';

import { destinationOf, type OwnHosts } from '@tandem/core';

/** Where names are given to addresses without a name server. */
const hostsFile =
  process.platform === 'win32'
    ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';

/** Larger files are lists of blocked sites, and are not read. */
const maxHostsFile = 1024 * 1024;

/** A name or an address as URLs write it; nothing if no URL can have it. */
const toUrlHost = (text: string): readonly string[] => {
  const host = text.replace(/%.*$/, '');
  const url = `http://${host.includes(':') ? `[${host}]` : host}/`;
  return URL.canParse(url) ? [destinationOf(url).host] : [];
};

/** The names that a hosts file gives to addresses. */
export const namesInHosts = (text: string, addresses: OwnHosts): readonly string[] =>
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
    return text.length > maxHostsFile ? '' : text;
  } catch {
    return '';
  }
};

/** The addresses of all interfaces, the name of this machine, and what its hosts file calls them; read anew, because networks come and go. */
export const listOwnHosts = (): OwnHosts => {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const addresses = new Set(all.flatMap(({ address }) => toUrlHost(address)));
  const name = hostname().toLowerCase();
  return new Set([
    ...addresses,
    ...toUrlHost(name),
    ...toUrlHost(`${name.replace(/\..*$/, '')}.local`),
    ...namesInHosts(readHosts(), addresses),
  ]);
};
