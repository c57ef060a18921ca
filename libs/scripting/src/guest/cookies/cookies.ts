import type { CookieEdit, ScriptCookie } from '@tandem/core';

import { show } from '../tests/show.js';

/** The parts of a URL that decide which cookies are sent to it. */
interface CookieUrl {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  /** Whether the URL uses HTTPS or is on this machine. */
  readonly isTrustworthy: boolean;
}

/** Matches URLs that can be split without the URL parser, because loading the parser takes some milliseconds. */
const plainUrlPattern =
  /^(https?):\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(\/[\w\-.~/%!$&'()*+,;=:@]*)?(?:[?#]|$)/;

const isPlain = (host: string, path: string): boolean => !/^[\d.]*$/.test(host) && !/\/\.|%2e/i.test(path);

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

const isIp = (host: string): boolean => host.includes(':') || ipv4.test(host);

const isLoopback = (host: string): boolean =>
  /(?:^|\.)localhost$/.test(host) || host === '::1' || (ipv4.test(host) && host.startsWith('127.'));

const createCookieUrl = (url: string, protocol: string, host: string, path: string): CookieUrl => {
  const bare = host.replace(/^\[|\]$/g, '');
  return { url, host: bare, path, isTrustworthy: protocol === 'https' || isLoopback(bare) };
};

/** Parses an absolute URL. Throws a TypeError for anything else. */
const parseCookieUrl = (given: unknown): CookieUrl => {
  const text: unknown = typeof given === 'object' && given !== null && 'href' in given ? given.href : given;
  if (typeof text !== 'string')
    throw new TypeError('cookies take the URL of a request first, such as req.url');
  const [, protocol = '', host = '', path = '/'] = plainUrlPattern.exec(text) ?? [];
  if (host !== '' && (ipv4.test(host) || isPlain(host, path)))
    return createCookieUrl(text, protocol, host, path);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TypeError(`cookies take an absolute URL, such as req.url, not "${text.slice(0, 100)}"`);
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('cookies take a URL with http or https');
  return createCookieUrl(url.href, url.protocol.slice(0, -1), url.hostname, url.pathname);
};

/** Whether `host` is `domain` or in it (RFC 6265, section 5.1.3). */
const isInDomain = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && !isIp(host));

/** Whether a cookie with `cookiePath` is sent to `path` (RFC 6265, section 5.1.4). */
const isInPath = (path: string, cookiePath: string): boolean =>
  path === cookiePath ||
  (path.startsWith(cookiePath) && (cookiePath.endsWith('/') || path[cookiePath.length] === '/'));

/** The path of a cookie that does not set one (RFC 6265, section 5.1.4). */
const defaultPath = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

interface CookieScope {
  readonly domain: string;
  readonly path: string;
  readonly hostOnly: boolean;
  readonly secure: boolean;
  readonly expires?: string;
}

/** Whether a request to the URL sends the cookie (RFC 6265, section 5.4). */
const isSentToUrl = (cookie: CookieScope, url: CookieUrl, now: number): boolean =>
  (cookie.hostOnly ? url.host === cookie.domain : isInDomain(url.host, cookie.domain)) &&
  isInPath(url.path, cookie.path) &&
  (!cookie.secure || url.isTrustworthy) &&
  (cookie.expires === undefined || Date.parse(cookie.expires) > now);

type Attributes = Omit<Extract<CookieEdit, { readonly kind: 'set' }>, 'kind' | 'url' | 'name' | 'value'>;

/** The attributes of cookies in the jar and in `res.cookies`, so that a script can pass either to `set`. */
const knownAttributes = new Set([
  ...['name', 'value', 'domain', 'path', 'hostOnly', 'expires', 'maxAge'],
  ...['secure', 'httpOnly', 'sameSite'],
]);

const throwCookieError = (field: string, expected: string, got: unknown): never => {
  throw new TypeError(`the ${field} of a cookie must be ${expected}, not ${show(got)}`);
};

/** Checks a cookie's text; a TypeError if it is invalid. */
const checkCookieText = (field: string, value: unknown): string =>
  typeof value === 'string' && !/[\p{Cc};]|[^\0-\u00ff]/u.test(value)
    ? value
    : throwCookieError(field, 'a string without ;, control characters and characters outside Latin-1', value);

/** Checks a cookie's name; a TypeError if it is invalid. */
const getName = (value: unknown): string =>
  checkCookieText('name', value) === '' || String(value).includes('=')
    ? throwCookieError('name', 'a non-empty string without =', value)
    : (value as string);

const checkFlag = (field: string, value: unknown): boolean =>
  typeof value === 'boolean' ? value : throwCookieError(field, 'true or false', value);

const toExpiryTime = (
  { maxAge, expires }: Readonly<Record<string, unknown>>,
  now: number,
): string | undefined => {
  if (maxAge !== undefined && maxAge !== null) {
    const seconds =
      typeof maxAge === 'number' && !Number.isNaN(maxAge)
        ? maxAge
        : throwCookieError('maxAge', 'seconds', maxAge);
    return new Date(seconds > 0 ? Math.min(now + seconds * 1_000, 8.64e15) : 0).toISOString();
  }
  if (expires === undefined || expires === null) return undefined;
  const at =
    typeof expires === 'string' || expires instanceof Date ? new Date(expires).getTime() : Number.NaN;
  return Number.isNaN(at) ? throwCookieError('expires', 'a date', expires) : new Date(at).toISOString();
};

const toCookieDomain = (given: unknown, { host }: CookieUrl): string => {
  const domain = checkCookieText('domain', given).trim().replace(/^\./, '').toLowerCase();
  if (isInDomain(host, domain)) return domain;
  throw new RangeError(`the cookie's domain ${domain} must be ${host} or one that it is in`);
};

/** Parses the attributes that a script sets for a cookie. Throws if they are invalid. */
const parseCookieAttributes = (given: unknown, url: CookieUrl, now: number): Attributes => {
  if (typeof given !== 'object' || given === null) return throwCookieError('attributes', 'an object', given);
  const unknown = Object.keys(given).find((one) => !knownAttributes.has(one));
  if (unknown !== undefined)
    throw new TypeError(`a cookie has no attribute ${unknown}; it has ${[...knownAttributes].join(', ')}`);
  const { domain, path, hostOnly, secure, httpOnly, sameSite, ...times } = given as Record<string, unknown>;
  const expires = toExpiryTime(times, now);
  if (secure === true && !url.isTrustworthy)
    throw new RangeError(`a secure cookie can be set for https and for this machine, not for ${url.url}`);
  return {
    ...(domain == null || hostOnly === true ? {} : { domain: toCookieDomain(domain, url) }),
    ...(path == null ? {} : { path: checkCookieText('path', path) }),
    ...(expires === undefined ? {} : { expires }),
    ...(secure == null ? {} : { secure: checkFlag('secure attribute', secure) }),
    ...(httpOnly == null ? {} : { httpOnly: checkFlag('httpOnly attribute', httpOnly) }),
    ...(sameSite == null ? {} : { sameSite: checkCookieText('sameSite attribute', sameSite).toLowerCase() }),
  };
};

type SetEdit = Extract<CookieEdit, { readonly kind: 'set' }>;

/** Maximum number of changes of cookies that one handler can make. */
const maxEdits = 1_000;

const toStoredCookie = (edit: SetEdit, { host, path }: CookieUrl, now: number): ScriptCookie => ({
  name: edit.name,
  value: edit.value,
  domain: edit.domain ?? host,
  path: edit.path?.startsWith('/') ? edit.path : defaultPath(path),
  hostOnly: edit.domain === undefined,
  secure: edit.secure ?? false,
  httpOnly: edit.httpOnly ?? false,
  createdAt: new Date(now).toISOString(),
  ...(edit.expires === undefined ? {} : { expires: edit.expires }),
  ...(edit.sameSite === undefined ? {} : { sameSite: edit.sameSite }),
});

const isSameCookie = (one: ScriptCookie, other: ScriptCookie): boolean =>
  one.name === other.name && one.domain === other.domain && one.path === other.path;

/** Orders cookies with longer paths first, and then older cookies first (RFC 6265, section 5.4). */
const compareCookies = (one: ScriptCookie, other: ScriptCookie): number =>
  other.path.length - one.path.length ||
  (one.createdAt < other.createdAt ? -1 : Number(one.createdAt > other.createdAt));

/** Reports, once for each cookie, that the script read a marker instead of the value. */
const createHidden = () => {
  const names = new Set<string>();
  return {
    add: (name: string): void => {
      names.add(name);
    },
    take: () => {
      const taken = [...names];
      names.clear();
      return taken.map((name) => ({
        code: 'COOKIE_HIDDEN',
        message: `The script got ‹cookie:${name}› for the value of ${name}, because an execution of another caller received that cookie. It is sent all the same.`,
        where: 'cookies',
      }));
    },
  };
};

const requireJar = (isGiven: boolean): void => {
  if (!isGiven)
    throw new Error('there are no cookies here: a script gets them only if the name cookies is in its text');
};

const toSetEdit = (
  cookieUrl: CookieUrl,
  now: number,
  cookie: { readonly name: unknown; readonly value: unknown; readonly attributes: unknown },
): SetEdit => ({
  ...{ kind: 'set', url: cookieUrl.url, name: getName(cookie.name) },
  ...{
    value: checkCookieText('value', cookie.value),
    ...parseCookieAttributes(cookie.attributes, cookieUrl, now),
  },
});

/**
 * Creates a script's cookies: a copy of the jar, and the script's changes, which the execution applies to the jar later. The copy follows
 * the rules of the jar except the public suffix list, by which the jar may still refuse a change.
 */
export const createCookies = (now: () => number) => {
  let jar: readonly ScriptCookie[] = [];
  let isGiven = false;
  let edits: CookieEdit[] = [];
  const hidden = createHidden();
  const sent = (cookieUrl: CookieUrl): readonly ScriptCookie[] => {
    requireJar(isGiven);
    return jar.filter((one) => isSentToUrl(one, cookieUrl, now())).sort(compareCookies);
  };
  const shown = ({ isHidden, createdAt: _, ...cookie }: ScriptCookie) => {
    if (isHidden) hidden.add(cookie.name);
    return Object.freeze(cookie);
  };
  const add = (edit: CookieEdit): void => {
    if (edits.length >= maxEdits) throw new RangeError(`a handler may change at most ${maxEdits} cookies`);
    edits.push(edit);
  };
  const cookies = Object.freeze({
    get: (url: unknown, name: unknown): string | undefined => {
      const found = sent(parseCookieUrl(url)).find((one) => one.name === name);
      return found && shown(found).value;
    },
    list: (url: unknown) => sent(parseCookieUrl(url)).map(shown),
    set: (url: unknown, name: unknown, value: unknown, attributes: unknown = {}): void => {
      const cookieUrl = parseCookieUrl(url);
      sent(cookieUrl);
      const edit = toSetEdit(cookieUrl, now(), { name, value, attributes });
      add(edit);
      const cookie = toStoredCookie(edit, cookieUrl, now());
      jar = [...jar.filter((one) => !isSameCookie(one, cookie)), cookie];
    },
    delete: (url: unknown, name: unknown): boolean => {
      const cookieUrl = parseCookieUrl(url);
      const gone = new Set(sent(cookieUrl).filter((one) => one.name === name));
      if (gone.size === 0) return false;
      add({ kind: 'delete', url: cookieUrl.url, name: String(name) });
      jar = jar.filter((one) => !gone.has(one));
      return true;
    },
    clear: (): void => {
      requireJar(isGiven);
      if (jar.length === 0) return;
      add({ kind: 'clear' });
      jar = [];
    },
  });
  return {
    cookies,
    /** Copies the jar when a handler begins. */
    fill: (given: readonly ScriptCookie[] | null | undefined): void => {
      isGiven = given !== undefined;
      jar = given ?? [];
      edits = [];
    },
    /** Takes the changes of the handler, if it made any. */
    take: () => (edits.length === 0 ? {} : { cookieEdits: edits }),
    diagnostics: hidden.take,
  };
};
