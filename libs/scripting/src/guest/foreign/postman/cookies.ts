import type { ShimParts } from '../shim.js';
import { PropertyList } from './property-list.js';

type DoneCallback = (error: unknown, result?: unknown) => void;

const toCookieFields = (name: unknown, value: unknown) => {
  if (typeof name === 'object' && name !== null) {
    const {
      name: own,
      key,
      value: text,
      domain: _,
      hostOnly: _host,
      ...attributes
    } = name as Record<string, unknown>;
    return { name: own ?? key, value: text, attributes };
  }
  if (value === undefined || value === null) {
    // A single argument is a whole Set-Cookie line.
    const [first = '', ...more] = String(name).split(';');
    const at = first.indexOf('=');
    const flags = more.map((one) => one.trim().toLowerCase());
    const path = more.map((one) => /^\s*path=(.*)$/i.exec(one)?.[1]).find(Boolean);
    return {
      name: first.slice(0, at).trim(),
      value: first.slice(at + 1).trim(),
      attributes: {
        ...(flags.includes('secure') ? { secure: true } : {}),
        ...(flags.includes('httponly') ? { httpOnly: true } : {}),
        ...(path === undefined ? {} : { path }),
      },
    };
  }
  return { name, value, attributes: {} };
};

/** Converts a URL to text. As in Postman, a host alone is enough. */
const toUrl = (url: unknown): string => {
  const text = String(url);
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
};

/** Creates `pm.cookies.jar()`. It calls back before it returns, because the jar is in memory. */
const createCookieJar = ({ cookies }: ShimParts) => {
  const answering = (done: unknown, work: () => unknown): void => {
    let result: unknown;
    try {
      result = work();
    } catch (error) {
      if (typeof done !== 'function') throw error;
      (done as DoneCallback)(error);
      return;
    }
    if (typeof done === 'function') (done as DoneCallback)(null, result);
  };
  const all = (url: unknown) =>
    new PropertyList(cookies.list(toUrl(url)).map((one) => ({ ...one, key: one.name })));
  return {
    get: (url: unknown, name: unknown, done: unknown): void => {
      answering(done, () => all(url).get(name) ?? null);
    },
    getAll: (url: unknown, options: unknown, done: unknown = options): void => {
      answering(done, () => all(url));
    },
    set: (url: unknown, name: unknown, value: unknown, done?: unknown): void => {
      const isShort = typeof value === 'function';
      answering(isShort ? value : done, () => {
        const given = toCookieFields(name, isShort ? undefined : value);
        cookies.set(toUrl(url), given.name, String(given.value), given.attributes);
        return { name: given.name, value: given.value };
      });
    },
    unset: (url: unknown, name: unknown, done?: unknown): void => {
      answering(done, () => {
        cookies.delete(toUrl(url), name);
      });
    },
    clear: (url: unknown, done?: unknown): void => {
      answering(done, () => {
        for (const { name } of cookies.list(toUrl(url))) cookies.delete(toUrl(url), name);
      });
    },
  };
};

/** Creates `pm.cookies`, the cookies that are sent to the URL of the request. */
export const createPostmanCookies = (parts: ShimParts, url: () => string) => {
  const list = (): PropertyList => {
    const { response } = parts.input();
    const ofResponse = (response?.cookies ?? []).map(({ name, value }) => ({ key: name, name, value }));
    // Scripts get the jar only if their text mentions cookies.
    const isGiven = parts.input().request.cookies != null;
    const ofJar = isGiven ? parts.cookies.list(url()) : [];
    const all = new PropertyList(ofJar.map((one) => ({ ...one, key: one.name })));
    all.assimilate(ofResponse);
    return all;
  };
  return {
    get: (name: unknown) => list().get(name),
    has: (name: unknown, value?: unknown) => list().has(name, value),
    one: (name: unknown) => list().one(name),
    all: () => list().all(),
    each: (visit: Parameters<PropertyList['each']>[0]) => {
      list().each(visit);
    },
    count: () => list().count(),
    toObject: () => list().toObject(),
    toJSON: () => list().toJSON(),
    jar: () => createCookieJar(parts),
  };
};
