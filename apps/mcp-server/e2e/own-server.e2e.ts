import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launch, type LaunchedProgram, temporaryFolder, readToolResult } from '@tandem/node/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const token = 'the-t0ken-of-one-workspace';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: LaunchedProgram;
let client: Client;
let url = '';

const call = async <A = Record<string, unknown>>(name: string, args: Record<string, unknown>): Promise<A> => {
  const result = await client.callTool({ name, arguments: args });
  const said = JSON.stringify(result.content);
  expect(said).not.toContain(token);
  if (result.isError) throw new Error(said);
  return readToolResult<A>(result);
};

beforeAll(async () => {
  folder = await temporaryFolder();
  const args = ['--port', '0', '--data-dir', `${folder.path}/data`];
  const workspaces = ['--workspace', `${folder.path}/b`, '--workspace', `${folder.path}/a`];
  server = launch('mcp-server', [...args, ...workspaces]);
  url = /http:\S+/.exec((await server.lines(1))[0] ?? '')?.[0] ?? '';
  client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await call('environments_create', { name: 'Dev', secrets: { TOKEN: token }, workspaceId: 'a' });
  await call('environments_activate', { id: 'Dev', workspaceId: 'a' });
});

afterAll(async () => {
  await client.close();
  await server.stop();
  await folder.remove();
});

it.each([
  ['the address that was announced', (port: string) => `http://127.0.0.1:${port}/`],
  ['a name', (port: string) => `http://localhost:${port}/`],
  ['IPv6', (port: string) => `http://[::ffff:127.0.0.1]:${port}/`],
])(
  'a request cannot store a secret in another workspace through %s',
  { tags: 'send:own-server' },
  async (_, addressOf) => {
    const posted = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'rest_create', arguments: { workspaceId: 'b', name: 'stolen {{TOKEN}}' } },
    };
    const { id } = await call<{ id: string }>('rest_create', {
      workspaceId: 'a',
      name: 'R',
      method: 'POST',
      url: addressOf(new URL(url).port),
      body: { type: 'json', content: JSON.stringify(posted) },
    });
    const result = await call('rest_execute', { id, workspaceId: 'a' });
    expect(result).toMatchObject({ response: null, error: { code: 'OWN_SERVER_REFUSED' } });
    expect(await call('rest_list', { workspaceId: 'b' })).toMatchObject({ requests: [] });
  },
);
