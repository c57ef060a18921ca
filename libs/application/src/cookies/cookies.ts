import {
  type AppResult,
  type EnvironmentPlace,
  cookieKey,
  findHiddenCookies,
  formatHiddenCookie,
  invalidInput,
  isCookieName,
  isCookieText,
  isOwn,
  type JarCookie,
  type Ports,
  type Secret,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import type {
  ClearCookies,
  ClearedCookies,
  CookieList,
  DeleteCookie,
  ListCookies,
  SetCookie,
} from './cookie-arguments.js';
import { placeOf, type PlaceReference } from '../environments/environment-place.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { loadKnownSecrets, readyToHide } from '../secrets/secrets.js';

/** Where something is shown: in a workspace by its reference, else in the active one; or anywhere, as in a log. */
export type DisplayScope = { readonly workspace: string | undefined } | 'anywhere' | 'what is saved';

/** The cookies of the workspace in which something is shown: those of others are no business of it. */
const loadVisibleCookies = (ports: Ports, shownIn: DisplayScope): AppResult<readonly JarCookie[]> => {
  const { cookies } = ports.store;
  if (shownIn === 'what is saved') return TE.right([]);
  if (shownIn === 'anywhere') return cookies.all();
  return pipe(
    resolveWorkspace(ports)(shownIn.workspace),
    TE.matchE(
      () => cookies.all(),
      ({ id }) => cookies.all(id),
    ),
  );
};

/**
 * The secrets of every workspace, and the values of cookies that the caller `by` did not receive. A server cannot have anything
 * hidden in another workspace than its own, nor in what people have saved.
 */
export const loadHiddenSecrets = (
  ports: Ports,
  by?: string,
  shownIn: DisplayScope = 'anywhere',
): AppResult<readonly Secret[]> =>
  pipe(
    TE.Do,
    TE.apS('secrets', loadKnownSecrets(ports)),
    TE.apS('cookies', loadVisibleCookies(ports, shownIn)),
    TE.map(({ secrets, cookies }) => [...secrets, ...findHiddenCookies(cookies, by)]),
    TE.flatMapTask(readyToHide),
  );

const withCookieJar =
  (ports: Ports) =>
  <A>(
    wanted: PlaceReference,
    use: (place: EnvironmentPlace, cookies: readonly JarCookie[]) => AppResult<A>,
  ): AppResult<A> =>
    pipe(
      placeOf(ports, wanted),
      TE.flatMap((place) =>
        pipe(
          ports.store.cookies.list(place.workspaceId, place.environmentId),
          TE.flatMap((cookies) => use(place, cookies)),
        ),
      ),
    );

const isLive = ({ expires }: JarCookie, now: Date): boolean =>
  expires === undefined || Date.parse(expires) > now.getTime();

/** Agents see the values of cookies that executions of theirs received. */
const hideForeignCookie =
  ({ hidesSecrets = false, by }: Pick<CallContext, 'hidesSecrets' | 'by'>) =>
  (cookie: JarCookie): JarCookie =>
    hidesSecrets && !isOwn(cookie.receivedBy, by)
      ? { ...cookie, value: formatHiddenCookie(cookie.name) }
      : cookie;

/** Those that a request to `url` gets, each as it is kept. */
const selectSentCookies = (
  ports: Ports,
  url: string,
  cookies: readonly JarCookie[],
): readonly JarCookie[] => {
  const sent = new Set(ports.http.openJar(cookies).sentTo(new URL(url).href).map(cookieKey));
  return cookies.filter((one) => sent.has(cookieKey(one)));
};

const listCookies =
  (ports: Ports) =>
  (input: ListCookies, call: CallContext): AppResult<CookieList> =>
    input.url !== undefined && !URL.canParse(input.url)
      ? TE.left(invalidInput('url', 'must be a URL', { expected: 'a URL', got: input.url }))
      : withCookieJar(ports)(input, (_, all) => {
          const cookies = all.filter((one) => isLive(one, ports.clock.now()));
          const wanted = input.url === undefined ? cookies : selectSentCookies(ports, input.url, cookies);
          return TE.right({ cookies: wanted.map(hideForeignCookie(call)) });
        });

/** The cookie that is wanted, or the argument for which no server would set it. */
const parseJarCookie = (ports: Ports, input: SetCookie, by: string | undefined): AppResult<JarCookie> => {
  const {
    name,
    value,
    path = '/',
    expires,
    sameSite,
    secure = false,
    httpOnly = false,
    hostOnly = true,
  } = input;
  const domain = input.domain.trim().replace(/^\./, '').toLowerCase();
  const at = expires === undefined ? undefined : Date.parse(expires);
  const refuse = (field: string, expected: string, got: unknown) =>
    TE.left(invalidInput(field, `must be ${expected}`, { expected, got }));
  if (!isCookieName(name)) return refuse('name', 'a cookie name without = and ;', name);
  if (!isCookieText(value))
    return refuse(
      'value',
      'a cookie value without ;, control characters and characters outside Latin-1',
      value,
    );
  if (!URL.canParse(`http://${domain}/`) || new URL(`http://${domain}/`).hostname !== domain)
    return refuse('domain', 'a domain such as api.example.com', input.domain);
  if (!path.startsWith('/') || !isCookieText(path)) return refuse('path', 'a path that begins with /', path);
  if (at !== undefined && Number.isNaN(at)) return refuse('expires', 'a date', expires);
  if (sameSite !== undefined && !['strict', 'lax', 'none'].includes(sameSite.toLowerCase()))
    return refuse('sameSite', 'strict, lax or none', sameSite);
  return TE.right({
    ...{ name, value, domain, path, hostOnly, secure, httpOnly, createdAt: ports.clock.now().toISOString() },
    ...(at === undefined ? {} : { expires: new Date(at).toISOString() }),
    ...(sameSite === undefined ? {} : { sameSite: sameSite.toLowerCase() }),
    ...(by === undefined ? {} : { receivedBy: by }),
  });
};

/** Adds a cookie or replaces the one with its name, domain and path. */
const setCookie =
  (ports: Ports) =>
  (input: SetCookie, { by }: CallContext): AppResult<JarCookie> =>
    pipe(
      TE.Do,
      TE.apS('cookie', parseJarCookie(ports, input, by)),
      TE.apS('place', placeOf(ports, input)),
      TE.tap(({ cookie, place }) =>
        ports.store.cookies.change(place.workspaceId, place.environmentId, { set: [cookie], removed: [] }),
      ),
      TE.map(({ cookie }) => cookie),
    );

const remove =
  (ports: Ports) =>
  (wanted: PlaceReference, isMeant: (cookie: JarCookie) => boolean): AppResult<ClearedCookies> =>
    withCookieJar(ports)(wanted, ({ workspaceId, environmentId }, cookies) => {
      const removed = cookies.filter(isMeant);
      return pipe(
        ports.store.cookies.change(workspaceId, environmentId, { set: [], removed }),
        TE.map(() => ({ deleted: removed.length })),
      );
    });

const hasDomain = (cookie: JarCookie, domain: string): boolean =>
  cookie.domain === domain.trim().replace(/^\./, '').toLowerCase();

const deleteCookie =
  (ports: Ports) =>
  (input: DeleteCookie): AppResult<ClearedCookies> =>
    remove(ports)(
      input,
      (one) => one.name === input.name && one.path === (input.path ?? '/') && hasDomain(one, input.domain),
    );

const clearCookies =
  (ports: Ports) =>
  (input: ClearCookies): AppResult<ClearedCookies> =>
    remove(ports)(
      input,
      (one) =>
        (input.domain === undefined || hasDomain(one, input.domain)) &&
        (input.session !== true || one.expires === undefined),
    );

export const cookieUseCases = (ports: Ports) => ({
  list: listCookies(ports),
  set: setCookie(ports),
  remove: deleteCookie(ports),
  clear: clearCookies(ports),
});
