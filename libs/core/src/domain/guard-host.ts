/** The hosts that a pattern stands for: `api.example.com`, `*.example.com`, `*`, each with `:port`, `:*` or any port. */
export interface HostPattern {
  /** Canonical, without `*.`; empty for any host. */
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

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['http:', '80'],
  ['https:', '443'],
]);

/** The form in which hosts are compared: as a URL has it, without a final dot, and `localhost` for this machine. */
const canonical = (host: string): string => {
  const plain = host.replace(/\.$/, '');
  return isLoopback(plain) ? loopback : plain;
};

/** The host and port of a URL as patterns are compared with them; undefined if it is no URL. */
export const hostOf = (url: string): { readonly host: string; readonly port: string } | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { hostname, port, protocol } = new URL(url);
  return { host: canonical(hostname), port: port === '' ? (defaultPorts.get(protocol) ?? '') : port };
};

/** The parts of a pattern; undefined if it is none. */
export const hostPattern = (text: string): HostPattern | undefined => {
  const [, stars = '', name = '', port] = /^(\*\.)?(.*?)(?::(\d{1,5}|\*))?$/.exec(text.trim()) ?? [];
  if (port !== undefined && port !== '*' && Number(port) > 65_535) return undefined;
  const rest = {
    isBelow: stars !== '',
    port: port === undefined || port === '*' ? null : String(Number(port)),
  };
  if (name === '*' && stars === '') return { host: '', ...rest };
  if (name === '' || /[*/?#@\\\s]|^[^[]*:/.test(name)) return undefined;
  const found = hostOf(`http://${name}/`);
  return found === undefined || found.host === '' || found.port !== '80'
    ? undefined
    : { host: found.host, ...rest };
};

/** Why a text is no pattern of hosts, as the end of a sentence; undefined if it is one. */
export const hostPatternProblem = (text: string): string | undefined =>
  hostPattern(text) === undefined
    ? 'is not a host such as api.example.com, *.example.com or 127.0.0.1:*'
    : undefined;

/** Whether a host is one that the pattern stands for. */
export const matchesHost = (
  { host, isBelow, port }: HostPattern,
  found: { readonly host: string; readonly port: string },
): boolean => {
  if (port !== null && port !== found.port) return false;
  return host === '' || (isBelow ? found.host.endsWith(`.${host}`) : found.host === host);
};
