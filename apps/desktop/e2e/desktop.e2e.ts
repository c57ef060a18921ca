import { once } from 'node:events';
import { request } from 'node:http';
import { launch } from '@tandem/node/testing';
import { createSocketClient } from '@tandem/rpc/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { type Desktop, startDesktop } from './open-page.js';
import { listChildren, isAlive } from './processes.js';

/** The session that a page gets in exchange for its token. */
interface Session {
  readonly origin: string;
  readonly cookie: string;
  readonly proof: string;
  /** The headers of a POST call. */
  readonly headers: Readonly<Record<string, string>>;
  /** The protocols to offer for a WebSocket. */
  readonly protocols: string[];
}

/** Exchanges the token in a page's address for a session, as the page does. */
const openSession = async (address: string): Promise<Session> => {
  const [origin = '', token = ''] = address.split('/#token=');
  const answer = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const { proof } = (await answer.json()) as { readonly proof: string };
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { origin, cookie, 'x-tandem-proof': proof };
  return { origin, cookie, proof, headers, protocols: ['tandem.v1', `tandem.proof.${proof}`] };
};

let desktop: Desktop;
let origin = '';
let token = '';

beforeAll(async () => {
  desktop = await startDesktop();
  [origin = '', token = ''] = desktop.addresses.page.split('/#token=');
});

afterAll(async () => {
  await desktop.program.stop();
  await desktop.remove();
});

/** Returns the response status of a request with any Host header. `fetch` cannot set this header. */
const statusWith = (
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject).end();
  });

const trade = (token: string): Promise<Response> =>
  fetch(`${origin}/session`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });

/** Opens the WebSocket with these headers; returns "open", or the status if it is refused. */
const socketWith = (headers: Record<string, string>, protocols: string[]): Promise<string | number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, protocols, { headers });
    socket.once('open', () => {
      socket.terminate();
      resolve(`open as ${socket.protocol}`);
    });
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      socket.terminate();
      resolve(response.statusCode ?? 0);
    });
    socket.once('error', () => undefined);
  });

/** Executes the first request of a running application over the WebSocket and returns all requests. */
const useRequests = async ({ addresses }: Desktop): Promise<readonly string[]> => {
  const { origin: own, headers, protocols } = await openSession(addresses.page);
  const socket = new WebSocket(`${own.replace('http', 'ws')}/rpc`, protocols, { headers });
  await once(socket, 'open');
  const client = createSocketClient(socket);
  const { requests } = await client.call('rest_list', { take: 100 });
  const [first] = requests;
  const { response } = await client.call('rest_execute', { id: first!.id });
  expect(response?.status).toBe(200);
  client.close();
  return requests.map(({ name }) => name);
};

describe('the three servers', () => {
  it('respond at the printed addresses', async () => {
    const page = await fetch(origin);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Tandem</title>');
    expect(await (await fetch(`${desktop.addresses.echo}/hello`)).json()).toMatchObject({ path: '/hello' });
    expect(await (await fetch(desktop.addresses.mcp)).json()).toMatchObject({ status: 'ok' });
  });
});

