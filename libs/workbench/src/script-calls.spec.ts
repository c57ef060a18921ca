import { createQuietContext } from '@tandem/application';
import type { ExecutionResult } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const longValue = 'a-session-that-is-long';
let on: OnDisk;
let arrivedRequests: string[] = [];
beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://h');
    arrivedRequests.push(`${request.method} ${pathname} ${request.headers.cookie ?? ''}`.trim());
    if (pathname === '/login') response.setHeader('set-cookie', `sid=${longValue}`);
    if (pathname === '/hang') return;
    response.setHeader('content-type', 'application/json');
    const { authorization } = request.headers;
    response.end(JSON.stringify({ token: 'made-by-the-server', authorization }));
  });
  await unwrapResult(on.application.scriptSending.decide({ allow: true }));
});
afterAll(() => on.close());

const execute = async (
  script: string,
  more: Parameters<OnDisk['create']>[0] = {},
): Promise<ExecutionResult> => {
  const { id } = await on.create({ url: `${on.url}/main`, script, ...more });
  arrivedRequests = [];
  return on.execute(id);
};

describe('a script that sends requests', { tags: 'calls:sent' }, () => {
  it('can sign in first, with the cookies and variables of its request', async () => {
    const { error, response, steps, logs } = await execute(
      `export async function onRequest(req) {
        const res = await send({ method: 'POST', url: req.url.replace('/main', '/login'), json: { user: 'ann' } });
        req.headers.set('authorization', 'Bearer ' + res.json().token);
        console.log(res.status, res.cookies[0].name);
      }`,
    );
    expect([error, response?.status, logs[0]?.message]).toEqual([null, 200, '200 sid']);
    expect(arrivedRequests).toEqual(['POST /login', `GET /main sid=${longValue}`]);
    expect(steps).toMatchObject([{ step: 'script', method: 'POST', url: `${on.url}/login`, status: 200 }]);
  });

  it(
    "can execute a saved request with that request's own variables and cookies",
    { tags: 'calls:saved' },
    async () => {
      await on.create({
        name: 'Sign in',
        url: `${on.url}/login`,
        script: `export const onResponse = (req, res) => res.env.setVariable('token', res.json().token);
        export const onTest = (req, res) => test('signed in', () => expect(res.status).toBe(200));`,
      });
      const { error, lifecycle, steps } = await execute(
        `export async function onRequest(req) {
        const res = await execute('Sign in');
        return [req.env.getVariable('token'), res.execution.tests[0].status];
      }`,
      );
      expect(error).toBeNull();
      expect(lifecycle.preRequest.result).toEqual(['made-by-the-server', 'passed']);
      expect(arrivedRequests.at(-1)).toBe(`GET /main sid=${longValue}`);
      expect(steps?.[0]?.executionId).toMatch(/^exec_/);
    },
  );

  it('authenticates each of them with the auth that the script gives it', async () => {
    const { logs } = await execute(
      `export async function onRequest(req) {
        const auth = { type: 'basic', username: 'ann', password: 'p' };
        const res = await send({ url: req.url.replace('/main', '/who'), auth });
        console.log(res.json().authorization);
      }`,
    );
    expect(logs).toMatchObject([{ message: `Basic ${btoa('ann:p')}` }]);
  });

  it("sends no cookies with requests of Bruno's axios, which has no jar", async () => {
    await execute('', { url: `${on.url}/login` });
    await execute('', {
      url: `${on.url}/main`,
      foreign: {
        dialect: 'bruno',
        beforeRequest: `await require('axios').get('${on.url}/aside');`,
      },
    });
    expect(arrivedRequests).toEqual(['GET /aside', `GET /main sid=${longValue}`]);
  });

  it('may wait for its requests as long as one request may take', { tags: 'calls:time' }, async () => {
    const { logs } = await execute(
      `export async function onRequest(req) {
        try { await send(req.url.replace('/main', '/hang')); } catch (error) { console.log(error.message); }
      }`,
      { settings: { timeoutMs: 300 } },
    );
    // The limit of the request and that of all requests together are equal here, and either may be reached first.
    const limit = /may take 300 ms together|took longer than 300 ms/;
    expect(logs).toMatchObject([{ message: expect.stringMatching(limit) as string }]);
  });

  it('can execute itself only up to the depth limit', { tags: 'calls:limits' }, async () => {
    const { error } = await execute(`export const onRequest = (req) => execute(req.id);`);
    expect(error?.message).toContain('at most 8 deep');
    expect(arrivedRequests).toEqual([]);
  });

  it(
    'shares the timeout of its request with all requests that it sends',
    { tags: 'calls:time' },
    async () => {
      const { error, steps } = await execute(
        `export const onRequest = (req) => send(req.url.replace('/main', '/hang'));`,
        // Long enough to send it on a busy machine.
        { settings: { timeoutMs: 2_000 } },
      );
      expect(error).toMatchObject({ code: 'SCRIPT_ERROR' });
      expect(steps).toMatchObject([{ status: null }]);
      expect(arrivedRequests).toEqual([expect.stringContaining('GET /hang')]);
    },
  );

  it('is cancelled with its execution', { tags: 'calls:time' }, async () => {
    const controller = new AbortController();
    const script = `export const onRequest = (req) => send({ url: req.url.replace('/main', '/hang') });`;
    const { id } = await on.create({ url: `${on.url}/main`, script });
    arrivedRequests = [];
    const running = unwrapResult<ExecutionResult>(
      on.application.rest.execute({ id }, { ...createQuietContext(), signal: controller.signal }),
    );
    await expect.poll(() => arrivedRequests).toHaveLength(1);
    controller.abort();
    expect((await running).error?.code).toBe('CANCELLED');
  });

  it('sends nothing when the request is previewed', { tags: 'calls:preview' }, async () => {
    const { id } = await on.create({
      url: `${on.url}/main`,
      script: `export const onRequest = (req) => send(req.url);`,
    });
    arrivedRequests = [];
    const preview = await unwrapResult<{ readonly error: unknown }>(
      on.application.requests.preview({ id }, createQuietContext()),
    );
    expect(preview.error).toMatchObject({
      message: expect.stringContaining(
        'This is a dry run, so the request of the script was not sent',
      ) as string,
    });
    expect(arrivedRequests).toEqual([]);
  });
});

it(
  'a script may not send anything after a person has refused to let it',
  { tags: 'calls:allowed' },
  async () => {
    await unwrapResult(on.application.scriptSending.decide({ allow: false }));
    const { error, diagnostics } = await execute(`export const onRequest = (req) => send(req.url);`);
    expect(error?.message).toContain('A person can allow it');
    expect(diagnostics).toMatchObject([{ code: 'SCRIPT_REQUESTS_OFF' }]);
    expect(arrivedRequests).toEqual([]);
  },
);
