import {
  Client as Sdk2Client,
  StreamableHTTPClientTransport as Sdk2Transport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { launch, type LaunchedProgram, temporaryFolder, readToolResult } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: LaunchedProgram;
let url: URL;
let other: Client;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = launch('mcp-server', ['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`]);
  url = new URL(/http:\S+/.exec((await server.lines(1))[0] ?? '')?.[0] ?? '');
  other = await connect();
});
afterAll(async () => {
  await other.close();
  expect(await server.stop()).toMatchObject({ code: 0 });
  await folder.remove();
});

const connect = async (): Promise<Client> => {
  const client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
};

const create = async (name: string) => {
  const created = await other.callTool({ name: 'rest_create', arguments: { name } });
  const { id, workspaceId } = readToolResult<{ id: string; workspaceId: string }>(created);
  return { id, uri: `tandem://workspaces/${workspaceId}/rest/${id}` };
};
const rename = (id: string) => other.callTool({ name: 'rest_update', arguments: { id, name: 'Renamed' } });

describe('a change by another client', { tags: 'mcp:notifications' }, () => {
  it('is sent to a client that has subscribed', async () => {
    const client = await connect();
    const heard: unknown[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      heard.push(params.uri);
    });
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
      heard.push('list');
    });
    const { id, uri } = await create('Watched');
    await client.subscribeResource({ uri });
    await expect
      .poll(async () => {
        await rename(id);
        return heard;
      })
      .toContain(uri);
    await expect
      .poll(async () => {
        await create('New');
        return heard;
      })
      .toContain('list');
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ text: expect.stringContaining('Renamed') as string }]);
    await client.close();
  });

  it('is sent to a subscribed client of protocol version 2026-07-28', async () => {
    const client = new Sdk2Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new Sdk2Transport(url));
    const heard: unknown[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.push(params.uri);
    });
    const { id, uri } = await create('Listened to');
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    await rename(id);
    // The creation may be reported late, so that the rename is reported a second time.
    await expect.poll(() => heard).toContain(uri);
    await subscription.close();
    await client.close();
  });
});
