import { fileURLToPath } from 'node:url';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launch, type Launched, temporaryFolder } from '../../../tools/e2e/program.mjs';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let echo: Launched;
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

const connect = async (...args: string[]): Promise<Client> => {
  const client = new Client({ name: 'e2e', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, '--stdio', ...args],
      env: { ...getDefaultEnvironment(), TANDEM_LOG_LEVEL: 'silent' },
    }),
  );
  return client;
};

const create = async (client: Client, fields: object): Promise<string> => {
  const { structuredContent } = await client.callTool({
    name: 'rest_create',
    arguments: { name: 'R', url: `${echoUrl}/x`, ...fields },
  });
  return (structuredContent as { id: string }).id;
};

/** What every way has to do: list, call, tell of progress, cancel. */
const doAll = async (client: Client): Promise<string> => {
  expect((await client.listTools()).tools.length).toBeGreaterThan(15);
  const id = await create(client, {});
  const told: unknown[] = [];
  const result = await client.callTool({ name: 'rest_execute', arguments: { id } }, undefined, {
    onprogress: ({ message }) => told.push(message),
  });
  expect(result.structuredContent).toMatchObject({ response: { status: 200 }, error: null });
  expect(told).toEqual(['interpolate', 'onRequest', 'send', 'onResponse', 'persist', 'onTest']);
  const slow = await create(client, { url: `${echoUrl}/x?delay=20000` });
  const controller = new AbortController();
  const started = performance.now();
  const cancelled = client.callTool({ name: 'rest_execute', arguments: { id: slow } }, undefined, {
    signal: controller.signal,
    onprogress: ({ message }) => {
      if (message === 'send') controller.abort('enough');
    },
  });
  await expect(cancelled).rejects.toThrow('enough');
  await client.ping();
  expect(performance.now() - started).toBeLessThan(10_000);
  return id;
};

describe('the official client on stdio', { tags: ['mcp:stdio', 'mcp:official-client'] }, () => {
  it('lists, calls, hears of progress and cancels without a server that runs', async () => {
    const args = ['--data-dir', `${folder.path}/alone`, '--workspace', `${folder.path}/alone/shop`];
    const client = await connect(...args);
    await doAll(client);
    await client.close();
  });

  it('does so through the server that runs, and goes on after that was started again', async () => {
    const args = ['--data-dir', `${folder.path}/data`];
    let server = launch('mcp-server', [...args, '--workspace', `${folder.path}/shop`]);
    const [first] = await server.lines(1);
    const client = await connect(...args);
    const id = await doAll(client);
    await server.stop('SIGKILL');
    server = launch('mcp-server', args);
    expect(await server.lines(1)).toEqual([first]);
    expect(await client.callTool({ name: 'rest_get', arguments: { id } })).toMatchObject({
      structuredContent: { id },
    });
    await client.close();
    expect(await server.stop()).toMatchObject({ code: 0 });
  });
});
