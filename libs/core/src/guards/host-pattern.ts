/** Whether `text` matches a pattern whose `*` matches any characters, in linear time. */
export const matchesDomain = (pattern: string, text: string): boolean => {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= text.length - last.length;
};

const toPunycode = (label: string): string =>
  URL.canParse(`http://${label}/`) ? new URL(`http://${label}/`).hostname : label;

/** Normalizes a host pattern like URLs do: Unicode labels to Punycode, wildcards unchanged. */
export const toAsciiPattern = (pattern: string): string =>
  pattern
    .toLowerCase()
    .split(/[.\u3002\uff0e\uff61]/)
    .map((label) => (/^[ -~]*$/.test(label) ? label : toPunycode(label)))
    .join('.');

/**
 * Says whether a client certificate for `domain` is sent to an origin. `domain` is a pattern such as `*.example.com`, `example.com:8443` or
 * `*`.
 */
export const isCertificateFor = (domain: string, { hostname, port }: URL): boolean => {
  const pattern = toAsciiPattern(domain.trim())
    .replace(/^https:\/\//, '')
    .replace(/\/.*$/, '');
  if (pattern === '') return false;
  return (
    matchesDomain(pattern, hostname) || matchesDomain(pattern, `${hostname}:${port === '' ? '443' : port}`)
  );
};

/** A request's destination: the host in URL form, and the port. */
export interface Destination {
  readonly host: string;
  readonly port: number;
  /** The default port of the URL's protocol, which URLs omit. */
  readonly defaultPort: number;
}

/** A parsed pattern, which matches one host or its subdomains. */
interface HostPattern {
  /** In URL form, without the `*.` of a subdomain pattern. */
  readonly host: string;
  readonly isBelow: boolean;
  /** Undefined for the protocol's default port, `*` for any. */
  readonly port: number | '*' | undefined;
}

/** Maximum number of patterns of one secret. */
export const maxSecretHosts = 50;

const maxPatternLength = 300;

/** The host in URL form: lowercase, Punycode, normalized addresses, no trailing dot. */
const toCanonicalHost = (host: string): string | undefined => {
  if (/[\s/\\@?#%]/.test(host) || !URL.canParse(`http://${host}/`)) return undefined;
  const { hostname, port, username } = new URL(`http://${host}/`);
  const bare = hostname.replace(/\.$/, '');
  return port === '' && username === '' && bare !== '' && !bare.includes('*') ? bare : undefined;
};

const parsePort = (text: string | undefined): HostPattern['port'] | null => {
  if (text === undefined || text === '*') return text;
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port > 0 && port < 65_536 ? port : null;
};

/** Splits off the port. An IPv6 address contains colons itself, and may have no brackets if it has no port. */
const splitPort = (text: string): readonly [host: string, port: string | undefined] => {
  if (/^[0-9a-f:.]+$/i.test(text) && text.split(':').length > 2) return [`[${text}]`, undefined];
  const [, host = text, port] = /^(\[.*\]|[^:]*)(?::(.*))?$/s.exec(text) ?? [];
  return [host, port];
};

/** Parses a pattern into its parts; undefined if it is invalid. */
export const parseHostPattern = (text: string): HostPattern | undefined => {
  if (text.length > maxPatternLength) return undefined;
  const [written, end] = splitPort(text.trim());
  const isBelow = written.startsWith('*.');
  const host = toCanonicalHost(isBelow ? written.slice(2) : written);
  const port = parsePort(end);
  if (host === undefined || port === null) return undefined;
  if (isBelow && (host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host))) return undefined;
  return { host, isBelow, port };
};

/**
 * The pattern in its normalized form, such as `api.example.com`, `*.example.com:8443`, `127.0.0.1:*` or `[::1]:*`;
 * undefined if it is invalid.
 */
export const normalizeHostPattern = (text: string): string | undefined => {
  const pattern = parseHostPattern(text);
  if (pattern === undefined) return undefined;
  const { host, isBelow, port } = pattern;
  return `${isBelow ? '*.' : ''}${host}${port === undefined ? '' : `:${port}`}`;
};

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** A URL's destination. Names are not resolved: a pattern applies to the name. */
export const getDestination = (url: string): Destination => {
  const { protocol, hostname, port } = new URL(url);
  const defaultPort = (Object.hasOwn(defaultPorts, protocol) ? defaultPorts[protocol] : undefined) ?? 0;
  return { host: hostname.replace(/\.$/, ''), port: port === '' ? defaultPort : Number(port), defaultPort };
};

const matchesPattern = ({ host, isBelow, port }: HostPattern, to: Destination): boolean =>
  (isBelow ? to.host.endsWith(`.${host}`) : to.host === host) &&
  (port === '*' || to.port === (port ?? to.defaultPort));

/** Whether one of the patterns matches. An invalid pattern never matches. */
export const isHostAllowed = (patterns: readonly string[], to: Destination): boolean =>
  patterns.some((text) => {
    const pattern = parseHostPattern(text);
    return pattern !== undefined && matchesPattern(pattern, to);
  });

const coversPattern = (wide: HostPattern, narrow: HostPattern): boolean =>
  (wide.isBelow
    ? narrow.host.endsWith(`.${wide.host}`) || (narrow.isBelow && narrow.host === wide.host)
    : !narrow.isBelow && narrow.host === wide.host) &&
  (wide.port === '*' || wide.port === narrow.port);

/** Whether `hosts` allow nothing beyond `known`. */
export const areHostsCovered = (hosts: readonly string[], known: readonly string[]): boolean => {
  const wide = known.flatMap((text) => parseHostPattern(text) ?? []);
  return hosts.every((text) => {
    const narrow = parseHostPattern(text);
    return narrow !== undefined && wide.some((one) => coversPattern(one, narrow));
  });
};

/** Creates the pattern that matches only the destination of a request. */
export const createHostPattern = ({ host, port, defaultPort }: Destination): string =>
  port === defaultPort ? host : `${host}:${port}`;
