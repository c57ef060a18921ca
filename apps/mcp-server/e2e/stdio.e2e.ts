import { Client as Sdk2Client } from '@modelcontextprotocol/client';
import { StdioClientTransport as Sdk2Transport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { keepPort } from '@tandem/node/http';
import {
  launch,
  type LaunchedProgram,
  findProgramFile,
  quietPort,
  temporaryFolder,
} from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Agent, createAgent, runAllSteps } from './agent.js';

const main = findProgramFile('mcp-server');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let echo: LaunchedProgram;
let echoUrl: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  echo = launch('echo-server', ['--port', '0']);
  echoUrl = /http:\S+/.exec((await echo.lines(1))[0] ?? '')?.[0] ?? '';
});
afterAll(async () => {
  await echo.stop();
  await folder.remove();
});

const command = (args: readonly string[]) => ({
  command: process.execPath,
  args: [main, '--stdio', ...args],
  env: { ...getDefaultEnvironment(), TANDEM_LOG_LEVEL: 'silent' },
});

type Connect = (...args: string[]) => Promise<Agent>;

const sdk1: Connect = async (...args) => {
  const client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StdioClientTransport(command(args)));
  return createAgent({
    listTools: () => client.listTools(),
    callTool: (params, options) => client.callTool(params, undefined, options),
    close: () => client.close(),
  });
};

const sdk2 =
  (mode: 'auto' | { pin: string }): Connect =>
  async (...args) => {
    const client = new Sdk2Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new Sdk2Transport(command(args)));
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    return createAgent(client);
  };

describe.each([
  ['of SDK 1', sdk1],
  ['of SDK 2 that negotiates', sdk2('auto')],
  ['of SDK 2 that accepts only protocol version 2026-07-28', sdk2({ pin: '2026-07-28' })],
])('the official client %s on stdio', { tags: ['mcp:stdio', 'mcp:official-client'] }, (_, connect) => {
  it('lists and calls tools, receives progress and cancels if no server is running', async () => {
    const args = ['--data-dir', `${folder.path}/alone`, '--workspace', `${folder.path}/alone/shop`];
    const agent = await connect(...args);
    await runAllSteps(agent, echoUrl);
    await agent.close();
  });

  it("does the same through a running server, and continues after the server's restart", async () => {
    const args = ['--data-dir', `${folder.path}/data`];
    await keepPort(`${folder.path}/data/servers/mcp.port`, await quietPort());
    let server = launch('mcp-server', [...args, '--workspace', `${folder.path}/shop`]);
    const [first] = await server.lines(1);
    const agent = await connect(...args);
    const id = await runAllSteps(agent, echoUrl);
    await server.stop('SIGKILL');
    server = launch('mcp-server', args);
    expect(await server.lines(1)).toEqual([first]);
    // A call over a connection that was just cut returns an error; later calls are delivered.
    const again = () => agent.call('rest_get', { id }).catch((error: unknown) => error);
    await expect.poll(again).toMatchObject({ id });
    await agent.close();
    expect(await server.stop()).toMatchObject({ code: 0 });
  });
});
