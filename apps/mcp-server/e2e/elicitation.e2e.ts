import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { launch, type LaunchedProgram, temporaryFolder, readToolResult } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Opens a folder whose environment is marked as production, and a server that counts requests. */
const openShop = async () => {
  const { path, remove } = await temporaryFolder();
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shop = join(path, 'shop');
  await mkdir(join(shop, 'tandem', 'environments'), { recursive: true });
  await writeFile(
    join(shop, 'tandem', 'opencollection.yml'),
    'opencollection: "1.0.0"\ninfo:\n  name: shop\n',
  );
  await writeFile(
    join(shop, 'tandem', 'environments', 'Live.yml'),
    'name: Live\nx-tandem:\n  protected: true\n',
  );
  const program = launch('mcp-server', ['--data-dir', join(path, 'data'), '--workspace', shop]);
  const [line = ''] = await program.lines(1);
  return {
    arrived,
    url,
    mcp: /http:\S+/.exec(line)?.[0] ?? '',
    program,
    close: async () => {
      await program.stop();
      server.close();
      await remove();
    },
  };
};

let shop: Awaited<ReturnType<typeof openShop>> & { readonly program: LaunchedProgram };
const questions: string[] = [];
let reply: ElicitResult = { action: 'cancel' };
const open = async (capabilities: object): Promise<Client> => {
  const client = new Client({ name: 'editor', version: '1' }, { capabilities });
  if ('elicitation' in capabilities)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return reply;
    });
  await client.connect(new StreamableHTTPClientTransport(new URL(shop.mcp)));
  return client;
};
const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  readToolResult(await client.callTool({ name, arguments: args }));
let client: Client;
let id = '';
beforeAll(async () => {
  shop = await openShop();
  client = await open({ elicitation: {} });
  await call(client, 'synchronization_synchronize');
  ({ id } = (await call(client, 'rest_create', { name: 'Buy', method: 'POST', url: `${shop.url}/buy` })) as {
    id: string;
  });
});
afterAll(async () => {
  await client.close();
  await shop.close();
});

const execute = async (by = client) =>
  (await call(by, 'rest_execute', { id, environment: 'Live' })).error as {
    code: string;
    message: string;
  } | null;

describe('a client that asks its user', { tags: 'approval:alone' }, () => {
  it.each<[ElicitResult, string | undefined]>([
    [{ action: 'accept', content: { answer: 'once' } }, undefined],
    [{ action: 'accept', content: { answer: 'deny' } }, 'GUARD_DENIED'],
    [{ action: 'decline' }, 'GUARD_DENIED'],
    [{ action: 'cancel' }, 'APPROVAL_NEEDED'],
    [{ action: 'accept', content: { answer: 'perhaps' } }, 'APPROVAL_NEEDED'],
  ])('sends what the user allows: %o', async (said, code) => {
    reply = said;
    questions.length = shop.arrived.length = 0;
    expect((await execute())?.code).toBe(code);
    expect(questions).toEqual([expect.stringContaining(`POST ${shop.url}/buy`)]);
    expect(shop.arrived).toEqual(code === undefined ? ['POST /buy'] : []);
  });

  it('asks only once in the same session', async () => {
    questions.length = shop.arrived.length = 0;
    reply = { action: 'accept', content: { answer: 'session' } };
    expect(await execute()).toBeNull();
    reply = { action: 'decline' };
    expect(await execute()).toBeNull();
    expect([questions.length, shop.arrived.length]).toEqual([1, 2]);
  });

  it.each([{}, { elicitation: { url: {} } }])(
    'is told what to do next if its only capabilities are %o',
    async (capabilities) => {
      shop.arrived.length = 0;
      const other = await open(capabilities);
      const error = await execute(other);
      await other.close();
      expect(error?.code).toBe('APPROVAL_NEEDED');
      expect(error?.message).toMatch(/POST .*\/buy.*no window is open.*Nothing was sent.*window/s);
      expect(shop.arrived).toEqual([]);
    },
  );
});

it('no tool has an argument that sets a guard', { tags: 'guard:person' }, async () => {
  const { tools } = await client.listTools();
  const named = JSON.stringify(tools.map(({ name, inputSchema }) => ({ name, inputSchema })));
  expect(named).not.toMatch(/guard|protected|perMinute|approval/i);
  for (const [name, args] of [
    [
      'environments_guard',
      { id: 'Live', guard: { protected: false, agents: { rules: [], otherwise: 'allow' } } },
    ],
    ['approvals_answer', { id: 'x', answer: 'once' }],
  ] as const)
    await expect(client.callTool({ name, arguments: args })).rejects.toThrow('Unknown tool');
  const { isError } = await client.callTool({
    name: 'environments_update',
    arguments: { id: 'Live', guard: null, protected: false },
  });
  expect(isError).toBe(true);
});
