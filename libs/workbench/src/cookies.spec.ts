import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type CallContext, type CookieList, createQuietContext } from '@tandem/application';
import type { ExecutionResult, RestRequest } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const longValue = 'a-session-that-is-long';
const second = 'another-long-session';
let on: OnDisk;
/** Runs before the server answers a request to `/late`. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
/** The Cookie header of the last request to each path. */
const receivedCookies = new Map<string, string | undefined>();

beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://h');
    receivedCookies.set(pathname, request.headers.cookie);
    if (pathname === '/late') {
      void meanwhile().then(() => response.writeHead(200, { 'set-cookie': 'late=1' }).end());
      return;
    }
    if (pathname === '/login') response.setHeader('set-cookie', [`sid=${longValue}; HttpOnly`, 'theme=dark']);
    if (pathname === '/again') response.setHeader('set-cookie', `sid=${second}; HttpOnly`);
    if (pathname === '/set') response.setHeader('set-cookie', `${searchParams.get('name') ?? ''}=1`);
    if (pathname === '/hop') response.writeHead(302, { location: '/echo', 'set-cookie': 'hop=1' });
    response.end(`cookie: ${request.headers.cookie ?? 'none'}`);
  });
});
afterAll(() => on.close());

const createAgentContext = (by: string): CallContext => ({
  ...createQuietContext(),
  by,
  redactsSecrets: true,
});

const executeAs = async ({ id }: RestRequest, context: CallContext): Promise<ExecutionResult> =>
  unwrapResult<ExecutionResult>(on.application.rest.execute({ id }, context));

const listAs = async (context: CallContext, input = {}): Promise<CookieList['cookies']> =>
  (await unwrapResult<CookieList>(on.application.cookies.list(input, context))).cookies;

/** Creates a request in an environment of its own, which becomes active. */
const createInOwnEnvironment = async (path: string, fields: Parameters<OnDisk['create']>[0] = {}) => {
  const { id } = await unwrapResult(on.application.environments.create({ name: `E${path}${Math.random()}` }));
  await unwrapResult(on.application.environments.activate({ id }));
  const to = (at: string, more = fields) => on.create({ url: on.url + at, ...more });
  return { environment: id, to, request: await to(path) };
};

const readText = ({ response }: ExecutionResult) => response?.textBody;

