import { launch, type LaunchedProgram } from '@tandem/node/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findChromium } from '../../../tools/tests/chromium.mjs';

let servers: readonly LaunchedProgram[] = [];
let browser: Browser;
let page: Page;
let otherOrigin = '';

const urlOf = async (server: LaunchedProgram): Promise<string> => {
  const [line = ''] = await server.lines(1);
  return line.replace('echo-server listening on ', '');
};

beforeAll(async () => {
  servers = [launch('echo-server', []), launch('echo-server', [])];
  const [own = '', other = ''] = await Promise.all(servers.map(urlOf));
  otherOrigin = other;
  browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  page = await browser.newPage();
  await page.goto(own);
});
afterAll(async () => {
  await browser.close();
  await Promise.all(servers.map((server) => server.stop()));
});

/** Fetches from the page, across origins. */
const ask = (path: string, init: RequestInit) =>
  page.evaluate(
    async ([url, options]) => {
      const answer = await fetch(url, options);
      return { status: answer.status, echo: (await answer.json()) as Record<string, unknown> };
    },
    [otherOrigin + path, init] as const,
  );

describe('a request that a browser sends from another origin', () => {
  it('is allowed with any method and header, and the echo shows both', async () => {
    const headers = { 'content-type': 'application/json', 'x-custom': 'yes' };
    const { status, echo } = await ask('/p?q=é', { method: 'PUT', headers, body: '{"a":[1]}' });
    expect(status).toBe(200);
    expect(echo).toMatchObject({
      method: 'PUT',
      url: `${otherOrigin}/p?q=%C3%A9`,
      args: { q: 'é' },
      json: { a: [1] },
    });
    expect(echo.headers).toMatchObject({ 'x-custom': 'yes', 'content-type': 'application/json' });
  });

  it('can get simulated statuses and failures', async () => {
    const headers = { 'x-custom': 'preflighted' };
    expect((await ask('/?status=404', { method: 'DELETE', headers })).status).toBe(404);
    expect(await ask('/?reject=true', { method: 'PATCH', headers })).toMatchObject({
      status: 500,
      echo: { status: 500 },
    });
    expect(await ask('/bearer-auth', { headers: { authorization: 'Bearer t' } })).toMatchObject({
      status: 200,
    });
    expect(await ask('/basic-auth', { headers })).toMatchObject({
      status: 401,
      echo: { authenticated: false },
    });
  });
});
