import { type CallContext, type CookieList, createQuietContext } from '@tandem/application';
import type { ExecutionResult } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const longValue = 'a-session-that-is-long';
let on: OnDisk;

beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://h');
    if (pathname === '/login') response.setHeader('set-cookie', [`sid=${longValue}; HttpOnly`, 'pin=0815']);
    if (pathname === '/hop') response.writeHead(302, { location: '/echo', 'set-cookie': 'hop=1; Secure' });
    response.end(`cookie: ${request.headers.cookie ?? 'none'}`);
  });
});
afterAll(() => on.close());

const createAgentContext = (by: string): CallContext => ({
  ...createQuietContext(),
  by,
  redactsSecrets: true,
});

/** Executes requests in an environment of their own, which is active. */
const createOwnEnvironment = async () => {
  const { id } = await unwrapResult<{ readonly id: string }>(
    on.application.environments.create({ name: crypto.randomUUID() }),
  );
  await unwrapResult(on.application.environments.activate({ id }));
  const create = (path: string, script: string, more: Parameters<OnDisk['create']>[0] = {}) =>
    on.create({ url: `${on.url}${path}`, script, ...more });
  return {
    execute: async (
      path: string,
      script = '',
      more: Parameters<OnDisk['create']>[0] = {},
      context = createQuietContext(),
    ) =>
      unwrapResult<ExecutionResult>(
        on.application.rest.execute({ id: (await create(path, script, more)).id }, context),
      ),
    kept: async () =>
      (await unwrapResult<CookieList>(on.application.cookies.list({}, createQuietContext()))).cookies.map(
        ({ name, value }) => `${name}=${value}`,
      ),
  };
};

const readText = ({ response, error }: ExecutionResult) => response?.textBody ?? error?.message;
const listMessages = ({ logs }: ExecutionResult) => logs.map(({ message }) => message);
const listCodes = ({ diagnostics }: ExecutionResult) => diagnostics.map(({ code }) => code);

describe('the cookies of a script', { tags: 'cookies:scripts' }, () => {
  it('are sent with the request if onRequest sets them, and not if it deletes them', async () => {
    const { execute, kept } = await createOwnEnvironment();
    await execute('/login');
    const result = await execute(
      '/echo',
      `export function onRequest(req) {
        cookies.delete(req.url, 'pin');
        cookies.set(req.url, 'a', '1');
        cookies.set(req.url, 'elsewhere', '1', { path: '/other' });
      }`,
    );
    expect(readText(result)).toBe(`cookie: sid=${longValue}; a=1`);
    expect(await kept()).toEqual([`sid=${longValue}`, 'a=1', 'elsewhere=1']);
    expect(readText(await execute('/echo'))).toBe(`cookie: sid=${longValue}; a=1`);
  });

  it('are the cookies set by the responses of all hops, and onResponse can change them', async () => {
    const { execute, kept } = await createOwnEnvironment();
    const result = await execute(
      '/hop',
      `export function onResponse(req, res) {
        console.log(cookies.get(req.url, 'hop'));
        cookies.delete(req.url, 'hop');
        cookies.set(req.url, 'after', '1');
      }
      export function onTest(req) {
        console.log(cookies.list(req.url).map(({ name }) => name).join());
        cookies.set(req.url, 'never', '1');
      }`,
    );
    expect(readText(result)).toBe('cookie: hop=1');
    expect(listMessages(result)).toEqual(['1', 'after']);
    expect(await kept()).toEqual(['after=1']);
  });

  it('are stored if onRequest provides the response, but not if a handler fails', async () => {
    const { execute, kept } = await createOwnEnvironment();
    const set = `cookies.set(req.url, 'a', '1');`;
    await execute('/echo', `export function onRequest(req) { ${set} throw new Error('no'); }`);
    await execute('/echo', `export function onResponse(req) { ${set} throw new Error('no'); }`);
    expect(await kept()).toEqual([]);
    const mock = await execute(
      '/echo',
      `export function onRequest(req) { ${set} return new ServiceResponse('mine'); }`,
    );
    expect([readText(mock), await kept()]).toEqual(['mine', ['a=1']]);
  });

  it('match URLs as cookies in the jar do', async () => {
    const { execute } = await createOwnEnvironment();
    const urls = [
      ...['http://127.0.0.1/', 'http://127.0.0.1/x/y', 'http://127.0.0.1/xy', 'https://h.example/'],
      ...[
        'http://h.example/',
        'http://sub.h.example/x',
        'https://sub.h.example/x/',
        'http://[::1]/',
        'http://localhost/',
      ],
    ];
    const list = `const list = () => console.log(JSON.stringify(${JSON.stringify(urls)}.map((url) => cookies.list(url))));`;
    const result = await execute(
      '/echo',
      `${list}
      export function onRequest() {
        let n = 0;
        for (const url of ${JSON.stringify(urls)})
          for (const attributes of [{}, { path: '/' }, { path: '/x', secure: true }, { maxAge: -1 }])
            try {
              cookies.set(url, 'c' + (n += 1), 'v', attributes);
            } catch (error) {
              if (!String(error).includes('secure')) throw error;
            }
        cookies.set('https://sub.h.example/', 'wide', '1', { domain: 'h.example' });
        cookies.set('http://h.example/', 'gone', '1');
        cookies.set('http://h.example/', 'gone', '1', { maxAge: 0 });
        cookies.set('http://h.example/', 'deleted', '1');
        cookies.delete('http://h.example/', 'deleted');
        list();
      }
      export function onResponse() { list(); }`,
    );
    const [before, after] = listMessages(result).map(
      (one) => JSON.parse(one) as readonly { readonly name: string }[][],
    );
    expect(before?.flat().length).toBeGreaterThan(30);
    expect(after).toEqual(before);
    expect(result.diagnostics).toEqual([]);
  });

  it('are reported with the reason if the jar refuses them', async () => {
    const { execute, kept } = await createOwnEnvironment();
    const result = await execute(
      '/echo',
      `export function onRequest() {
        cookies.set('http://shop.co.uk/', 'wide', '1', { domain: 'co.uk' });
        cookies.set('https://h.example/', '__Host-a', '1', { path: '/x', secure: true });
        cookies.set('http://h.example/', 'long', 'x'.repeat(5000));
      }`,
    );
    const words = result.diagnostics.map(({ code, message, where }) => `${where} ${code}: ${message}`);
    expect(words).toEqual([
      'onRequest COOKIE_REFUSED: The cookie wide that the script set was not kept: its domain co.uk is a public suffix.',
      'onRequest COOKIE_REFUSED: The cookie __Host-a that the script set was not kept: its prefix __Host- or __Secure- requires other attributes.',
      'onRequest COOKIE_REFUSED: The cookie long that the script set was not kept: its name and value are longer than 4096 bytes.',
    ]);
    expect(await kept()).toEqual([]);
  });

  it(
    'are empty if the settings disable them, and changes have no effect',
    { tags: 'cookies:off' },
    async () => {
      const { execute, kept } = await createOwnEnvironment();
      await execute('/login');
      const result = await execute(
        '/echo',
        `export function onRequest(req) { console.log(cookies.list(req.url).length); cookies.set(req.url, 'a', '1'); }`,
        { settings: { cookies: false } },
      );
      expect([readText(result), listMessages(result), listCodes(result)]).toEqual([
        'cookie: none',
        ['0'],
        ['COOKIES_OFF'],
      ]);
      expect(await kept()).toEqual([`sid=${longValue}`, 'pin=0815']);
    },
  );
});

