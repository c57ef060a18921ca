import type { ScriptCookie } from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { patientMs, sampleRequest, sampleResponse, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ limits: { wallMs: patientMs, cpuMs: patientMs }, hosts: 1 });
afterAll(() => runtime.close());
const { within } = sampleRuns(runtime);

const createStoredCookie = (name: string, more: Partial<ScriptCookie> = {}): ScriptCookie => ({
  name,
  value: `${name}-value`,
  domain: 'h.example',
  path: '/',
  hostOnly: true,
  secure: false,
  httpOnly: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

/** Runs an onRequest with this body for a request with these cookies. */
const onRequest = (body: string, cookies?: readonly ScriptCookie[] | null) =>
  within(`export function onRequest(req) { ${body} }`, (session) =>
    session.onRequest({ ...sampleRequest, ...(cookies === undefined ? {} : { cookies }) }),
  );

/** The names of the cookies for a URL. */
const listSentCookies = async (url: string, ...cookies: readonly ScriptCookie[]) =>
  (await onRequest(`return cookies.list('${url}').map(({ name }) => name)`, cookies)).result;

describe('the cookies of a script', { tags: 'cookies:scripts' }, () => {
  it.each([
    ['http://h.example/', createStoredCookie('a'), true],
    ['http://H.example:81/x?y#z', createStoredCookie('a'), true],
    ['http://u:p@h.example/', createStoredCookie('a'), true],
    ['http://sub.h.example/', createStoredCookie('a'), false],
    ['http://sub.h.example/', createStoredCookie('a', { hostOnly: false }), true],
    ['http://oh.example/', createStoredCookie('a', { domain: 'h.example', hostOnly: false }), false],
    ['http://h.example/x/y', createStoredCookie('a', { path: '/x' }), true],
    ['http://h.example/xy', createStoredCookie('a', { path: '/x' }), false],
    ['http://h.example/x/../y', createStoredCookie('a', { path: '/x' }), false],
    ['http://h.example/', createStoredCookie('a', { secure: true }), false],
    ['https://h.example/', createStoredCookie('a', { secure: true }), true],
    ['http://127.0.0.1:81/', createStoredCookie('a', { secure: true, domain: '127.0.0.1' }), true],
    ['http://127.1/', createStoredCookie('a', { domain: '127.0.0.1' }), true],
    ['http://[::1]:81/', createStoredCookie('a', { secure: true, domain: '::1' }), true],
    ['http://bücher.example/', createStoredCookie('a', { domain: 'xn--bcher-kva.example' }), true],
    ['http://h.example/', createStoredCookie('a', { httpOnly: true }), true],
    ['http://h.example/', createStoredCookie('a', { expires: '2020-01-01T00:00:00.000Z' }), false],
    ['http://h.example/', createStoredCookie('a', { expires: '2120-01-01T00:00:00.000Z' }), true],
  ])('are listed for %s according to %o: %s', async (url, cookie, isSent) => {
    expect(await listSentCookies(url, cookie)).toEqual(isSent ? ['a'] : []);
  });

  it('are listed in the order in which a request sends them', async () => {
    const later = '2026-01-02T00:00:00.000Z';
    const all = [
      createStoredCookie('late', { createdAt: later }),
      createStoredCookie('deep', { path: '/x', createdAt: later }),
      createStoredCookie('early'),
    ];
    expect(await listSentCookies('http://h.example/x', ...all)).toEqual(['deep', 'early', 'late']);
  });

  it('have values by name, and attributes', async () => {
    const cookies = [createStoredCookie('a', { sameSite: 'lax', receivedBy: 'x' } as object)];
    const { result } = await onRequest(
      `return [cookies.get('http://h.example/', 'a'), cookies.get('http://h.example/', 'b') ?? null, cookies.list(new URL('http://h.example/'))]`,
      cookies,
    );
    const [value, none, list] = result as [unknown, unknown, readonly object[]];
    expect([value, none]).toEqual(['a-value', null]);
    expect(list).toMatchObject([{ name: 'a', value: 'a-value', domain: 'h.example', sameSite: 'lax' }]);
    expect(Object.keys(list[0] ?? {})).not.toContain('createdAt');
  });

  it("include the script's changes, and the result contains these changes", async () => {
    const { result, cookieEdits, error } = await onRequest(
      `const url = 'https://h.example/x/y?z=1';
       cookies.set(url, 'a', '1');
       cookies.set(url, 'a', '2', { path: '/x', secure: true, httpOnly: true, sameSite: 'Lax', maxAge: 60 });
       cookies.set(url, 'b', '3', { domain: '.h.example', path: '/' });
       const gone = [cookies.delete(url, 'old'), cookies.delete(url, 'none')];
       return [gone, cookies.list(url).map(({ name, value, path, hostOnly }) => [name, value, path, hostOnly])];`,
      [createStoredCookie('old')],
    );
    expect(error).toBeNull();
    expect(result).toEqual([
      [true, false],
      [
        ['a', '2', '/x', true],
        ['b', '3', '/', false],
      ],
    ]);
    const url = 'https://h.example/x/y?z=1';
    expect(cookieEdits).toEqual([
      { kind: 'set', url, name: 'a', value: '1' },
      {
        ...{ kind: 'set', url, name: 'a', value: '2', path: '/x', secure: true, httpOnly: true },
        ...{ sameSite: 'lax', expires: expect.stringMatching(/^20\d\d-.*Z$/) as string },
      },
      { kind: 'set', url, name: 'b', value: '3', path: '/', domain: 'h.example' },
      { kind: 'delete', url, name: 'old' },
    ]);
  });

  it('can all be deleted at once, including cookies of other hosts', async () => {
    const { result, cookieEdits } = await onRequest(
      `const urls = ['http://h.example/', 'http://other.example/'];
       cookies.clear();
       cookies.clear();
       const left = urls.flatMap((url) => cookies.list(url));
       cookies.set(urls[0], 'new', '1');
       return [left.length, cookies.list(urls[0]).length];`,
      [createStoredCookie('a'), createStoredCookie('b', { domain: 'other.example' })],
    );
    expect(result).toEqual([0, 1]);
    expect(cookieEdits).toEqual([
      { kind: 'clear' },
      { kind: 'set', url: 'http://h.example/', name: 'new', value: '1' },
    ]);
  });

  it('can be set as listed or received', async () => {
    const { cookieEdits } = await onRequest(
      `for (const one of cookies.list('http://h.example/')) cookies.set('http://h.example/', one.name, 'new', one);
       cookies.set('http://h.example/', 'r', '1', { name: 'r', value: '1', secure: false, httpOnly: true, maxAge: 0 });`,
      [createStoredCookie('a', { path: '/' })],
    );
    expect(cookieEdits).toMatchObject([
      { name: 'a', value: 'new', path: '/' },
      { name: 'r', httpOnly: true, expires: '1970-01-01T00:00:00.000Z' },
    ]);
    expect(cookieEdits?.[0]).not.toHaveProperty('domain');
  });

  it.each([
    [`cookies.get('/path', 'a')`, 'cookies take an absolute URL, such as req.url, not "/path"'],
    [`cookies.get('ftp://h/', 'a')`, 'cookies take a URL with http or https'],
    [`cookies.get(1, 'a')`, 'cookies take the URL of a request first'],
    [`cookies.set('http://h/', '', '1')`, 'the name of a cookie must be a non-empty string without ='],
    [`cookies.set('http://h/', 'a=b', '1')`, 'the name of a cookie must be a non-empty string without ='],
    [`cookies.set('http://h/', 'a', 'x;y')`, 'the value of a cookie must be a string without ;'],
    [`cookies.set('http://h/', 'a', '€')`, 'control characters and characters outside Latin-1'],
    [`cookies.set('http://h/', 'a', 1)`, 'the value of a cookie must be a string'],
    [`cookies.set('http://h/', 'a', '1', { domain: 'other' })`, "the cookie's domain other must be h or"],
    [`cookies.set('http://h/', 'a', '1', { httponly: true })`, 'a cookie has no attribute httponly; it has'],
    [`cookies.set('http://h/', 'a', '1', { secure: true })`, 'a secure cookie can be set for https'],
    [
      `cookies.set('http://h/', 'a', '1', { secure: 'yes' })`,
      'the secure attribute of a cookie must be true',
    ],
    [`cookies.set('http://h/', 'a', '1', { expires: 'soon' })`, 'the expires of a cookie must be a date'],
    [`cookies.set('http://h/', 'a', '1', { maxAge: '5' })`, 'the maxAge of a cookie must be seconds'],
    [`cookies.set('http://h/', 'a', '1', null)`, 'the attributes of a cookie must be an object'],
    [`for (let i = 0; i <= 1000; i++) cookies.set('http://h/', 'a', '1')`, 'at most 1000 cookies'],
  ])('are refused by %s', async (call, message) => {
    const { error, cookieEdits } = await onRequest(call, []);
    expect(error?.message).toContain(message);
    expect(error).toMatchObject({ line: 1 });
    expect(cookieEdits?.length ?? 0).toBeLessThanOrEqual(1_000);
  });

  it('are empty if the request does not use cookies, and cause an exception if there is no jar', async () => {
    expect((await onRequest(`return cookies.list(req.url)`, null)).result).toEqual([]);
    const { error } = await onRequest(`return globalThis['cook' + 'ies'].list(req.url)`);
    expect(error?.message).toContain('there are no cookies here');
  });

  it('are current for each handler', async () => {
    const script = `export function onRequest() { cookies.set('http://h.example/', 'mine', '1'); }
      export function onResponse() { return cookies.list('http://h.example/').map(({ name }) => name); }`;
    const answer = await within(script, async (session) => {
      await session.onRequest({ ...sampleRequest, cookies: [] });
      return session.onResponse(
        { ...sampleRequest, cookies: [createStoredCookie('theirs')] },
        sampleResponse,
      );
    });
    expect(answer.result).toEqual(['theirs']);
    expect(answer.cookieEdits).toBeUndefined();
  });

  it('are reported once if a script reads a redacted value', { tags: 'cookies:scripts:agents' }, async () => {
    const cookies = [
      createStoredCookie('sid', { value: '‹cookie:sid›', isHidden: true }),
      createStoredCookie('other'),
    ];
    const read = `cookies.get('http://h.example/', 'sid');`;
    const { diagnostics } = await onRequest(read + read, cookies);
    expect(diagnostics.map(({ code, where }) => [code, where])).toEqual([['COOKIE_HIDDEN', 'cookies']]);
    expect((await onRequest(`cookies.get('http://h.example/', 'other')`, cookies)).diagnostics).toEqual([]);
  });
});
