/** The parts of a URL that cookies are matched against. */
export interface CookiePlace {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  /** HTTPS, or this machine. */
  readonly isTrustworthy: boolean;
}

/** URLs that need no parser, which is loaded on first use in some milliseconds. */
const plain = /^(https?):\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(\/[\w\-.~/%!$&'()*+,;=:@]*)?(?:[?#]|$)/;

const isPlain = (host: string, path: string): boolean => !/^[\d.]*$/.test(host) && !/\/\.|%2e/i.test(path);

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

const isIp = (host: string): boolean => host.includes(':') || ipv4.test(host);

const isLoopback = (host: string): boolean =>
  /(?:^|\.)localhost$/.test(host) || host === '::1' || (ipv4.test(host) && host.startsWith('127.'));

const getLocation = (url: string, protocol: string, host: string, path: string): CookiePlace => {
  const bare = host.replace(/^\[|\]$/g, '');
  return { url, host: bare, path, isTrustworthy: protocol === 'https' || isLoopback(bare) };
};

/** The parts of an absolute URL; a TypeError for anything else. */
export const parseCookiePlace = (given: unknown): CookiePlace => {
  const text: unknown = typeof given === 'object' && given !== null && 'href' in given ? given.href : given;
  if (typeof text !== 'string')
    throw new TypeError('cookies take the URL of a request first, such as req.url');
  const [, protocol = '', host = '', path = '/'] = plain.exec(text) ?? [];
  if (host !== '' && (ipv4.test(host) || isPlain(host, path))) return getLocation(text, protocol, host, path);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TypeError(`cookies take an absolute URL, such as req.url, not "${text.slice(0, 100)}"`);
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('cookies take a URL with http or https');
  return getLocation(url.href, url.protocol.slice(0, -1), url.hostname, url.pathname);
};

/** Whether `host` is `domain` or in it (RFC 6265, section 5.1.3). */
export const isInDomain = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && !isIp(host));

/** Whether a cookie with `cookiePath` is sent to `path` (RFC 6265, section 5.1.4). */
const isInPath = (path: string, cookiePath: string): boolean =>
  path === cookiePath ||
  (path.startsWith(cookiePath) && (cookiePath.endsWith('/') || path[cookiePath.length] === '/'));

/** The default path of a cookie (RFC 6265, section 5.1.4). */
export const defaultPath = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

interface CookieScope {
  readonly domain: string;
  readonly path: string;
  readonly hostOnly: boolean;
  readonly secure: boolean;
  readonly expires?: string;
}

/** Whether a request to the URL sends the cookie (RFC 6265, section 5.4). */
export const isSentTo = (cookie: CookieScope, place: CookiePlace, now: number): boolean =>
  (cookie.hostOnly ? place.host === cookie.domain : isInDomain(place.host, cookie.domain)) &&
  isInPath(place.path, cookie.path) &&
  (!cookie.secure || place.isTrustworthy) &&
  (cookie.expires === undefined || Date.parse(cookie.expires) > now);