describe('a script that an agent runs', { tags: 'cookies:scripts:agents' }, () => {
  const leaking = `export function onRequest(req) {
    const all = cookies.list(req.url).map(({ value }) => value);
    console.log(all.join());
    console.log(all.map((one) => [...one].reverse().join('')).join());
    cookies.set(req.url, 'copy', cookies.get(req.url, 'sid').replaceAll('-', '_').replace(/[^ -~]/g, ''));
    return { all, bytes: [...all[0]].map((one) => one.charCodeAt(0)) };
  }`;

  it('gets placeholders for cookies that others received, and the real cookies are sent', async () => {
    const { execute } = await createOwnEnvironment();
    await execute('/login');
    const result = await execute('/echo', leaking, {}, createAgentContext('claude'));
    const { logs, lifecycle } = result;
    const text = JSON.stringify([logs, lifecycle]);
    expect(listMessages(result)[0]).toBe('‹cookie:sid›,‹cookie:pin›');
    for (const one of [
      longValue,
      '0815',
      Array.from(longValue).reverse().join(''),
      '5180',
      longValue.replaceAll('-', '_'),
    ])
      expect(text).not.toContain(one);
    expect(text).not.toContain(Array.from(longValue, (one) => one.charCodeAt(0)).join());
    expect(readText(result)).toContain('sid=‹cookie:sid›; pin=');
    expect(JSON.stringify(result)).not.toContain(longValue);
    expect(listCodes(result)).toEqual(['COOKIE_HIDDEN', 'COOKIE_HIDDEN']);
  });

  it("gets the values of cookies that the agent's executions received or that its scripts set", async () => {
    const { execute } = await createOwnEnvironment();
    const read = `export function onResponse(req) { console.log(cookies.list(req.url).map(({ value }) => value).join()); }`;
    expect(listMessages(await execute('/login', read, {}, createAgentContext('claude')))).toEqual([
      `${longValue},0815`,
    ]);
    expect(listMessages(await execute('/echo', read, {}, createAgentContext('claude')))).toEqual([
      `${longValue},0815`,
    ]);
    expect(listMessages(await execute('/echo', read, {}, createAgentContext('cursor')))).toEqual([
      '‹cookie:sid›,‹cookie:pin›',
    ]);
    const set = `export function onRequest(req) { cookies.set(req.url, 'pin', '4711'); }`;
    await execute('/echo', set, {}, createAgentContext('cursor'));
    expect(listMessages(await execute('/echo', read, {}, createAgentContext('cursor')))).toEqual([
      '‹cookie:sid›,4711',
    ]);
  });
});
