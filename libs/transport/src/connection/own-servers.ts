import { lookup as lookUpName, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Whether a host is `localhost` or ends in `.localhost`, which mean this machine whatever name servers say (RFC 6761, section 6.3). */
const isLocalhostName = (hostname: string): boolean => /^(?:.*\.)?localhost\.?$/i.test(hostname);

const [loopback6, loopback4] = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
] as const;

/** The loopback addresses of a family. By default both, because many servers listen on only one. curl tries both too. */
const listLoopback = (family: LookupOptions['family']): readonly [LookupAddress, ...LookupAddress[]] => {
  if (family === 4) return [loopback4];
  return family === 6 ? [loopback6] : [loopback6, loopback4];
};

/**
 * Looks up the addresses of a host, which Node tries one after another. Most systems do not resolve names that end in `.localhost`, and
 * some resolve `localhost` in only one address family.
 */
export const lookUp: LookupFunction = (hostname, options, callback) => {
  if (!isLocalhostName(hostname)) {
    lookUpName(hostname, options, callback);
    return;
  }
  const [first, ...others] = listLoopback(options.family);
  process.nextTick(() => {
    if (options.all === true) callback(null, [first, ...others]);
    else callback(null, first.address, first.family);
  });
};

/** Whether one of Tandem's own servers listens on a port of this machine. */
export type IsOwnPort = (port: number) => boolean;

/**
 * Thrown for a request to one of Tandem's own servers. With one, an agent could have the value of a secret filled in and stored in Tandem,
 * where the agent can read it.
 */
export class OwnServerRefusal extends Error {
  readonly code = 'OWN_SERVER_REFUSED';
  constructor() {
    super("requests may not be sent to Tandem's own servers");
  }
}

/** Addresses that always mean this machine. BlockList also finds IPv4 addresses in the form of IPv6. */
const alwaysLocalAddresses = new BlockList();
alwaysLocalAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
alwaysLocalAddresses.addSubnet('0.0.0.0', 8, 'ipv4');
alwaysLocalAddresses.addAddress('::1', 'ipv6');
alwaysLocalAddresses.addAddress('::', 'ipv6');

const removeZone = (address: string): string => address.replace(/%.*/, '');

const isInterfaceAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((all) =>
    all?.some((one) => removeZone(one.address) === address.replace(/^::ffff:(?=\d+\.)/i, '')),
  );

/** Whether a connection to `address` ends on this machine. */
export const isLocalAddress = (address: string): boolean => {
  const bare = removeZone(address);
  const version = isIP(bare);
  if (version === 0) return false;
  return alwaysLocalAddresses.check(bare, version === 4 ? 'ipv4' : 'ipv6') || isInterfaceAddress(bare);
};

/** Removes the brackets around the IPv6 address of a URL. */
export const removeBrackets = (hostname: string): string => hostname.replace(/[[\]]/g, '');

/** Whether the host of a URL is certainly this machine. Does not resolve the name. */
export const isLocalName = (hostname: string): boolean =>
  isLocalhostName(hostname) || isLocalAddress(removeBrackets(hostname));

const getPort = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

/**
 * Refuses a URL with the name of one of Tandem's own servers. If only a resolver knows that, the request is refused after connecting.
 * @throws OwnServerRefusal
 */
export const refuseOwnUrl = (isOwn: IsOwnPort, url: string): void => {
  const target = new URL(url);
  if (isLocalName(target.hostname) && isOwn(getPort(target))) throw new OwnServerRefusal();
};

/** Whether a connection leads to one of Tandem's own servers, under whatever name. */
export const isOwnServer = (
  isOwn: IsOwnPort,
  { remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>,
): boolean =>
  // A closed connection has neither port nor address.
  isOwn(Number(remotePort)) && isLocalAddress(String(remoteAddress));
