import {
  Client as Sdk2Client,
  StreamableHTTPClientTransport as Sdk2Transport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { keepPort } from '@tandem/node/http';
import { launch, type LaunchedProgram, quietPort, temporaryFolder } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Agent, createAgent, runAllSteps } from './agent.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let echo: LaunchedProgram;
let echoUrl: string;
let server: LaunchedProgram;
let url: URL;

const start = async (): Promise<void> => {
  server = launch('mcp-server', ['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`]);
  url = new URL(/http:\S+/.exec((await server.lines(1))[0] ?? '')?.[0] ?? '');
};

beforeAll(async () => {
  folder = await temporaryFolder();
  echo = launch('echo-server', ['--port', '0']);
  echoUrl = /http:\S+/.exec((await echo.lines(1))[0] ?? '')?.[0] ?? '';
  await keepPort(`${folder.path}/data/servers/mcp.port`, await quietPort());
  await start();
});
afterAll(async () => {
  expect(await server.stop()).toMatchObject({ code: 0 });
  await echo.stop();
  await folder.remove();
});

const sdk1 = (transport: () => Transport) => async (): Promise<Agent> => {
  const client = new Client({ name: 'e2e', version: '1' });
  await client.connect(transport());
  return createAgent({
    listTools: () => client.listTools(),
    callTool: (params, options) => client.callTool(params, undefined, options),
    close: () => client.close(),
  });
};

const sdk2 = (mode: 'legacy' | 'auto' | { pin: string }, spoken: string) => async (): Promise<Agent> => {
  const client = new Sdk2Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new Sdk2Transport(url));
  expect(client.getNegotiatedProtocolVersion()).toBe(spoken);
  return createAgent(client);
};

describe('the official client', { tags: 'mcp:official-client' }, () => {
  it.each([
    ['of SDK 1 over Streamable HTTP', sdk1(() => new StreamableHTTPClientTransport(url) as Transport)],
    [
      'of SDK 1 over the transport of protocol version 2024-11-05',
      sdk1(() => new SSEClientTransport(url) as Transport),
    ],
    ['of SDK 2 with its defaults', sdk2('legacy', '2025-11-25')],
    ['of SDK 2 that negotiates', sdk2('auto', '2026-07-28')],
    ['of SDK 2 that accepts only protocol version 2026-07-28', sdk2({ pin: '2026-07-28' }, '2026-07-28')],
  ])(
    '%s lists and calls tools, receives progress, cancels, and continues after a restart',
    async (_, connect) => {
      const agent = await connect();
      const id = await runAllSteps(agent, echoUrl);
      const before = url.href;
      await server.stop('SIGKILL');
      await start();
      expect(url.href).toBe(before);
      const again = () => agent.call('rest_get', { id }).catch((error: unknown) => error);
      await expect.poll(again).toMatchObject({ id });
      await agent.close();
    },
  );
});
