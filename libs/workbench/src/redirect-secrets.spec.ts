import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { CreateRest } from '@tandem/application';
import type { ExecutionResult } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const token = 'b7f2-token-of-the-shop';
let on: OnDisk;
/** A server of another origin, which responds with the headers and the URL that it receives. */
const otherOrigin = createServer((request, response) => {
  if (request.url === '/dead') request.socket.destroy();
  else response.end(JSON.stringify({ url: request.url, headers: request.headers }));
});
let otherUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => otherOrigin.listen(0, '127.0.0.1', resolve));
  otherUrl = `http://127.0.0.1:${(otherOrigin.address() as AddressInfo).port}`;
  on = await openOnDisk((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://h');
    if (pathname === '/out') response.writeHead(302, { location: `${otherUrl}/in` }).end();
    else if (pathname === '/echo') response.writeHead(307, { location: `${otherUrl}/in${search}` }).end();
    else if (pathname === '/dead') response.writeHead(302, { location: `${otherUrl}/dead` }).end();
    else if (pathname === '/same') response.writeHead(302, { location: '/end' }).end();
    else response.end(JSON.stringify({ url: request.url, headers: request.headers }));
  });
  const { environments } = await unwrapResult(on.application.environments.list({}));
  const id = environments[0]!.id;
  await unwrapResult(on.application.environments.update({ id, secrets: { TOKEN: token, PIN: '12' } }));
});
afterAll(async () => {
  await on.close();
  await new Promise((resolve) => otherOrigin.close(resolve));
});

const executePath = async (path: string, fields: Partial<CreateRest> = {}): Promise<ExecutionResult> =>
  on.execute((await on.create({ url: on.url + path, ...fields })).id);

interface Echo {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
const parseEcho = ({ response }: ExecutionResult): Echo => JSON.parse(response?.textBody ?? '') as Echo;

const pair = (name: string, value: string) => ({ name, value, enabled: true });
const listDiagnostics = ({ diagnostics }: ExecutionResult) =>
  diagnostics.filter(({ where }) => where === 'redirects');

describe('a redirect to another origin', { tags: 'send:redirects:secrets' }, () => {
  it('drops every header that contains a secret, and lists them', async () => {
    const result = await executePath('/out', {
      headers: [
        pair('X-Token', '{{TOKEN}}'),
        pair('X-Within', 'key={{TOKEN}}; v=1'),
        pair('X-Encoded', Buffer.from(`shop:${token}`).toString('base64')),
        pair('X-Pin', '{{PIN}}'),
        pair('X-Piece', token.slice(3, 17)),
        pair('X-Plain', 'order 12'),
      ],
    });
    const { headers } = parseEcho(result);
    expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual(['x-plain']);
    expect(listDiagnostics(result)).toEqual([
      {
        code: 'REDIRECT_HEADERS_DROPPED',
        message: `The redirect to ${otherUrl} leads to another origin, so these headers were not sent on: X-Token, X-Within, X-Encoded, X-Pin, X-Piece. If that server needs them, send the request to it directly.`,
        where: 'redirects',
      },
    ]);
    expect(JSON.stringify(result.diagnostics)).not.toContain(token);
  });

  it('drops headers with a secret that onRequest sets', async () => {
    const script = `export function onRequest(req) {
      req.env.setSecret('FRESH', 'made-by-the-script');
      req.headers.set('X-Fresh', 'made-by-the-script');
    }`;
    const { headers } = parseEcho(await executePath('/out', { script }));
    expect(headers).not.toHaveProperty('x-fresh');
  });

  it('drops the header of any auth, and reports it', async () => {
    const result = await executePath('/out', {
      auth: { type: 'api-key', name: 'X-Key', value: 'plain', in: 'header' },
    });
    expect(parseEcho(result).headers).not.toHaveProperty('x-key');
    expect(listDiagnostics(result)).toMatchObject([{ message: expect.stringContaining('X-Key') as string }]);
  });

  it('does not add query values of the request', async () => {
    const result = await executePath('/out?a={{TOKEN}}', { queryParams: [pair('b', '{{TOKEN}}')] });
    expect(parseEcho(result).url).toBe('/in');
    expect(listDiagnostics(result)).toEqual([]);
  });

  it('follows a Location header as the server wrote it, and reports that it contains a secret', async () => {
    const result = await executePath('/echo?a={{TOKEN}}');
    expect(parseEcho(result).url).toBe(`/in?a=${token}`);
    expect(listDiagnostics(result)).toMatchObject([
      {
        code: 'REDIRECT_HOLDS_SECRET',
        message: `The server redirected to ${otherUrl} with the secret TOKEN in the URL, so that server has it now. Change the secret if you do not trust it.`,
      },
    ]);
  });

  it('reports the dropped headers even if no response follows', async () => {
    const result = await executePath('/dead', { headers: [pair('X-Token', '{{TOKEN}}')] });
    expect(result.error?.code).toBe('NETWORK_ERROR');
    expect(listDiagnostics(result)).toMatchObject([{ code: 'REDIRECT_HEADERS_DROPPED' }]);
  });
});

it(
  'a redirect within an origin keeps headers that contain secrets',
  { tags: 'send:redirects:secrets' },
  async () => {
    const result = await executePath('/same', { headers: [pair('X-Token', '{{TOKEN}}')] });
    expect(parseEcho(result).headers['x-token']).toBe(token);
    expect(listDiagnostics(result)).toEqual([]);
  },
);
