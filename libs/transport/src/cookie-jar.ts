import { type CookieChanges, type CookieJar, cookieKey, type JarCookie } from '@tandem/core';
import { Cookie, CookieJar as Jar, MemoryCookieStore } from 'tough-cookie';

/** Maximum length of a cookie's name and value together, and number of cookies of one response (RFC 6265bis, section 5.6). */
const limits = { bytes: 4_096, ofResponse: 50 } as const;

const toughOf = (cookie: JarCookie): Record<string, unknown> => ({
  key: cookie.name,
  value: cookie.value,
  domain: cookie.domain,
  path: cookie.path,
  hostOnly: cookie.hostOnly,
  secure: cookie.secure,
  httpOnly: cookie.httpOnly,
  creation: cookie.createdAt,
  ...(cookie.expires === undefined ? {} : { expires: cookie.expires }),
  ...(cookie.sameSite === undefined ? {} : { sameSite: cookie.sameSite }),
});

const cookieOf = (one: Cookie): JarCookie => ({
  name: one.key,
  value: one.value,
  domain: one.domain ?? '',
  path: one.path ?? '/',
  hostOnly: one.hostOnly ?? true,
  secure: one.secure,
  httpOnly: one.httpOnly,
  createdAt: one.creation instanceof Date ? one.creation.toISOString() : new Date().toISOString(),
  ...(one.expires instanceof Date ? { expires: one.expires.toISOString() } : {}),
  ...(one.sameSite === undefined ? {} : { sameSite: one.sameSite }),
});

const isExpired = ({ expires }: JarCookie): boolean =>
  expires !== undefined && Date.parse(expires) <= Date.now();

/** A cookie that was read from a field; a relative lifetime begins now. Undefined if it is none, or too long. */
const parsed = (field: string): Cookie | undefined => {
  const cookie = Cookie.parse(field, { loose: true });
  if (cookie === undefined || Buffer.byteLength(cookie.key + cookie.value) > limits.bytes) return undefined;
  if (cookie.maxAge !== null) {
    const lifetime = Number(cookie.maxAge) * 1_000;
    cookie.expires = lifetime > 0 ? new Date(Math.min(Date.now() + lifetime, 8.64e15)) : new Date(0);
    cookie.maxAge = null;
  }
  return cookie;
};

/** Opens a jar; that of a serialized jar would overflow the stack with some thousand cookies. */
const opened = (cookies: readonly JarCookie[]): Jar => {
  const store = new MemoryCookieStore();
  for (const cookie of cookies.map(toughOf).map((one) => Cookie.fromJSON(one))) {
    if (cookie !== undefined) void store.putCookie(cookie);
  }
  return new Jar(store, { rejectPublicSuffixes: true, looseMode: true });
};

const sameCookie = ({ receivedBy: _, ...known }: JarCookie, one: JarCookie): boolean =>
  JSON.stringify(Object.entries(known).sort()) === JSON.stringify(Object.entries(one).sort());

/** A jar over `cookies` (RFC 6265bis with the public suffix list). Cookies with Secure work over HTTP on loopback. */
export const openJar = (cookies: readonly JarCookie[]): CookieJar => {
  const jar = opened(cookies);
  const received = new Map<string, JarCookie>();
  return {
    sentTo: (url) => jar.getCookiesSync(url).map(cookieOf),
    receive: (url, setCookies) => {
      for (const field of setCookies.slice(0, limits.ofResponse)) {
        const cookie = parsed(field);
        const stored = cookie && jar.setCookieSync(cookie, url, { ignoreError: true });
        if (stored) received.set(cookieKey(cookieOf(stored)), cookieOf(stored));
      }
    },
    changes: (): CookieChanges => {
      const before = new Map(cookies.map((one) => [cookieKey(one), one]));
      const isNew = (one: JarCookie): boolean => {
        const known = before.get(cookieKey(one));
        return known === undefined || !sameCookie(known, one);
      };
      return {
        set: [...received.values()].filter((one) => !isExpired(one) && isNew(one)),
        removed: cookies.filter((one) => isExpired(received.get(cookieKey(one)) ?? one)),
      };
    },
  };
};
