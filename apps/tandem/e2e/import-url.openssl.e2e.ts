import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type OpenedWorkspace, openWorkspace } from './workspace.js';

let on: OpenedWorkspace;
let secure: Server;
let summaries: readonly string[] = [];
const resolvePath = (name: string): string => join(on.folder, name);

const api = (): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: '/v1' }],
    paths: Object.fromEntries(summaries.map((summary) => [`/${summary}`, { get: { summary } }])),
  });

beforeEach(async () => {
  on = await openWorkspace();
  summaries = ['users'];
  on.state.answer = (request, response) => {
    const isThere = request.url?.startsWith('/openapi.json') === true;
    if (request.url === '/docs') response.setHeader('content-type', 'text/html').end('<!doctype html>');
    else response.writeHead(isThere ? 200 : 404).end(api());
  };
  const words = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 9 -subj /CN=127.0.0.1'.split(' ');
  const files = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', 'key.pem', '-out', 'cert.pem'];
  execFileSync('openssl', ['req', '-x509', ...words, ...files], { cwd: on.folder, stdio: 'pipe' });
  const certificate = {
    key: readFileSync(resolvePath('key.pem')),
    cert: readFileSync(resolvePath('cert.pem')),
  };
  secure = createServer(certificate, (_, response) => response.end(api()));
  secure.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  secure.closeAllConnections();
  await new Promise((resolve) => secure.close(resolve));
  await on.close();
});

const secureUrl = (): string => `https://127.0.0.1:${(secure.address() as AddressInfo).port}/openapi.json`;

const readTexts = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
};

describe('tandem import of a URL', { tags: ['cli:import', 'import:url'] }, () => {
  it('creates a folder that can be run, and updates it from its URL if only the folder is named', async () => {
    const { code, stdout, stderr } = await on.tandem([
      'import',
      `${on.url}/openapi.json`,
      resolvePath('api'),
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Read ${on.url}/openapi.json as openapi`);
    expect(await readTexts(resolvePath('api'))).toContain(`${on.url}/v1`);
    summaries = ['users', 'orders'];
    const planned = await on.tandem(['import', resolvePath('api'), '--update', '--dry-run']);
    expect(planned.stdout).toContain(
      'It would update the folder Shop: 1 new, 0 changed, 1 unchanged, 0 gone',
    );
    const updated = await on.tandem(['import', resolvePath('api'), '--update']);
    expect(`${updated.code} ${updated.stderr}${updated.stdout}`).toContain('0 Read');
    expect((await on.tandem(['import', resolvePath('api'), '--update', '--dry-run'])).stdout).toContain(
      '0 new, 0 changed, 2 unchanged',
    );
  });

  it('accepts several URLs, and does not store credentials from a URL', async () => {
    const login = on.url.replace('http://', 'http://ann:pass-word@');
    const urls = [`${login}/openapi.json`, `${on.url}/openapi.json?access_token=t-secret-value`];
    const { code, stdout, stderr } = await on.tandem(['import', ...urls, resolvePath('api'), '--json']);
    expect(code).toBe(0);
    expect(`${stdout}${stderr}${await readTexts(resolvePath('api'))}`).not.toMatch(
      /pass-word|t-secret-value/,
    );
    const again = await on.tandem(['import', resolvePath('api'), '--update']);
    expect(`${again.code} ${again.stderr}`).toMatch(
      /^2 tandem: .*api has nothing in it that was imported from a URL\. Name the document: tandem import <document> /,
    );
  });

  it('verifies the server unless a flag disables it', async () => {
    const refused = await on.tandem(['import', secureUrl(), resolvePath('api')]);
    expect(`${refused.code} ${refused.stderr}`).toMatch(
      /^3 tandem: https:.* cannot be fetched: .*certificate/,
    );
    expect(
      (await on.tandem(['import', secureUrl(), resolvePath('api'), '--cacert', resolvePath('cert.pem')]))
        .code,
    ).toBe(0);
    expect(
      (await on.tandem(['import', secureUrl(), resolvePath('other'), '--insecure', '--dry-run'])).code,
    ).toBe(0);
  });

  it.each([
    [
      '/none',
      /^3 tandem: http:\S+\/none answered 404 Not Found instead of a document; check the address\.\n$/,
    ],
    [
      '/docs',
      /^3 tandem: http:\S+\/docs answered with a page of HTML \(text\/html\), not with a document; use/,
    ],
  ])('creates nothing from %s', async (path, words) => {
    const { code, stdout, stderr } = await on.tandem(['import', `${on.url}${path}`, resolvePath('api')]);
    expect(`${code} ${stderr}`).toMatch(words);
    expect(stdout).toBe('');
    expect(await readdir(on.folder)).not.toContain('api');
  });
});
