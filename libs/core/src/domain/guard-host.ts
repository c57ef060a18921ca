import { destinationOf, partsOfPattern } from './host-pattern.js';

/** The hosts of a rule: as a pattern says, or `*` for any; without a port they count with every port. */
export interface GuardHost {
  /** As {@link hostOf} has it; empty for any host. */
  readonly host: string;
  /** Whether it stands for the hosts below `host`, and not for `host` itself. */
  readonly isBelow: boolean;
  /** Null for any. */
  readonly port: string | null;
}

/** Every address of this machine is one host: a name or another form of the address leads to the same server. */
const loopback = 'localhost';

const isLoopback = (host: string): boolean =>
  host === loopback ||
  host.endsWith(`.${loopback}`) ||
  /^127\.\d+\.\d+\.\d+$/.test(host) ||
  ['0.0.0.0', '[::1]', '[::]'].includes(host) ||
  /^\[::ffff:(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0)\]$/.test(host);

const canonical = (host: string): string => (isLoopback(host) ? loopback : host);

/** The host and port of a URL, with `localhost` for this machine; undefined if it is no URL. */
export const hostOf = (url: string): { readonly host: string; readonly port: string } | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { host, port } = destinationOf(url);
  return { host: canonical(host), port: port === 0 ? '' : String(port) };
};

/** The hosts of a rule; undefined if the text is no pattern. */
export const guardHost = (text: string): GuardHost | undefined => {
  const isAny = /^\s*\*(:|\s*$)/.test(text);
  const parts = partsOfPattern(isAny ? text.replace('*', loopback) : text);
  if (parts === undefined) return undefined;
  const { host, isBelow, port } = parts;
  return {
    host: isAny ? '' : canonical(host),
    isBelow,
    port: port === undefined || port === '*' ? null : String(port),
  };
};

/** Why a text is no pattern of hosts, as the end of a sentence; undefined if it is one. */
export const hostPatternProblem = (text: string): string | undefined =>
  guardHost(text) === undefined
    ? 'is not a host such as api.example.com, *.example.com or 127.0.0.1:*'
    : undefined;

/** Whether a host is one that a rule stands for. */
export const matchesHost = (
  { host, isBelow, port }: GuardHost,
  found: { readonly host: string; readonly port: string },
): boolean => {
  if (port !== null && port !== found.port) return false;
  return host === '' || (isBelow ? found.host.endsWith(`.${host}`) : found.host === host);
};