describe('the page', () => {
  it('has a strict content policy and is never cached', async () => {
    const { headers } = await fetch(origin);
    expect(headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('has no inline script, and its script uses no Node modules and can be cached forever', async () => {
    const html = await (await fetch(origin)).text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    const [path = ''] = /\/assets\/[^"]+\.js/.exec(html) ?? [];
    const script = await fetch(`${origin}${path}`);
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(await script.text()).not.toMatch(/["'`]node:|vite-browser-external/);
  });

  it.each(['/nothing', '/..%2fpackage.json', '/assets/', '/.env'])('does not serve %s', async (path) => {
    expect(await statusWith(path, {})).toBe(404);
  });

  it('is read-only', async () => {
    expect(await statusWith('/', {}, 'PUT')).toBe(405);
  });

  it.each([
    [{ host: 'evil.example' }],
    [{ host: '127.0.0.1:1' }],
    [{ origin: 'http://evil.example' }],
    [{ origin: 'http://127.0.0.1:1' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
  ])('is refused for a request with %j', async (headers) => {
    expect(await statusWith('/', headers)).toBe(403);
    expect(await statusWith('/session', { ...headers, authorization: `Bearer ${token}` }, 'POST')).toBe(403);
  });
});

describe('the session', () => {
  it('starts with the token, is limited to this port and site, and its cookie cannot be read by scripts', async () => {
    const response = await trade(token);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ proof: expect.stringMatching(/^[\w-]{32}$/) as string });
    expect(response.headers.get('set-cookie')).toMatch(
      new RegExp(`^tandem_${new URL(origin).port}=[\\w-]+; Path=/; HttpOnly; SameSite=Strict$`),
    );
  });

  it.each(['', 'x', 'x'.repeat(32)])('does not start with the token "%s"', async (wrongToken) => {
    expect((await trade(wrongToken)).status).toBe(401);
  });

  it.each(['/status', '/preferences', '/unsaved'])(
    'requires both the cookie and the proof to read %s',
    { tags: 'page:proof' },
    async (path) => {
      const { cookie, proof } = await openSession(desktop.addresses.page);
      expect(await statusWith(path, {})).toBe(401);
      expect(await statusWith(path, { cookie })).toBe(401);
      expect(await statusWith(path, { 'x-tandem-proof': proof })).toBe(401);
      expect(await statusWith(path, { cookie: `${cookie}x`, 'x-tandem-proof': proof })).toBe(401);
      expect(await statusWith(path, { cookie, 'x-tandem-proof': proof })).toBe(200);
    },
  );

  it('responds with the active workspace and environment', async () => {
    const { headers } = await openSession(desktop.addresses.page);
    const { echo, mcp } = desktop.addresses;
    expect(await (await fetch(`${origin}/status`, { headers })).json()).toMatchObject({
      echo,
      mcp,
      workspace: { name: 'Playground' },
      environment: 'Default',
    });
  });

  it(
    'requires the Origin header for calls over POST',
    { tags: ['page:proof', 'page:call:origin'] },
    async () => {
      const { headers, cookie, proof } = await openSession(desktop.addresses.page);
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workspaces_list', params: {} });
      const post = (with_: Record<string, string>) =>
        fetch(`${origin}/rpc`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...with_ },
          body,
        });
      expect((await post({})).status).toBe(403);
      expect((await post({ cookie, 'x-tandem-proof': proof })).status).toBe(403);
      expect((await post({ origin })).status).toBe(401);
      expect((await post({ origin, cookie })).status).toBe(401);
      expect((await post({ ...headers, origin: 'http://127.0.0.1:1' })).status).toBe(403);
      expect(await (await post(headers)).json()).toMatchObject({
        id: 1,
        result: { workspaces: [{ name: 'Playground' }] },
      });
    },
  );

  it('requires its own Origin and Host to open the WebSocket', { tags: 'page:proof' }, async () => {
    const { cookie, protocols } = await openSession(desktop.addresses.page);
    expect(await socketWith({ cookie, origin }, protocols)).toBe('open as tandem.v1');
    expect(await socketWith({ cookie, origin }, [])).toBe(403);
    expect(await socketWith({ cookie, origin }, ['tandem.v1', 'tandem.proof.x'])).toBe(403);
    expect(await socketWith({ origin }, protocols)).toBe(403);
    expect(await socketWith({ cookie }, protocols)).toBe(403);
    expect(await socketWith({ cookie, origin: 'http://127.0.0.1:1' }, protocols)).toBe(403);
    expect(await socketWith({ cookie, origin: 'http://evil.example' }, protocols)).toBe(403);
    const foreign = { cookie, origin: 'http://evil.example', host: 'evil.example' };
    expect(await socketWith(foreign, protocols)).toBe(403);
  });
});

describe('the process', () => {
  it('exits with 0 on a signal, leaves no child processes, and keeps the stored requests', async () => {
    const first = await startDesktop();
    const names = await useRequests(first);
    const children = listChildren(first.program.pid);
    expect(children).not.toEqual([]);
    expect(await first.program.stop()).toEqual({ code: 0, signal: null });
    await expect.poll(() => children.filter(isAlive)).toEqual([]);
    expect(first.program.out.stdout.split('\n')).toHaveLength(4);
    expect(first.program.out.stderr).toBe('');
    const second = await startDesktop(first.folder);
    expect(await useRequests(second)).toEqual(names);
    await second.program.stop();
    await first.remove();
  });

  it('reports in one line that a port is in use', async () => {
    const program = launch('desktop', [
      '--no-window',
      '--data-dir',
      `${desktop.folder}/other`,
      '--port',
      new URL(origin).port,
    ]);
    expect(await program.exited).toEqual({ code: 1, signal: null });
    expect(program.out).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/^desktop: the port \d+ .* is in use.*\n$/) as string,
    });
  });

  it('reports that it runs without a window if there is no display', async () => {
    const program = launch('desktop', ['--data-dir', `${desktop.folder}/third`]);
    await program.lines(3);
    await program.stop();
    expect(program.out.stderr).toMatch(
      /^desktop: there is no display, so Tandem is running without a window; .*\n$/,
    );
  });
});
