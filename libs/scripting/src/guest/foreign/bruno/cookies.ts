import type { ShimParts } from '../shim.js';
import { toText } from '../text.js';
import { type Property, createListReaders } from './property-list.js';
import { refuse } from './refusals.js';

type DoneCallback = (error: unknown, result?: unknown) => unknown;

/** Calls back, or returns a promise if there is no callback. */
const answerCallback = async (done: unknown, work: () => unknown): Promise<unknown> => {
  if (typeof done !== 'function') return work();
  let result: unknown;
  try {
    result = work();
  } catch (error) {
    await (done as DoneCallback)(error, null);
    return undefined;
  }
  await (done as DoneCallback)(null, result);
  return undefined;
};

const toCookieFields = (given: unknown, value: unknown) => {
  if (typeof given !== 'object' || given === null)
    return { name: given, value: typeof value === 'string' ? value : '', attributes: {} };
  const { key, name, value: text, path, secure, httpOnly, expires } = given as Record<string, unknown>;
  return {
    name: key ?? name,
    value: toText(text ?? ''),
    attributes: Object.fromEntries(
      Object.entries({ path, secure, httpOnly, expires }).filter(
        ([, one]) => one !== undefined && one !== null,
      ),
    ),
  };
};

type Interpolate = (text: unknown) => unknown;

/** `bru.cookies.jar()`. */
const createCookieJar = (
  { cookies }: ShimParts,
  listOf: (url: unknown) => readonly Property[],
  interpolate: Interpolate,
) => {
  const address = (url: unknown): string => String(interpolate(url));
  const set = (url: unknown, given: unknown, value?: unknown): void => {
    const one = toCookieFields(given, value);
    cookies.set(address(url), one.name, one.value, one.attributes);
  };
  const one = (url: unknown, name: unknown) => listOf(address(url)).find(({ key }) => key === name) ?? null;
  return {
    getCookie: (url: unknown, name: unknown, done?: unknown) => answerCallback(done, () => one(url, name)),
    getCookies: (url: unknown, done?: unknown) => answerCallback(done, () => listOf(address(url))),
    hasCookie: (url: unknown, name: unknown, done?: unknown) =>
      answerCallback(done, () => one(url, name) !== null),
    setCookie: (url: unknown, given: unknown, value?: unknown, done?: unknown) =>
      answerCallback(typeof value === 'function' ? value : done, () => {
        set(url, given, value);
      }),
    setCookies: (url: unknown, all: readonly unknown[], done?: unknown) =>
      answerCallback(done, () => {
        all.forEach((given) => {
          set(url, given);
        });
      }),
    deleteCookie: (url: unknown, name: unknown, done?: unknown) =>
      answerCallback(done, () => {
        cookies.delete(address(url), name);
      }),
    deleteCookies: (url: unknown, done?: unknown) =>
      answerCallback(done, () => {
        for (const { key } of listOf(address(url))) cookies.delete(address(url), key);
      }),
    clear: () => refuse('bru.cookies.jar().clear'),
  };
};

/** `bru.cookies`: the cookies for the request's URL. */
export const createBrunoCookies = (parts: ShimParts, url: () => string, interpolate: Interpolate) => {
  const { cookies } = parts;
  const listOf = (address: unknown): readonly Property[] =>
    cookies.list(address).map(({ name, ...cookie }) => ({ key: name, ...cookie }));
  const list = (): readonly Property[] => listOf(url());
  const jar = createCookieJar(parts, listOf, interpolate);
  const upsert = (given: unknown, done?: unknown) => {
    if (typeof given !== 'object' || given === null)
      return answerCallback(done, () => {
        throw new Error('cookieObj must be a non-null object');
      });
    return jar.setCookie(url(), given, done);
  };
  const remove = (name: unknown, done?: unknown) => jar.deleteCookie(url(), name, done);
  return {
    ...createListReaders(list),
    idx: (index: number) => list()[index],
    indexOf: (given: Property | null) =>
      list().findIndex(({ key, value }) => key === given?.key && value === given.value),
    toObject: () => Object.fromEntries(list().map(({ key, value }) => [key, value])),
    toString: () =>
      list()
        .map(({ key, value }) => `${key}=${String(value)}`)
        .join('; '),
    upsert,
    add: upsert,
    remove,
    delete: remove,
    clear: (done?: unknown) => jar.deleteCookies(url(), done),
    jar: () => jar,
  };
};
