import {
  type CookieChanges,
  type CookieEdit,
  type CookieJar,
  formatCookieKey,
  isCookieName,
  isCookieText,
  type JarCookie,
} from '@tandem/core';
import { Cookie, CookieJar as Jar, MemoryCookieStore } from 'tough-cookie';

/**
 * Maximum length of a cookie's name and value together in bytes, and maximum number of cookies from one response (RFC 6265bis, section
 * 5.6).
 */
const limits = { bytes: 4_096, ofResponse: 50 } as const;

const toToughCookie = (cookie: JarCookie): Cookie =>
  new Cookie({
    key: cookie.name,
    value: cookie.value,
    domain: cookie.domain,
    path: cookie.path,
    hostOnly: cookie.hostOnly,
    secure: cookie.secure,
    httpOnly: cookie.httpOnly,
    creation: new Date(cookie.createdAt),
    ...(cookie.expires === undefined ? {} : { expires: new Date(cookie.expires) }),
    sameSite: cookie.sameSite,
  });

/** A cookie of a jar, which knows where it belongs. The declared types of tough-cookie do not say so. */
interface ToughJarCookie extends Cookie {
  domain: string;
  path: string;
  hostOnly: boolean;
  creation: Date;
}

const findCookies = (jar: Jar, url: string) => jar.getCookiesSync(url) as ToughJarCookie[];

const toJarCookie = (one: ToughJarCookie): JarCookie => ({
  name: one.key,
  value: one.value,
  domain: one.domain,
  path: one.path,
  hostOnly: one.hostOnly,
  secure: one.secure,
  httpOnly: one.httpOnly,
  createdAt: one.creation.toISOString(),
  ...(one.expires instanceof Date ? { expires: one.expires.toISOString() } : {}),
  ...(one.sameSite === undefined ? {} : { sameSite: one.sameSite }),
});

const isExpired = ({ expires }: JarCookie): boolean =>
  expires !== undefined && Date.parse(expires) <= Date.now();

const isTooLong = ({ key, value }: Cookie): boolean => Buffer.byteLength(key + value) > limits.bytes;

/** Stands for a tab, which tough-cookie rejects as a control character. */
const tab = '\ue009';

/** Parses a cookie from a `set-cookie` field. Its lifetime begins now. Undefined if the field is invalid. */
const parseCookie = (field: string): Cookie | undefined => {
  // A tab inside a name or a value is allowed (RFC 6265bis, section 5.6).
  const pair = field.replace(/;.*/s, '');
  const cookie = Cookie.parse(pair.trim().replaceAll('\t', tab) + field.slice(pair.length), { loose: true });
  if (cookie === undefined) return undefined;
  const withTabs = (text: string): string => text.replaceAll(tab, '\t').trim();
  [cookie.key, cookie.value] = [withTabs(cookie.key), withTabs(cookie.value)];
  if (cookie.maxAge !== null) {
    const lifetime = Number(cookie.maxAge) * 1_000;
    cookie.expires = lifetime > 0 ? new Date(Math.min(Date.now() + lifetime, 8.64e15)) : new Date(0);
    cookie.maxAge = null;
  }
  return cookie;
};

/** Opens a jar with these cookies. Adds them one by one, because deserializing a jar with a few thousand would overflow the stack. */
const createFilledJar = (cookies: readonly JarCookie[]): Jar => {
  const store = new MemoryCookieStore();
  for (const cookie of cookies) void store.putCookie(toToughCookie(cookie));
  return new Jar(store, { rejectPublicSuffixes: true, looseMode: true });
};

const isSameCookie = (
  { receivedBy: _, ...known }: JarCookie,
  { receivedBy: _by, ...one }: JarCookie,
): boolean => JSON.stringify(Object.entries(known).sort()) === JSON.stringify(Object.entries(one).sort());

type StoredCookies = ReadonlyMap<string, JarCookie>;

const indexByKey = (cookies: readonly JarCookie[]): StoredCookies =>
  new Map(cookies.map((one) => [formatCookieKey(one), one]));

const compareCookies = (before: StoredCookies, now: StoredCookies): CookieChanges => {
  const isNew = (one: JarCookie): boolean => {
    const known = before.get(formatCookieKey(one));
    return !isExpired(one) && (known === undefined || !isSameCookie(known, one));
  };
  const isGone = (one: JarCookie): boolean => isExpired(now.get(formatCookieKey(one)) ?? one);
  return { set: [...now.values()].filter(isNew), removed: [...before.values()].filter(isGone) };
};

