import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launch, type LaunchedProgram, temporaryFolder, readToolResult } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { brunoFiles, fetchBruno } from '../../../tools/fetch/bruno.mjs';

const run = promisify(execFile);

let bruno = '';

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly args: Readonly<Record<string, unknown>>;
  readonly json: unknown;
  readonly form: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, unknown>>;
}

interface Outcome {
  readonly test: { readonly filename: string };
  readonly request: { readonly url: string; readonly method: string };
  readonly response: { readonly status: number; readonly data: Echo };
}

interface BrunoFolder {
  readonly request?: object;
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let echo: LaunchedProgram;
let server: LaunchedProgram;
let client: Client;
let echoUrl = '';

const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });

beforeAll(async () => {
  bruno = await fetchBruno();
  folder = await temporaryFolder();
  echo = launch('echo-server', ['--port', '0']);
  echoUrl = /http:\S+/.exec((await echo.lines(1))[0] ?? '')?.[0] ?? '';
  server = launch('mcp-server', [
    '--port',
    '0',
    '--data-dir',
    `${folder.path}/data`,
    '--workspace',
    `${folder.path}/shop`,
  ]);
  const url = /http:\S+/.exec((await server.lines(1))[0] ?? '')?.[0] ?? '';
  client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
}, 400_000);

afterAll(async () => {
  await client.close();
  await server.stop();
  await echo.stop();
  await folder.remove();
});

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });

const requests = [
  {
    name: 'Get user',
    folder: 'Users',
    url: '{{API_URL}}/users/:id?own=1',
    pathParams: [pair('id', '42')],
    queryParams: [pair('verbose', 'true'), pair('q', 'a b&c=d'), pair('off', '1', false)],
    headers: [pair('x-debug', 'on'), pair('x-off', '1', false)],
    auth: { type: 'bearer', token: '{{LABEL}}' },
  },
  {
    name: 'Json',
    folder: 'Users',
    method: 'POST',
    url: '{{API_URL}}/json',
    body: { type: 'json', content: '{\n  "label": "{{LABEL}}"\n}' },
  },
  {
    name: 'Form',
    method: 'POST',
    url: '{{API_URL}}/form',
    body: { type: 'form-urlencoded', fields: [pair('a', 'x y'), pair('b', '2', false)] },
  },
  {
    name: 'Upload',
    method: 'POST',
    url: '{{API_URL}}/upload',
    body: {
      type: 'multipart',
      parts: [pair('note', 'hi'), { name: 'file', file: 'data.txt', enabled: true }],
    },
  },
];

const runBruno = async (root: string): Promise<readonly Outcome[]> => {
  const report = join(folder.path, 'report.json');
  const args = ['run', '-r', '--env', 'Default', '--reporter-json', report, '--sandbox', 'safe'];
  await run(bruno, args, { cwd: root, timeout: 120_000 });
  const [first] = JSON.parse(await readFile(report, 'utf8')) as { readonly results: readonly Outcome[] }[];
  return first?.results ?? [];
};

