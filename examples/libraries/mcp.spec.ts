import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startMcpServer } from '@tandem/mcp';
import { createRpcServer } from '@tandem/rpc';
import { openWorkbench } from '@tandem/workbench';
import { expect, it } from 'vitest';

it('the mcp library serves a workbench to agents', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-example-'));
  const dataFolder = join(folder, 'data');
  const log = console;
  const workbench = await openWorkbench({ dataFolder, version: '1.0.0' });
  await workbench.openFolder(join(folder, 'shop'));
  const rpc = createRpcServer(workbench.application, log);
  const server = await startMcpServer(rpc, { dataFolder, version: '1.0.0', port: 0, log });
  const client = new Client({ name: 'example', version: '1.0.0' });
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const made = await client.callTool({
      name: 'rest_create',
      arguments: { name: 'Users', url: 'http://127.0.0.1:8080/users' },
    });
    expect(JSON.parse((made.content as [{ text: string }])[0].text)).toMatchObject({
      name: 'Users',
      method: 'GET',
    });
  } finally {
    await client.close();
    await server.close();
    await workbench.close();
    await rm(folder, { recursive: true });
  }
});