describe('cookies', () => {
  it(
    'from every hop are stored and sent by the next execution in the environment',
    { tags: 'cookies:hops' },
    async () => {
      const { to, request } = await createInOwnEnvironment('/hop');
      expect(readText(await on.execute(request.id))).toBe('cookie: hop=1');
      expect(readText(await on.execute((await to('/echo')).id))).toBe('cookie: hop=1');
      await createInOwnEnvironment('/echo');
      expect(readText(await on.execute(request.id))).toBe('cookie: hop=1');
      const { environment } = await createInOwnEnvironment('/echo');
      const other = await on.execute((await to('/echo')).id, { environment });
      expect(readText(other)).toBe('cookie: none');
      expect(readText(await on.execute((await to('/echo')).id, { environment: null }))).toBe('cookie: none');
    },
  );

  it('belong to the environment that the call names', { tags: 'cookies:hops' }, async () => {
    const { environment, to, request } = await createInOwnEnvironment('/login');
    const { environments } = await unwrapResult(on.application.environments.list({}));
    const name = environments.find(({ id }) => id === environment)?.name ?? '';
    await on.execute(request.id);
    await createInOwnEnvironment('/echo');
    const { id } = await to('/echo');
    const sent = `cookie: sid=${longValue}; theme=dark`;
    for (const one of [environment, name])
      expect(readText(await on.execute(id, { environment: one }))).toBe(sent);
    expect(readText(await on.execute(id))).toBe('cookie: none');
  });

  it(
    'are joined with a Cookie header, and the header takes precedence for equal names',
    { tags: 'cookies:joined' },
    async () => {
      const { to, request } = await createInOwnEnvironment('/login');
      await on.execute(request.id);
      const headers = [{ name: 'Cookie', value: 'theme=light; x=1', enabled: true }];
      const { id } = await to('/echo', { headers });
      expect(readText(await on.execute(id))).toBe(`cookie: theme=light; x=1; sid=${longValue}`);
    },
  );

  it('are neither sent nor stored if the settings disable them', { tags: 'cookies:off' }, async () => {
    const { to, request } = await createInOwnEnvironment('/login');
    await on.execute((await to('/login', { settings: { cookies: false } })).id);
    expect(await listAs(createQuietContext())).toEqual([]);
    await on.execute(request.id);
    const off = await to('/echo', { settings: { cookies: false } });
    expect(readText(await on.execute(off.id))).toBe('cookie: none');
  });

  it('are sent when the schema of a GraphQL server is fetched', { tags: 'cookies:hops' }, async () => {
    const { request } = await createInOwnEnvironment('/login');
    await on.execute(request.id);
    const { id } = await unwrapResult(
      on.application.graphql.create({ name: 'Typed', url: `${on.url}/graphql` }),
    );
    await unwrapResult(on.application.graphql.fetchSchema({ id }, createQuietContext()));
    expect(receivedCookies.get('/graphql')).toBe(`sid=${longValue}; theme=dark`);
  });

  it('set by parallel executions are all stored', { tags: 'cookies:parallel' }, async () => {
    const { to } = await createInOwnEnvironment('/echo');
    const names = Array.from({ length: 8 }, (_, index) => `c${index}`);
    const requests = await Promise.all(names.map((name) => to(`/set?name=${name}`)));
    await Promise.all(requests.map(({ id }) => on.execute(id)));
    expect((await listAs(createQuietContext())).map(({ name }) => name).sort()).toEqual(names);
  });

  it('that cannot be stored are listed in a diagnostic', { tags: 'cookies:kept' }, async () => {
    const { environment, request } = await createInOwnEnvironment('/late');
    meanwhile = () => unwrapResult(on.application.environments.remove({ id: environment }));
    const { response, diagnostics } = await on.execute(request.id);
    expect(response?.status).toBe(200);
    expect(diagnostics).toMatchObject([{ code: 'COOKIES_NOT_STORED', where: 'response' }]);
  });

  it('are not written to the folder of the workspace', { tags: 'cookies:kept' }, async () => {
    const { request } = await createInOwnEnvironment('/login');
    await on.execute(request.id);
    await unwrapResult(on.application.synchronization.synchronize({}));
    const files = await readdir(on.folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile()))
      expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain(longValue);
  });

  it('received by others are redacted for an agent everywhere', { tags: 'cookies:hidden' }, async () => {
    const { to, request } = await createInOwnEnvironment('/login');
    await on.execute(request.id);
    const result = await executeAs(await to('/echo'), createAgentContext('claude'));
    expect(readText(result)).toContain('sid=‹cookie:sid›');
    expect(JSON.stringify(result)).not.toContain(longValue);
    const stored = await unwrapResult(
      on.application.executions.get({ id: result.executionId, request: true }),
    );
    expect(JSON.stringify(stored)).toContain('sid=‹cookie:sid›');
    expect(JSON.stringify(stored)).not.toContain(longValue);
    const values = (await listAs(createAgentContext('claude'))).map(({ name, value }) => [name, value]);
    expect(values).toEqual([
      ['sid', '‹cookie:sid›'],
      ['theme', '‹cookie:theme›'],
    ]);
    expect((await listAs(createQuietContext())).map(({ value }) => value)).toEqual([longValue, 'dark']);
  });

  it(
    "received by an agent's execution are shown only to that agent",
    { tags: 'cookies:hidden' },
    async () => {
      const { to, request } = await createInOwnEnvironment('/again');
      const agent = on.application.as('claude');
      await unwrapResult<ExecutionResult>(
        agent.rest.execute({ id: request.id }, createAgentContext('claude')),
      );
      expect(readText(await executeAs(await to('/echo'), createAgentContext('claude')))).toBe(
        `cookie: sid=${second}`,
      );
      expect(readText(await executeAs(await to('/echo'), createAgentContext('cursor')))).toBe(
        'cookie: sid=‹cookie:sid›',
      );
      expect((await listAs(createAgentContext('claude'))).map(({ value }) => value)).toEqual([second]);
      expect((await listAs(createAgentContext('cursor'))).map(({ value }) => value)).toEqual([
        '‹cookie:sid›',
      ]);
    },
  );

  it('are set, listed by URL, deleted and cleared', { tags: 'cookies:kept' }, async () => {
    const { to } = await createInOwnEnvironment('/echo');
    const { cookies } = on.application;
    const domain = '127.0.0.1';
    await unwrapResult(cookies.set({ name: 'a', value: '1', domain, path: '/echo' }, createQuietContext()));
    await unwrapResult(
      cookies.set({ name: 'b', value: '2', domain, expires: '2100-01-01' }, createQuietContext()),
    );
    await unwrapResult(cookies.set({ name: 'c', value: '3', domain: 'other.example' }, createQuietContext()));
    expect(readText(await on.execute((await to('/echo')).id))).toBe('cookie: a=1; b=2');
    expect((await listAs(createQuietContext(), { url: `${on.url}/` })).map(({ name }) => name)).toEqual([
      'b',
    ]);
    expect(await unwrapResult(cookies.remove({ name: 'a', domain, path: '/echo' }))).toEqual({ deleted: 1 });
    expect(await unwrapResult(cookies.clear({ session: true }))).toEqual({ deleted: 1 });
    expect((await listAs(createQuietContext())).map(({ name }) => name)).toEqual(['b']);
    expect(await unwrapResult(cookies.clear({}))).toEqual({ deleted: 1 });
  });

  it.each([
    { name: 'a=b' },
    { value: 'a;b' },
    { value: '€' },
    { domain: 'a b' },
    { path: 'x' },
    { expires: 'soon' },
    { sameSite: 'maybe' },
  ])('are refused with %o', { tags: 'cookies:rules' }, async (wrong) => {
    const cookie = { name: 'a', value: '1', domain: 'h.example', ...wrong };
    expect(await on.application.cookies.set(cookie, createQuietContext())()).toMatchObject({
      left: { kind: 'invalid-input', issues: [{ path: Object.keys(wrong)[0] }] },
    });
  });
});