describe('the folder of a workspace', () => {
  it("can be run unchanged by Bruno's command line", { tags: 'folder:bruno' }, async () => {
    await writeFile(`${folder.path}/shop/data.txt`, 'hello');
    for (const request of requests) await call('rest_create', request);
    await call('graphql_create', {
      name: 'Search',
      url: '{{API_URL}}/graphql',
      query: 'query Q { a }',
      variables: { n: 1 },
      operationName: 'Q',
    });
    // Bruno reads the certificates for the domains that it connects to, and applies the bypass list before the proxy.
    const certificate = {
      type: 'pem',
      domain: 'a.example',
      certificate: 'a.pem',
      key: 'a.key',
      passphrase: '{{P}}',
    };
    await call('folders_update', {
      id: '',
      connections: {
        clientCertificates: [certificate, { type: 'pkcs12', domain: 'b.example', file: 'b.p12' }],
        proxy: { protocol: 'http', hostname: '127.0.0.1', port: 1, bypass: '127.0.0.1, b.example' },
      },
    });
    await call('synchronization_synchronize', {});
    const root = `${folder.path}/shop/tandem`;
    const environment = await readFile(`${root}/environments/Default.yml`, 'utf8');
    const variables = `variables:\n  - name: API_URL\n    value: ${echoUrl}\n  - name: LABEL\n    value: "7"\n`;
    await writeFile(
      `${root}/environments/Default.yml`,
      environment.replace('x-tandem', `${variables}x-tandem`),
    );
    const manifest = await readFile(`${root}/opencollection.yml`, 'utf8');
    expect(manifest).toContain('clientCertificates:');
    expect(manifest).toContain('bypassProxy: "127.0.0.1, b.example"');
    const outcomes = await runBruno(root);
    const of = (file: string) => outcomes.find(({ test }) => test.filename.endsWith(file))?.response;
    expect(outcomes.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    expect(of('get-user.yml')?.data).toMatchObject({
      method: 'GET',
      url: `${echoUrl}/users/42?own=1&verbose=true&q=a%20b%26c=d`,
      args: { own: '1', verbose: 'true', q: 'a b&c=d' },
      headers: { 'x-debug': 'on', authorization: expect.stringMatching(/^Bearer /) as string },
    });
    expect(Object.keys(of('get-user.yml')?.data.headers ?? {})).not.toContain('x-off');
    expect(of('json.yml')?.data).toMatchObject({ method: 'POST', json: { label: '7' } });
    expect(of('form.yml')?.data.form).toEqual({ a: 'x y' });
    expect(of('upload.yml')?.data).toMatchObject({
      form: { note: 'hi' },
      files: { file: { filename: 'data.txt', content: 'hello' } },
    });
    expect(of('search.yml')?.data.json).toEqual({ query: 'query Q { a }', variables: { n: 1 } });
  });

  it(
    'lets requests inherit the same settings from folders and the workspace as Bruno does',
    { tags: 'folder:bruno' },
    async () => {
      const given = (name: string, value: string) => [pair(`x-${name}`, value), pair('x-all', value)];
      const variables = (names: string, value: string) => Array.from(names, (name) => pair(name, value));
      await call('folders_create', { path: 'Team/Inner', headers: given('inner', '{{a}}{{b}}{{c}}{{d}}') });
      await call('folders_update', {
        id: '',
        headers: given('workspace', '{{a}}'),
        variables: variables('abcd', 'w'),
        auth: { type: 'bearer', token: 'w' },
      });
      await call('folders_update', {
        id: 'Team',
        headers: given('team', 't'),
        variables: variables('bc', 't'),
        auth: { type: 'basic', username: 'u', password: 'p' },
      });
      await call('folders_update', {
        id: 'Team/Inner',
        variables: variables('c', 'i'),
        auth: { type: 'inherit' },
      });
      const url = '{{API_URL}}/get';
      const ids = new Map<string, unknown>();
      const made = [
        { name: 'inherits', folder: 'Team/Inner', url },
        { name: 'has own', folder: 'Team/Inner', url, requestVariables: variables('cd', '{{a}}own') },
        { name: 'has none', folder: 'Team/Inner', url, auth: { type: 'none' } },
        { name: 'at the top', url },
      ];
      for (const request of made) {
        const { id } = readToolResult<{ readonly id: string }>(await call('rest_create', request));
        ids.set(request.name, id);
      }
      await call('synchronization_synchronize', {});
      const root = `${folder.path}/shop/tandem`;
      const outcomes = await runBruno(root);
      // Bruno redacts everything after the auth scheme in its report.
      const shown = ({ headers }: Echo) =>
        Object.fromEntries(
          Object.entries(headers)
            .filter(([name]) => /^x-|^authorization$/.test(name))
            .map(([name, value]) => [name, name === 'authorization' ? value.split(' ')[0] : value]),
        );
      const byBruno = (file: string) =>
        outcomes.find(({ test }) => test.filename.endsWith(file))?.response.data as Echo;
      for (const [name, id] of ids) {
        const executed = await call('rest_execute', { id });
        const { textBody } = readToolResult<{ readonly response: { readonly textBody: string } }>(
          executed,
        ).response;
        const ours = shown(JSON.parse(textBody) as Echo);
        expect(shown(byBruno(`${name.replaceAll(' ', '-')}.yml`))).toEqual(ours);
        if (name === 'inherits')
          expect(ours).toMatchObject({
            'x-workspace': 'w',
            'x-team': 't',
            'x-inner': 'wtiw',
            'x-all': 'wtiw',
            authorization: 'Basic',
          });
        if (name === 'has own') expect(ours).toMatchObject({ 'x-inner': 'wtwownwown' });
      }
    },
  );

  it(
    'contains folders that Bruno can read, and can contain folders that Bruno wrote',
    { tags: 'folder:bruno' },
    async () => {
      await call('folders_create', { path: 'Orders', description: 'All *orders*' });
      await call('folders_create', { path: 'Orders/Empty' });
      await call('synchronization_synchronize', {});
      const { parseFolder, stringifyFolder } = await brunoFiles();
      const file = `${folder.path}/shop/tandem/orders/folder.yml`;
      const read = parseFolder(await readFile(file, 'utf8'), { format: 'yml' }) as BrunoFolder;
      expect(read).toMatchObject({ meta: { name: 'Orders' }, docs: 'All *orders*' });
      const empty = await readFile(`${folder.path}/shop/tandem/orders/empty/folder.yml`, 'utf8');
      expect(parseFolder(empty, { format: 'yml' })).toMatchObject({ meta: { name: 'Empty' } });
      const saved = stringifyFolder(
        {
          ...read,
          meta: { name: 'Sales', seq: 3 },
          docs: 'By Bruno',
          request: { ...read.request, headers: [{ name: 'x-team', value: 'blue', enabled: true }] },
        },
        { format: 'yml' },
      );
      await writeFile(file, saved);
      const report = readToolResult(await call('synchronization_synchronize', {}));
      expect(report).toMatchObject({ written: [], invalid: [], conflicts: [] });
      expect(await readFile(file, 'utf8')).toBe(saved);
      const told = readToolResult(await call('folders_get', { id: 'Sales' }));
      expect(told).toMatchObject({ folder: { path: 'Sales', description: 'By Bruno', seq: 3 }, folders: 1 });
      await call('folders_update', { id: 'Sales', description: 'By Tandem' });
      await call('synchronization_synchronize', {});
      expect(parseFolder(await readFile(file, 'utf8'), { format: 'yml' })).toMatchObject({
        meta: { name: 'Sales', seq: 3 },
        docs: 'By Tandem',
        request: { headers: [{ name: 'x-team', value: 'blue' }] },
      });
    },
  );
});
