import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launch, type LaunchedProgram, temporaryFolder, readToolResult } from '@tandem/node/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const secret = 'secretOfTheMachine1';
const token = 'a-token-that-the-server-gave';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let program: LaunchedProgram;
let client: Client;
/** Everything that the agent received. */
const answers: string[] = [];
const servers: Server[] = [];

const startServer = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const call = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const result = await client.callTool({ name, arguments: args });
  answers.push(JSON.stringify(result));
  if (result.isError === true) throw new Error(JSON.stringify(result.content));
  return readToolResult(result);
};

beforeAll(async () => {
  folder = await temporaryFolder();
  program = launch('mcp-server', [
    '--port',
    '0',
    '--data-dir',
    `${folder.path}/data`,
    '--workspace',
    `${folder.path}/shop`,
  ]);
  const url = /http:\S+/.exec((await program.lines(1))[0] ?? '')?.[0] ?? '';
  client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
});
afterAll(async () => {
  await client.close();
  await program.stop();
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  await folder.remove();
});

it(
  'an agent sets up client credentials for a folder and sends a request in two calls, without seeing a secret or a token',
  { tags: 'auth:oauth2' },
  async () => {
    const wanted = `Basic ${Buffer.from(`machine:${secret}`).toString('base64')}`;
    const accessTokenUrl = await startServer((request, response) => {
      const isRight = request.headers.authorization === wanted;
      response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
      const given = { access_token: token, token_type: 'Bearer', expires_in: 3600 };
      response.end(JSON.stringify(isRight ? given : { error: 'invalid_client' }));
    });
    const api = await startServer((request, response) => {
      const isRight = request.headers.authorization === `Bearer ${token}`;
      response.writeHead(isRight ? 200 : 401).end(`you sent ${request.headers.authorization ?? 'nothing'}`);
    });
    // A person has prepared a secret in the environment and a request in a folder.
    const [environment] = (await call('environments_list', {})).environments as { id: string }[];
    await call('environments_update', { id: environment?.id, secrets: { CLIENT_SECRET: secret } });
    const { id } = await call('rest_create', {
      ...{ name: 'Orders', folder: 'shop', url: `${api}/orders`, auth: { type: 'inherit' } },
    });

    await call('folders_update', {
      id: 'shop',
      auth: {
        ...{ type: 'oauth2', grant: 'client_credentials', accessTokenUrl },
        ...{ clientId: 'machine', clientSecret: '{{CLIENT_SECRET}}' },
      },
    });
    const result = await call('rest_execute', { id });

    expect(result).toMatchObject({
      response: { status: 200, textBody: 'you sent Bearer ‹secret:access_token›' },
      steps: [{ step: 'token', status: 200 }],
    });
    for (const hidden of [secret, token, wanted.slice(6)])
      expect(answers.filter((answer) => answer.includes(hidden))).toEqual([]);
  },
);
