import type { CookieEdit } from '@tandem/core';

import { type CookiePlace, isInDomain } from './cookie-rules.js';
import { show } from '../tests/show.js';

type Attributes = Omit<Extract<CookieEdit, { readonly kind: 'set' }>, 'kind' | 'url' | 'name' | 'value'>;

/** The attributes of a listed cookie and of `res.cookies`, so that either can be passed to `set`. */
const knownAttributes = new Set([
  ...['name', 'value', 'domain', 'path', 'hostOnly', 'expires', 'maxAge'],
  ...['secure', 'httpOnly', 'sameSite'],
]);

const fail = (field: string, expected: string, got: unknown): never => {
  throw new TypeError(`the ${field} of a cookie must be ${expected}, not ${show(got)}`);
};

/** Checks a cookie's text; a TypeError if it is invalid. */
export const checkCookieText = (field: string, value: unknown): string =>
  typeof value === 'string' && !/[\p{Cc};]|[^\0-\u00ff]/u.test(value)
    ? value
    : fail(field, 'a string without ;, control characters and characters outside Latin-1', value);

/** Checks a cookie's name; a TypeError if it is invalid. */
export const getName = (value: unknown): string =>
  checkCookieText('name', value) === '' || String(value).includes('=')
    ? fail('name', 'a non-empty string without =', value)
    : (value as string);

const checkFlag = (field: string, value: unknown): boolean =>
  typeof value === 'boolean' ? value : fail(field, 'true or false', value);

const toExpiryTime = (
  { maxAge, expires }: Readonly<Record<string, unknown>>,
  now: number,
): string | undefined => {
  if (maxAge !== undefined && maxAge !== null) {
    const seconds =
      typeof maxAge === 'number' && !Number.isNaN(maxAge) ? maxAge : fail('maxAge', 'seconds', maxAge);
    return new Date(seconds > 0 ? Math.min(now + seconds * 1_000, 8.64e15) : 0).toISOString();
  }
  if (expires === undefined || expires === null) return undefined;
  const at =
    typeof expires === 'string' || expires instanceof Date ? new Date(expires).getTime() : Number.NaN;
  return Number.isNaN(at) ? fail('expires', 'a date', expires) : new Date(at).toISOString();
};

const toCookieDomain = (given: unknown, { host }: CookiePlace): string => {
  const domain = checkCookieText('domain', given).trim().replace(/^\./, '').toLowerCase();
  if (isInDomain(host, domain)) return domain;
  throw new RangeError(`the cookie's domain ${domain} must be ${host} or one that it is in`);
};

/** A cookie's attributes from a script; an error if they are invalid. */
export const parseCookieAttributes = (given: unknown, place: CookiePlace, now: number): Attributes => {
  if (typeof given !== 'object' || given === null) return fail('attributes', 'an object', given);
  const unknown = Object.keys(given).find((one) => !knownAttributes.has(one));
  if (unknown !== undefined)
    throw new TypeError(`a cookie has no attribute ${unknown}; it has ${[...knownAttributes].join(', ')}`);
  const { domain, path, hostOnly, secure, httpOnly, sameSite, ...times } = given as Record<string, unknown>;
  const expires = toExpiryTime(times, now);
  if (secure === true && !place.isTrustworthy)
    throw new RangeError(`a secure cookie can be set for https and for this machine, not for ${place.url}`);
  return {
    ...(domain == null || hostOnly === true ? {} : { domain: toCookieDomain(domain, place) }),
    ...(path == null ? {} : { path: checkCookieText('path', path) }),
    ...(expires === undefined ? {} : { expires }),
    ...(secure == null ? {} : { secure: checkFlag('secure attribute', secure) }),
    ...(httpOnly == null ? {} : { httpOnly: checkFlag('httpOnly attribute', httpOnly) }),
    ...(sameSite == null ? {} : { sameSite: checkCookieText('sameSite attribute', sameSite).toLowerCase() }),
  };
};
