import { type CookieChanges, type CookieJar, cookieKey, type JarCookie } from '@tandem/core';
import { Cookie, CookieJar as Jar } from 'tough-cookie';

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

const opened = (cookies: readonly JarCookie[]): Jar =>
  Jar.deserializeSync({
    version: 'tough-cookie',
    storeType: 'MemoryCookieStore',
    rejectPublicSuffixes: true,
    enableLooseMode: true,
    cookies: cookies.map(toughOf),
  });

/** A jar over `cookies` (RFC 6265bis with the public suffix list). Cookies with Secure work over HTTP on loopback. */
export const openJar = (cookies: readonly JarCookie[]): CookieJar => {
  const jar = opened(cookies);
  const before = new Map(cookies.map((one) => [cookieKey(one), one]));
  let hasReceived = false;
  return {
    sentTo: (url) => jar.getCookiesSync(url).map(cookieOf),
    receive: (url, setCookies) => {
      hasReceived = true;
      for (const field of setCookies.slice(0, limits.ofResponse)) {
        const cookie = parsed(field);
        if (cookie !== undefined) jar.setCookieSync(cookie, url, { ignoreError: true });
      }
    },
    changes: (): CookieChanges => {
      if (!hasReceived) return { set: [], removed: cookies.filter(isExpired) };
      const present = (jar.serializeSync()?.cookies ?? []).flatMap((one) => Cookie.fromJSON(one) ?? []);
      const now = new Map(
        present
          .map(cookieOf)
          .filter((one) => !isExpired(one))
          .map((one) => [cookieKey(one), one]),
      );
      const isNew = (one: JarCookie): boolean => {
        const { receivedBy: _, ...known } = before.get(cookieKey(one)) ?? {};
        return JSON.stringify(Object.entries(known).sort()) !== JSON.stringify(Object.entries(one).sort());
      };
      return {
        set: [...now.values()].filter(isNew),
        removed: [...before].flatMap(([key, one]) => (now.has(key) ? [] : [one])),
      };
    },
  };
};
