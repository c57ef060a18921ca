import type { CookieEdit, ScriptCookie } from '@tandem/core';

import { parseCookieAttributes, getName, checkCookieText } from './cookie-attributes.js';
import { type CookiePlace, parseCookiePlace, defaultPath, isSentTo } from './cookie-rules.js';

type SetEdit = Extract<CookieEdit, { readonly kind: 'set' }>;

/** Maximum number of changes by one handler. */
const maxEdits = 1_000;

const toStoredCookie = (edit: SetEdit, { host, path }: CookiePlace, now: number): ScriptCookie => ({
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

const isSame = (one: ScriptCookie, other: ScriptCookie): boolean =>
  one.name === other.name && one.domain === other.domain && one.path === other.path;

/** Longer paths first, then older cookies (RFC 6265, section 5.4). */
const compareCookies = (one: ScriptCookie, other: ScriptCookie): number =>
  other.path.length - one.path.length ||
  (one.createdAt < other.createdAt ? -1 : Number(one.createdAt > other.createdAt));

/** Reports once per cookie that the script got a mask instead of its value. */
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

/**
 * A script's cookies: a copy of the jar, and its changes, which the execution applies to the jar later. The rules are
 * those of the jar except the public suffix list, which may still reject a change.
 */
export const createCookies = (now: () => number) => {
  let jar: readonly ScriptCookie[] = [];
  let isGiven = false;
  let edits: CookieEdit[] = [];
  const hidden = createHidden();
  const sent = (place: CookiePlace): readonly ScriptCookie[] => {
    if (!isGiven)
      throw new Error(
        'there are no cookies here: a script gets them only if the name cookies is in its text',
      );
    return jar.filter((one) => isSentTo(one, place, now())).sort(compareCookies);
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
      const found = sent(parseCookiePlace(url)).find((one) => one.name === name);
      return found && shown(found).value;
    },
    list: (url: unknown) => sent(parseCookiePlace(url)).map(shown),
    set: (url: unknown, name: unknown, value: unknown, attributes: unknown = {}): void => {
      const place = parseCookiePlace(url);
      sent(place);
      const edit: SetEdit = {
        ...{ kind: 'set', url: place.url, name: getName(name), value: checkCookieText('value', value) },
        ...parseCookieAttributes(attributes, place, now()),
      };
      add(edit);
      const cookie = toStoredCookie(edit, place, now());
      jar = [...jar.filter((one) => !isSame(one, cookie)), cookie];
    },
    delete: (url: unknown, name: unknown): boolean => {
      const place = parseCookiePlace(url);
      const gone = new Set(sent(place).filter((one) => one.name === name));
      if (gone.size === 0) return false;
      add({ kind: 'delete', url: place.url, name: String(name) });
      jar = jar.filter((one) => !gone.has(one));
      return true;
    },
  });
  return {
    cookies,
    /** Sets the jar's contents when a handler begins. */
    fill: (given: readonly ScriptCookie[] | null | undefined): void => {
      isGiven = given !== undefined;
      jar = given ?? [];
      edits = [];
    },
    /** The handler's changes, if any. */
    take: () => (edits.length === 0 ? {} : { cookieEdits: edits }),
    diagnostics: hidden.take,
  };
};
