import { struct, t } from '../codec/index.js';
import type { StoredExecution } from '../executions/stored-execution.js';
import type { HeaderList } from '../requests/fields.js';
import { looksLikeToken } from '../secrets/shape.js';

const editFields = { url: t.string, name: t.string };

/**
 * A change that a script makes to the cookies: set a cookie as a response from `url` would, delete all cookies with a given name that a
 * request to `url` would send, or delete all cookies of the jar.
 */
export const CookieEdit = t.union(
  [
    struct(
      'a cookie that a script set',
      { kind: t.literal('set'), ...editFields, value: t.string },
      {
        /** Without a domain, only the URL's host receives the cookie. */
        domain: t.string,
        path: t.string,
        /** ISO 8601; missing for a session cookie. */
        expires: t.string,
        secure: t.boolean,
        httpOnly: t.boolean,
        sameSite: t.string,
      },
    ),
    struct('a cookie that a script deleted', { kind: t.literal('delete'), ...editFields }),
    struct('all cookies, which a script deleted', { kind: t.literal('clear') }),
  ],
  'a change of cookies',
);
export type CookieEdit = t.TypeOf<typeof CookieEdit>;

/** Identifies a cookie within a jar (RFC 6265, section 5.3). */
export interface CookieKey {
  readonly name: string;
  readonly domain: string;
  readonly path: string;
}

/** A cookie in the jar of a workspace and environment. Times are ISO 8601 in UTC. */
export const JarCookie = struct(
  'a kept cookie',
  {
    name: t.string,
    value: t.string,
    domain: t.string,
    path: t.string,
    /** Whether it is sent only to `domain`, not to its subdomains. */
    hostOnly: t.boolean,
    secure: t.boolean,
    httpOnly: t.boolean,
    createdAt: t.string,
  },
  {
    sameSite: t.string,
    /** Missing for a session cookie. */
    expires: t.string,
    /** The caller whose execution received the cookie; missing if it is not known. */
    receivedBy: t.string,
  },
);
export type JarCookie = t.TypeOf<typeof JarCookie>;

/** The changes to a jar: cookies to store, which replace those with the same key, and cookies to remove. */
export interface CookieChanges {
  readonly set: readonly JarCookie[];
  readonly removed: readonly CookieKey[];
}

/** A cookie's value or attribute may be in a header if it contains no `;`, no control character and no character outside Latin-1. */
export const isCookieText = (text: string): boolean => !/(?!\t)[\p{Cc};]|[^\0-\u00ff]/u.test(text);

/** Whether a cookie name is valid. */
export const isCookieName = (name: string): boolean => isCookieText(name) && !name.includes('=');

/** Maximum number of cookies in one jar. The oldest are evicted. */
export const maxJarCookies = 3_000;

/** The key of a cookie as one string. */
export const formatCookieKey = ({ name, domain, path }: CookieKey): string =>
  JSON.stringify([domain, path, name]);

/** The name that stands for a redacted cookie value. Text shows it as `‹cookie:name›`. */
const formatCookieMark = (name: string): string => `cookie:${name}`;

/**
 * The cookie values to redact, with the names that replace them. Only includes values that could be tokens: otherwise a server could set
 * cookies to redact words and addresses in a request.
 */
const toHiddenValues = (cookies: readonly { readonly name: string; readonly value: string }[]) =>
  cookies
    .filter(({ value }) => looksLikeToken(value))
    .map(({ name, value }) => ({ name: formatCookieMark(name), value }));

/**
 * The cookies whose values the caller `by` must not see: all cookies except those that its own executions received, and those whose value
 * occurs in `saved`, the data that people saved.
 */
export const findHiddenCookies = (
  cookies: readonly JarCookie[],
  by: string | undefined,
  saved: readonly unknown[] = [],
): readonly { readonly name: string; readonly value: string }[] => {
  const found = toHiddenValues(cookies.filter(({ receivedBy }) => !isOwnCookie(receivedBy, by)));
  if (found.length === 0 || saved.length === 0) return found;
  const texts = JSON.stringify(saved);
  return found.filter(({ value }) => !texts.includes(JSON.stringify(value).slice(1, -1)));
};

/** The cookies of a stored response whose values the caller `by` must not see. Includes cookies that are no longer in a jar. */
export const findHiddenResponseCookies = (
  { summary, result }: Pick<StoredExecution, 'summary' | 'result'>,
  by: string | undefined,
): readonly { readonly name: string; readonly value: string }[] =>
  isOwnCookie(summary.by, by) ? [] : toHiddenValues(result.response?.cookies ?? []);

/** Whether the caller itself received a cookie. */
export const isOwnCookie = (receivedBy: string | undefined, by: string | undefined): boolean =>
  receivedBy !== undefined && receivedBy === by;

/** The text shown instead of a cookie value that a caller must not see. */
export const formatHiddenCookie = (name: string): string => `‹${formatCookieMark(name)}›`;

/** A cookie as a request sends it. */
export interface SentCookie extends CookieKey {
  readonly value: string;
}

const isCookie = ([name]: HeaderList[number]): boolean => name.toLowerCase() === 'cookie';

/** The names of the cookies in a Cookie header. */
const listCookieNames = (header: string): readonly string[] =>
  header.split(';').map((pair) => pair.slice(0, Math.max(0, pair.indexOf('='))).trim());

/** Adds cookies to a request's Cookie header. Cookies that the header already names take precedence. */
export const addCookies = (
  headers: HeaderList,
  cookies: readonly Pick<SentCookie, 'name' | 'value'>[],
): HeaderList => {
  const own = headers.filter(isCookie).map(([, value]) => value.trim().replace(/;$/, ''));
  const names = new Set(own.flatMap(listCookieNames));
  const joined = cookies
    .filter(({ name }) => !names.has(name))
    .map(({ name, value }) => (name === '' ? value : `${name}=${value}`));
  if (joined.length === 0) return headers;
  return [
    ...headers.filter((one) => !isCookie(one)),
    ['cookie', [...own, ...joined].filter((one) => one !== '').join('; ')],
  ];
};