const describeRejection = (error: unknown, { domain }: Cookie): string => {
  const message = String(error);
  if (message.includes('public suffix')) return `its domain ${domain} is a public suffix`;
  if (message.includes('domain')) return `its domain ${domain} is not one that the host belongs to`;
  if (message.includes('secure connection')) return 'it is secure, but its URL is not';
  return 'the rules of cookies do not allow it';
};

/** Whether a cookie may have the prefix of its name, in any case (RFC 6265bis, section 5.7). */
const isPrefixValid = ({ key, value, secure, path, domain }: Cookie): boolean => {
  if (key === '') return !/^__(host|secure)-/i.test(value);
  if (/^__host-/i.test(key)) return secure && path === '/' && (domain ?? '') === '';
  return secure || !/^__secure-/i.test(key);
};

/** Sets a cookie as a response from `url` would. Returns the stored cookie, or why it was rejected. */
const storeCookie = (jar: Jar, cookie: Cookie, url: string): JarCookie | string => {
  if (isTooLong(cookie)) return `its name and value are longer than ${limits.bytes} bytes`;
  const prefix = 'its prefix __Host- or __Secure- requires other attributes';
  if (!isPrefixValid(cookie)) return prefix;
  try {
    const set = jar.setCookieSync(cookie, url) as ToughJarCookie | undefined;
    return set ? toJarCookie(set) : prefix;
  } catch (error) {
    return describeRejection(error, cookie);
  }
};

const toEditedCookie = ({ name, value, expires, ...rest }: Extract<CookieEdit, { kind: 'set' }>): Cookie =>
  new Cookie({
    key: name,
    value,
    secure: rest.secure ?? false,
    httpOnly: rest.httpOnly ?? false,
    ...(expires === undefined ? {} : { expires: new Date(expires) }),
    ...(rest.domain === undefined ? {} : { domain: rest.domain }),
    ...(rest.path === undefined ? {} : { path: rest.path }),
    sameSite: rest.sameSite,
  });

/** Says why an edit is invalid. This is checked at run time, because scripts can return anything. */
const findEditProblem = (edit: Exclude<CookieEdit, { kind: 'clear' }>): string | undefined => {
  if (!URL.canParse(edit.url)) return 'its URL cannot be parsed';
  if (edit.kind === 'delete') return undefined;
  if (!isCookieName(edit.name))
    return 'a name has no =, ;, control characters and characters outside Latin-1';
  if (![edit.value, edit.path, edit.sameSite].every((text) => text === undefined || isCookieText(text)))
    return 'its value or an attribute has ;, a control character or one outside Latin-1';
  return Number.isNaN(Date.parse(edit.expires ?? '2000-01-01')) ? 'its date cannot be parsed' : undefined;
};

/**
 * Opens a jar with `cookies`, which follows RFC 6265bis and the public suffix list. On loopback, cookies with the attribute Secure are sent
 * over HTTP too.
 * @param by the caller who receives new cookies
 */
export const openJar = (cookies: readonly JarCookie[], by?: string): CookieJar => {
  const jar = createFilledJar(cookies);
  let before = indexByKey(cookies);
  const now = new Map(before);
  const keep = (cookie: JarCookie): void => {
    const known = now.get(formatCookieKey(cookie));
    if (known !== undefined && isSameCookie(known, cookie)) return;
    now.set(formatCookieKey(cookie), by === undefined ? cookie : { ...cookie, receivedBy: by });
  };
  return {
    // Most jars are empty, and tough-cookie parses the URL before it looks.
    sentTo: (url) => (now.size === 0 ? [] : findCookies(jar, url).map(toJarCookie)),
    receive: (url, setCookies) => {
      for (const field of setCookies.slice(0, limits.ofResponse)) {
        const cookie = parseCookie(field);
        const one = cookie && storeCookie(jar, cookie, url);
        if (typeof one === 'object') keep(one);
      }
    },
    all: () => [...now.values()].filter((one) => !isExpired(one)),
    edit: (edit) => {
      if (edit.kind === 'clear') {
        jar.removeAllCookiesSync();
        for (const one of now.values()) keep({ ...one, expires: new Date(0).toISOString() });
        return undefined;
      }
      const problem = findEditProblem(edit);
      if (problem !== undefined) return problem;
      if (edit.kind === 'delete') {
        for (const one of findCookies(jar, edit.url).filter(({ key }) => key === edit.name)) {
          one.expires = new Date(0);
          keep(toJarCookie(one));
        }
        return undefined;
      }
      const one = storeCookie(jar, toEditedCookie(edit), edit.url);
      if (typeof one === 'string') return one;
      keep(one);
      return undefined;
    },
    takeChanges: () => {
      const changes = compareCookies(before, now);
      before = indexByKey([...now.values()].filter((one) => !isExpired(one)));
      return changes;
    },
  };
};
