import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { noSelection } from '@tandem/application';
import type { RestRequestId } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readToolResult } from '@tandem/node/testing';

import { serveProduct } from '../testing/served-product.js';

const uri = 'tandem://window/selection';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
let requestId: RestRequestId;

beforeEach(async () => {
  testServer = await serveProduct();
  requestId = await testServer.planned.createRest({ name: 'One' });
});
afterEach(() => testServer.close());

const selection = () => ({
  workspaceId: testServer.planned.workspace.id,
  requestId,
  tab: 'script',
  executionId: null,
});

/** Reports the selection of a window. */
const reportSelection = () =>
  unwrapResult(
    testServer.planned.application.presence.look(
      { ...selection(), isFocused: true, edits: [] },
      { session: 'window-1' },
    ),
  );
const closeWindow = (): void => testServer.planned.application.present.windows.leave('window-1');

const connectClient = async (): Promise<Client> => {
  const client = new Client({ name: 'claude', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(testServer.url)));
  return client;
};
const parseContents = (text: string): unknown => {
  const { result } = JSON.parse(text) as { readonly result: { readonly contents: [{ text: string }] } };
  return JSON.parse(result.contents[0].text);
};

describe("an agent's session", { tags: 'presence:agents' }, () => {
  it('is listed by id until it ends, and an agent without a session is listed by name', async () => {
    const { agents } = testServer.planned.application.present;
    const transport = new StreamableHTTPClientTransport(new URL(testServer.url));
    const client = new Client({ name: 'claude', version: '1' });
    await client.connect(transport);
    await client.readResource({
      uri: `tandem://workspaces/${testServer.planned.workspace.id}/rest/${requestId}`,
    });
    await testServer.ask('sdk2', 'tools/call', {
      name: 'rest_get',
      arguments: { id: requestId },
      _meta: { 'io.modelcontextprotocol/clientInfo': { name: 'cursor', version: '1' } },
    });
    const lastRequest = { requestId, did: 'read' };
    expect(agents.list()).toMatchObject([
      { id: 'cursor', by: 'cursor', lastRequest },
      { by: 'claude', lastRequest },
    ]);
    await transport.terminateSession();
    expect(agents.list()).toMatchObject([{ by: 'cursor' }]);
    await client.close();
  });
});

describe("the person's selection", { tags: 'presence:selection' }, () => {
  it.each(['sdk1', 'sdk2'] as const)(
    'is a resource for %s, and is empty if no window is open',
    async (era) => {
      const read = async () => parseContents(await testServer.ask(era, 'resources/read', { uri }));
      expect(await read()).toEqual(noSelection);
      await reportSelection();
      expect(await read()).toEqual(selection());
      closeWindow();
      expect(await read()).toEqual(noSelection);
    },
  );

  it('is in the result about the active workspace', async () => {
    const client = await connectClient();
    const active = async () => readToolResult(await client.callTool({ name: 'workspaces_active' }));
    const workspaceId = testServer.planned.workspace.id;
    expect(await active()).toEqual({ workspaceId });
    await reportSelection();
    expect(await active()).toEqual({ workspaceId, selection: selection() });
    await client.close();
  });

  it('is listed, and a subscribed client is notified when it changes', async () => {
    const client = await connectClient();
    const updated: string[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      updated.push(params.uri);
    });
    const { resources } = await client.listResources();
    expect(resources.map((one) => one.uri)).toContain(uri);
    await client.subscribeResource({ uri });
    // Once a request on another connection is answered, the session's stream is open.
    await expect
      .poll(async () => {
        await reportSelection();
        closeWindow();
        return updated;
      })
      .toContain(uri);
    await client.close();
  });

  it('is announced to a subscribed client of protocol version 2026-07-28', async () => {
    const ended = new AbortController();
    const params = {
      notifications: { resourceSubscriptions: [uri] },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const answer = await fetch(testServer.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
      signal: ended.signal,
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value ?? '';
    await reportSelection();
    while (!text.includes('notifications/resources/updated')) text += (await reader.read()).value ?? '';
    expect(text).toContain(uri);
    ended.abort();
  });
});
