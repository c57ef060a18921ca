import {
  type AppResult,
  type EnvironmentScope,
  formatCookieKey,
  formatHiddenCookie,
  createInvalidInput,
  isCookieName,
  isCookieText,
  isOwnCookie,
  JarCookie,
  type Ports,
} from '@tandem/core';
import { Int, struct, t, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import {
  resolveEnvironmentScope,
  environmentScopeFields,
  type EnvironmentScopeReference,
} from '../environments/load-environments.js';
import { mergeOperations } from '../merge-operations.js';
import { operation, readEffects, replaceEffects } from '../operation.js';

const name = withDescription(t.string, 'Name of the cookie');
const domain = withDescription(t.string, 'Its domain');
const path = withDescription(t.string, 'Its path, default /');

/** The cookies of a jar. */
export const CookieList = struct('a list of cookies', { cookies: t.readonlyArray(JarCookie) });
/** The cookies of a jar. */
export type CookieList = t.TypeOf<typeof CookieList>;

const withCookieJar =
  (ports: Ports) =>
  <A>(
    wanted: EnvironmentScopeReference,
    use: (scope: EnvironmentScope, cookies: readonly JarCookie[]) => AppResult<A>,
  ): AppResult<A> =>
    pipe(
      resolveEnvironmentScope(ports, wanted),
      TE.flatMap((scope) =>
        pipe(
          ports.store.cookies.list(scope.workspaceId, scope.environmentId),
          TE.flatMap((cookies) => use(scope, cookies)),
        ),
      ),
    );

const isLive = ({ expires }: JarCookie, now: Date): boolean =>
  expires === undefined || Date.parse(expires) > now.getTime();

/** Redacts the value of a cookie for an agent, unless an execution of that agent received it. */
const redactForeignCookie =
  ({ redactsSecrets = false, by }: Pick<CallContext, 'redactsSecrets' | 'by'>) =>
  (cookie: JarCookie): JarCookie =>
    redactsSecrets && !isOwnCookie(cookie.receivedBy, by)
      ? { ...cookie, value: formatHiddenCookie(cookie.name) }
      : cookie;

/** Selects the stored cookies that a request to `url` would send. */
const selectSentCookies = (
  ports: Ports,
  url: string,
  cookies: readonly JarCookie[],
): readonly JarCookie[] => {
  const sent = new Set(ports.http.openJar(cookies).sentTo(new URL(url).href).map(formatCookieKey));
  return cookies.filter((one) => sent.has(formatCookieKey(one)));
};

export const cookiesList = operation({
  name: 'cookies_list',
  title: 'List cookies',
  description: 'Values you did not receive are hidden.',
  arguments: struct(
    'cookies_list arguments',
    {},
    { ...environmentScopeFields, url: withDescription(t.string, 'Only those sent to this URL') },
  ),
  result: CookieList,
  effects: readEffects,
  useCase: 'cookies.list',
  run:
    ({ ports }) =>
    (input, call) =>
      input.url !== undefined && !URL.canParse(input.url)
        ? TE.left(createInvalidInput('url', 'must be a URL', { expected: 'a URL', got: input.url }))
        : withCookieJar(ports)(input, (_, all) => {
            const cookies = all.filter((one) => isLive(one, ports.clock.now()));
            const wanted = input.url === undefined ? cookies : selectSentCookies(ports, input.url, cookies);
            return TE.right({ cookies: wanted.map(redactForeignCookie(call)) });
          }),
});

const SetCookieArguments = struct(
  'cookies_set arguments',
  { name, value: withDescription(t.string, 'Its value'), domain },
  {
    ...environmentScopeFields,
    path,
    expires: withDescription(t.string, 'Date; a session cookie if omitted'),
    secure: withDescription(t.boolean, 'Only over HTTPS; default false'),
    httpOnly: withDescription(t.boolean, 'Default false'),
    hostOnly: withDescription(t.boolean, 'Not for subdomains; default true'),
    sameSite: withDescription(t.string, 'strict, lax or none'),
  },
);

/** Parses the cookie that a call describes. Refuses an argument that could not occur in a Set-Cookie header. */
const parseJarCookie = (
  ports: Ports,
  input: t.TypeOf<typeof SetCookieArguments>,
  by: string | undefined,
): AppResult<JarCookie> => {
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
    TE.left(createInvalidInput(field, `must be ${expected}`, { expected, got }));
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
    name,
    value,
    domain,
    path,
    hostOnly,
    secure,
    httpOnly,
    createdAt: ports.clock.now().toISOString(),
    ...(at === undefined ? {} : { expires: new Date(at).toISOString() }),
    ...(sameSite === undefined ? {} : { sameSite: sameSite.toLowerCase() }),
    ...(by === undefined ? {} : { receivedBy: by }),
  });
};

