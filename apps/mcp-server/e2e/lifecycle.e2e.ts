import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  launch,
  type LaunchedProgram,
  temporaryFolder,
  readTexts,
  readToolResult,
} from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Result {
  readonly request: { readonly url: string };
  readonly response: { readonly status: number; readonly textBody: string } | null;
  readonly error: { readonly code: string } | null;
  readonly logs: readonly { readonly message: string }[];
  readonly lifecycle: {
    readonly tests: { readonly results: readonly { readonly status: string; readonly name: string }[] };
  };
}

const script = `
export function onRequest(req) { req.headers.set('x-script', 'was here'); }
export function onResponse(req, res) { res.env.setVariable('lastStatus', String(res.status)); }
export function onTest(req, res) {
  test('answers 200', () => expect(res.status).toBe(200));
  test('carries the header', () => expect(res.json().headers['x-script']).toBe('was here'));
}`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let echo: LaunchedProgram;
let server: LaunchedProgram;
let client: Client;
let echoUrl = '';

const start = async (): Promise<void> => {
  const args = ['--port', '0', '--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  server = launch('mcp-server', args, { TANDEM_SCRIPT_CPU_MS: '500' });
  const [line = ''] = await server.lines(1);
  const url = /^mcp-server listening on (http:\/\/127\.0\.0\.1:\d+\/)$/.exec(line)?.[1];
  client = new Client({ name: 'e2e', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url ?? ''));
  await client.connect(transport);
};

const call = async <A = Record<string, unknown>>(
  name: string,
  args: Record<string, unknown> = {},
): Promise<A> => {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(readTexts(result).join('\n'));
  expect(result).not.toHaveProperty('structuredContent');
  return readToolResult<A>(result);
};

const create = async (fields: Record<string, unknown>): Promise<string> =>
  (await call<{ id: string }>('rest_create', { url: `${echoUrl}/x`, ...fields })).id;

beforeAll(async () => {
  folder = await temporaryFolder();
  echo = launch('echo-server', ['--port', '0']);
  echoUrl = /http:\S+/.exec((await echo.lines(1))[0] ?? '')?.[0] ?? '';
  await start();
});

afterAll(async () => {
  await client.close();
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(await echo.stop()).toEqual({ code: 0, signal: null });
  await folder.remove();
});

describe('an agent', () => {
  let id = '';
  const execute = () =>
    call<Result>('rest_execute', {
      id,
      pathParams: { item: 'a/b' },
      variables: { base: echoUrl, who: 'agent' },
    });

  it('finds the tools and the workspace', { tags: 'mcp:tools' }, async () => {
    const { tools } = await client.listTools();
    expect(tools.slice(0, 16).map(({ name }) => name)).toEqual([
      'workspaces_list',
      'workspaces_active',
      'workspaces_get',
      'rest_list',
      'rest_get',
      'rest_create',
      'rest_update',
      'rest_update_script',
      'rest_execute',
      'rest_delete',
      'graphql_list',
      'graphql_get',
      'graphql_create',
      'graphql_update',
      'graphql_execute',
      'graphql_delete',
    ]);
    expect(await call('workspaces_list')).toMatchObject({ workspaces: [{ name: 'shop', active: true }] });
  });

  it('creates a request, attaches a script, executes it and reads every field of the result', async () => {
    id = await create({
      name: 'One item',
      url: '{{base}}/items/:item',
      headers: [{ name: 'x-who', value: '{{who}}' }],
    });
    await call('rest_update_script', { id, script });
    const result = await execute();
    expect(result).toMatchObject({
      request: { id, name: 'One item', method: 'GET', url: `${echoUrl}/items/a%2Fb` },
      response: {
        status: 200,
        statusText: 'OK',
        time: expect.any(Number) as number,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        cookies: [],
        textBody: expect.stringContaining('"x-who":"agent"') as string,
        bodyType: 'text',
        size: expect.any(Number) as number,
        bodyTruncated: false,
      },
      error: null,
      lifecycle: {
        preRequest: { success: true, error: null, result: null },
        postResponse: { success: true, error: null, result: null },
        tests: {
          summary: { success: true, error: null, result: { testResults: expect.any(Array) as unknown[] } },
        },
        mocked: false,
      },
      diagnostics: [],
      logs: [],
    });
    expect(result.lifecycle.tests.results.map(({ status }) => status)).toEqual(['passed', 'passed']);
  });

  it("gets the script's changes in the next execution", async () => {
    await call('rest_update', { id, headers: [{ name: 'x-last', value: '{{lastStatus}}' }] });
    expect((await execute()).response?.textBody).toContain('"x-last":"200"');
  });

  it(
    "still gets the script's changes, with their types, after the server was killed",
    { tags: 'variables:types' },
    async () => {
      const variables = { flag: false, user: { address: { city: 'Bonn' } }, count: 12 };
      const { environments } = await call<{ environments: { id: string }[] }>('environments_list');
      await call('environments_update', { id: environments[0]?.id, variables });
      await client.close();
      await server.stop('SIGKILL');
      await start();
      const result = await execute();
      expect(result.response?.textBody).toContain('"x-last":"200"');
      expect(result.lifecycle.tests.results.map(({ status }) => status)).toEqual(['passed', 'passed']);
      const typed = await create({
        name: 'Typed',
        headers: [{ name: 'x-typed', value: '{{user.address.city}} {{flag}}' }],
        script: `export const onRequest = ({ env }) =>
        console.log(typeof env.getVariable('count'), env.getVariable('flag') === false);`,
      });
      const { response, logs } = await call<Result>('rest_execute', { id: typed });
      expect(response?.textBody).toContain('"x-typed":"Bonn false"');
      expect(logs).toMatchObject([{ message: 'number true' }]);
    },
  );

  it('gets a mock response without a request being sent', async () => {
    const mocked = await create({
      name: 'Mock',
      url: 'http://127.0.0.1:1/',
      script: `export const onRequest = () => new ServiceResponse('hi', { status: 418, statusText: 'Teapot', headers: { 'x-m': '1' } })`,
    });
    expect(await call('rest_execute', { id: mocked })).toMatchObject({
      response: { status: 418, statusText: 'Teapot', headers: { 'x-m': '1' }, textBody: 'hi', time: 0 },
      lifecycle: { mocked: true },
    });
  });

  it('gets an explanation of invalid arguments', async () => {
    await expect(call('rest_execute', { id, queryParam: {} })).rejects.toThrow('did you mean queryParams?');
    await expect(call('rest_get', { id, workspaceId: 'shopp' })).rejects.toThrow(
      /WORKSPACE_NOT_FOUND.*workspaces_list.*shop/,
    );
  });

  it('cannot overwrite the changes of another client', async () => {
    await expect(call('rest_update', { id, name: 'Mine', ifRevision: 1 })).rejects.toThrow(
      'REVISION_CONFLICT',
    );
    expect(await call('rest_get', { id })).toMatchObject({ name: 'One item' });
  });

  it('deletes a request', async () => {
    const gone = await create({ name: 'Gone' });
    expect(await call('rest_delete', { id: gone })).toEqual({ deleted: gone });
    await expect(call('rest_get', { id: gone })).rejects.toThrow('NOT_FOUND');
  });
});

describe('a hostile script', () => {
  it.each([
    ['loops forever', 'for(;;);', /SCRIPT_TIMEOUT/],
    [
      'fills memory',
      'const all = []; for (;;) all.push(new Array(1000).fill(all.length));',
      /SCRIPT_(MEMORY|TIMEOUT)/,
    ],
    ['allocates the largest array', 'Array(2**32-1).fill(0)', /SCRIPT_(MEMORY|TIMEOUT)/],
  ])('ends with an error while ten other executions continue: %s', async (_, body, code) => {
    const good = await create({ name: 'Good', script });
    const bad = await create({ name: 'Bad', script: `export function onRequest() { ${body} }` });
    const [hostile, ...others] = await Promise.all([
      call<Result>('rest_execute', { id: bad }),
      ...Array.from({ length: 10 }, () => call<Result>('rest_execute', { id: good })),
    ]);
    expect(hostile.error?.code).toMatch(code);
    expect(hostile.response).toBeNull();
    for (const { error, lifecycle } of others) {
      expect(error).toBeNull();
      expect(lifecycle.tests.results.map(({ status }) => status)).toEqual(['passed', 'passed']);
    }
  });
});

describe('the command line', () => {
  const failing = async (app: string, ...args: string[]) => {
    const program = launch(app, args);
    const { code } = await program.exited;
    return { code, ...program.out };
  };

  it.each([
    ['an unknown flag', ['--nonsense'], 2, /unknown option/],
    ['an invalid port', ['--port', 'x'], 2, /whole number from 0 to 65535/],
    ['a folder without permission', ['--data-dir', '/proc/tandem/x'], 1, /\/proc\/tandem/],
    ['an impossible folder', ['--data-dir', '/dev/null/tandem'], 1, /\/dev\/null/],
  ])('answers %s with one line and no stack', async (_, args, code, message) => {
    const ended = await failing('mcp-server', ...args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('reports missing permission for the workspace in one line', async () => {
    const ended = await failing(
      'mcp-server',
      '--data-dir',
      `${folder.path}/denied`,
      '--workspace',
      '/proc/t',
    );
    expect(ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^.*\/proc\/t .*\n$/) as string,
    });
  });

  it('reports that the port is in use in one line', async () => {
    const port = new URL(echoUrl).port;
    const ended = await failing('mcp-server', '--port', port, '--data-dir', `${folder.path}/other`);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/port \d+ .* in use/);
  });

  it('prints its version and its flags', async () => {
    expect(await failing('mcp-server', '--version')).toMatchObject({ code: 0, stdout: '0.1.0\n' });
    expect((await failing('mcp-server', '--help')).stdout).toContain('TANDEM_DATA_DIR');
  });
});
