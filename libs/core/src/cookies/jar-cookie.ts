import { struct, t } from '../codec/index.js';
import type { HeaderList } from '../ports/scripts.js';
import { looksLikeToken } from '../secrets/shape.js';
import type { StoredExecution } from '../executions/stored-execution.js';

/** What identifies a cookie within a jar (RFC 6265, section 5.3). */
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
    /** Whether it is sent to `domain` only, and not to its subdomains. */
    hostOnly: t.boolean,
    secure: t.boolean,
    httpOnly: t.boolean,
    createdAt: t.string,
  },
  {
    sameSite: t.string,
    /** Absent on a session cookie. */
    expires: t.string,
    /** The caller whose execution received it; absent if nobody in particular did. */
    receivedBy: t.string,
  },
);
export type JarCookie = t.TypeOf<typeof JarCookie>;

/** The changes of a jar: cookies to store in place of those with the same key, and cookies to remove. */
export interface CookieChanges {
  readonly set: readonly JarCookie[];
  readonly removed: readonly CookieKey[];
}

/** Whether a value or an attribute of a cookie can stand in a header: without `;`, control characters and those outside Latin-1. */
export const isCookieText = (text: string): boolean => !/(?!\t)[\p{Cc};]|[^\0-\u00ff]/u.test(text);

/** Whether a cookie can have this name. */
export const isCookieName = (name: string): boolean => isCookieText(name) && !name.includes('=');

/** Maximum number of cookies in one jar; the oldest make room. */
export const maxJarCookies = 3_000;

/** The key of a cookie as one text. */
export const cookieKey = ({ name, domain, path }: CookieKey): string => JSON.stringify([domain, path, name]);

/** The name under which the value of a cookie is hidden: `‹cookie:name›`. */
const cookieMark = (name: string): string => `cookie:${name}`;

/**
 * The values of cookies that are hidden wherever they stand, under the names of their marks: those that can be a token. Any
 * server sets cookies, and one that could have words and addresses hidden would decide what is shown of a request.
 */
const toHiddenValues = (cookies: readonly { readonly name: string; readonly value: string }[]) =>
  cookies
    .filter(({ value }) => looksLikeToken(value))
    .map(({ name, value }) => ({ name: cookieMark(name), value }));

/**
 * The cookies whose values the caller `by` must not see: all but those that its own executions received, and those whose value
 * stands in what people `saved`.
 */
export const findHiddenCookies = (
  cookies: readonly JarCookie[],
  by: string | undefined,
  saved: readonly unknown[] = [],
): readonly { readonly name: string; readonly value: string }[] => {
  const found = toHiddenValues(cookies.filter(({ receivedBy }) => !isOwn(receivedBy, by)));
  if (found.length === 0 || saved.length === 0) return found;
  const texts = JSON.stringify(saved);
  return found.filter(({ value }) => !texts.includes(JSON.stringify(value).slice(1, -1)));
};

/** The cookies of a stored response whose values the caller `by` must not see, whether or not a jar still has them. */
export const findHiddenResponseCookies = (
  { summary, result }: Pick<StoredExecution, 'summary' | 'result'>,
  by: string | undefined,
): readonly { readonly name: string; readonly value: string }[] =>
  isOwn(summary.by, by) ? [] : toHiddenValues(result.response?.cookies ?? []);

/** Whether a cookie was received by the caller itself. */
export const isOwn = (receivedBy: string | undefined, by: string | undefined): boolean =>
  receivedBy !== undefined && receivedBy === by;

/** What is shown instead of the value of a cookie that a caller must not see. */
export const formatHiddenCookie = (name: string): string => `‹${cookieMark(name)}›`;

/** A cookie as a request sends it. */
export interface SentCookie extends CookieKey {
  readonly value: string;
}

const isCookie = ([name]: HeaderList[number]): boolean => name.toLowerCase() === 'cookie';

/** The names of the cookies in a Cookie header. */
const namesIn = (header: string): readonly string[] =>
  header.split(';').map((pair) => pair.slice(0, Math.max(0, pair.indexOf('='))).trim());

/** Joins cookies to the Cookie header of a request, whose names win. */
export const addCookies = (
  headers: HeaderList,
  cookies: readonly Pick<SentCookie, 'name' | 'value'>[],
): HeaderList => {
  const own = headers.filter(isCookie).map(([, value]) => value.trim().replace(/;$/, ''));
  const names = new Set(own.flatMap(namesIn));
  const joined = cookies
    .filter(({ name }) => !names.has(name))
    .map(({ name, value }) => (name === '' ? value : `${name}=${value}`));
  if (joined.length === 0) return headers;
  return [
    ...headers.filter((one) => !isCookie(one)),
    ['cookie', [...own, ...joined].filter((one) => one !== '').join('; ')],
  ];
};