export const cookiesSet = operation({
  name: 'cookies_set',
  successor: 'cookies_edit',
  title: 'Set a cookie',
  description: 'Sets a cookie; replaces the one with the same name, domain and path.',
  arguments: SetCookieArguments,
  result: JarCookie,
  effects: replaceEffects,
  useCase: 'cookies.set',
  run:
    ({ ports }) =>
    (input, { by }) =>
      pipe(
        TE.Do,
        TE.apS('cookie', parseJarCookie(ports, input, by)),
        TE.apS('scope', resolveEnvironmentScope(ports, input)),
        TE.tap(({ cookie, scope }) =>
          ports.store.cookies.change(scope.workspaceId, scope.environmentId, { set: [cookie], removed: [] }),
        ),
        TE.map(({ cookie }) => cookie),
      ),
});

const ClearedCookies = struct('the number of deleted cookies', { deleted: Int });
type ClearedCookies = t.TypeOf<typeof ClearedCookies>;

const removeCookies =
  (ports: Ports) =>
  (wanted: EnvironmentScopeReference, isMeant: (cookie: JarCookie) => boolean): AppResult<ClearedCookies> =>
    withCookieJar(ports)(wanted, ({ workspaceId, environmentId }, cookies) => {
      const removed = cookies.filter(isMeant);
      return pipe(
        ports.store.cookies.change(workspaceId, environmentId, { set: [], removed }),
        TE.map(() => ({ deleted: removed.length })),
      );
    });

const hasDomain = (cookie: JarCookie, domain: string): boolean =>
  cookie.domain === domain.trim().replace(/^\./, '').toLowerCase();

export const cookiesDelete = operation({
  name: 'cookies_delete',
  successor: 'cookies_edit',
  title: 'Delete a cookie',
  description: 'Deletes a cookie.',
  arguments: struct('cookies_delete arguments', { name, domain }, { ...environmentScopeFields, path }),
  result: ClearedCookies,
  effects: replaceEffects,
  useCase: 'cookies.remove',
  run:
    ({ ports }) =>
    (input) =>
      removeCookies(ports)(
        input,
        (one) => one.name === input.name && one.path === (input.path ?? '/') && hasDomain(one, input.domain),
      ),
});

export const cookiesClear = operation({
  name: 'cookies_clear',
  successor: 'cookies_edit',
  title: 'Delete cookies',
  description: 'Deletes all, or those of a domain.',
  arguments: struct(
    'cookies_clear arguments',
    {},
    {
      ...environmentScopeFields,
      domain: withDescription(t.string, 'Only this domain'),
      session: withDescription(t.boolean, 'Only session cookies'),
    },
  ),
  result: ClearedCookies,
  effects: replaceEffects,
  useCase: 'cookies.clear',
  run:
    ({ ports }) =>
    (input) =>
      removeCookies(ports)(
        input,
        (one) =>
          (input.domain === undefined || hasDomain(one, input.domain)) &&
          (input.session !== true || one.expires === undefined),
      ),
});

export const cookiesEdit = mergeOperations({
  name: 'cookies_edit',
  title: 'Edit cookies',
  description:
    'Sets a cookie (name, value, domain), deletes one (name, domain), or clears all or those of a domain.',
  choices: { set: cookiesSet, delete: cookiesDelete, clear: cookiesClear },
});
