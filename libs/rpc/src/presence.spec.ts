import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { noSelection } from '@tandem/application';
import { type PlannedApplication, createPlannedApplication } from '@tandem/application/testing';
import type { RestRequestId } from '@tandem/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { attachRpcSockets, type RpcSockets } from './carriers/websocket.js';
import { type AgentActivity, createSocketClient, type SocketClient } from './client.js';
import { createRpcServer, type RpcServer } from './server.js';

let fixture: PlannedApplication;
let rpc: RpcServer;
let server: Server;
let sockets: RpcSockets;
let id: RestRequestId;
let page: SocketClient;
let now: AgentActivity;

const openPage = async (): Promise<SocketClient> => {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`);
  const opened = createSocketClient(socket);
  opened.onAgents((told) => {
    now = told;
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return opened;
};

beforeEach(async () => {
  fixture = await createPlannedApplication();
  id = await fixture.createRest({ name: 'Login' });
  rpc = createRpcServer(fixture.application, { error: () => undefined });
  server = createServer();
  sockets = attachRpcSockets(server, rpc, { path: '/rpc', authorize: () => true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  page = await openPage();
});
afterEach(async () => {
  sockets.close();
  await new Promise((resolve) => server.close(resolve));
});

const call = (signal = new AbortController().signal) => ({
  signal,
  progress: () => undefined,
  by: 'claude',
  kind: 'mcp' as const,
  session: 's1',
  redactsSecrets: true,
});
const selection = async () => (await rpc.call('window_selection', {})).selection;
const reportView = (edits: readonly RestRequestId[] = []) =>
  page.call('window_look', { ...noSelection, requestId: id, isFocused: true, edits });

describe('the selection of a window', { tags: 'presence:selection' }, () => {
  it("is reported until the window's connection is closed", async () => {
    await reportView();
    expect(await selection()).toEqual({ ...noSelection, requestId: id });
    expect(await rpc.call('workspaces_active', {})).toMatchObject({ selection: { requestId: id } });
    page.close();
    await expect.poll(selection).toBe(null);
    expect(await rpc.call('workspaces_active', {})).not.toHaveProperty('selection');
  });
});

describe('a window while an agent works', { tags: 'presence:agents' }, () => {
  it('receives the request that the agent last read, changed or executed', async () => {
    await expect.poll(() => now).toEqual({ agents: [], taken: [], waiting: [] });
    await rpc.call('rest_get', { id }, call());
    const place = () => now.agents[0]?.lastRequest;
    await expect.poll(place).toMatchObject({ requestId: id, did: 'read' });
    await rpc.call('rest_update', { id, url: 'http://h/2' }, call());
    await expect.poll(place).toMatchObject({ requestId: id, did: 'changed' });
    await rpc.call('rest_execute', { id: 'Login' }, call());
    await expect.poll(place).toMatchObject({ requestId: id, did: 'ran' });
    expect(now.agents).toMatchObject([{ id: 's1', by: 'claude' }]);
    await expect.poll(() => now.agents[0]?.calls).toEqual([]);
  });

  it('can stop what the agent executes', async () => {
    const next = await fixture.createRest({ name: 'Next' });
    let release = (): void => undefined;
    fixture.plan.meanwhile = () => new Promise((resolve) => (release = resolve));
    const run = rpc.call('runs_execute', { ids: [id, next], iterations: 1 }, call());
    await expect.poll(() => now.agents[0]?.calls).toMatchObject([{ tool: 'runs_execute' }]);
    await expect.poll(() => fixture.seen.sent).toHaveLength(1);
    page.stop(now.agents[0]?.calls[0]?.id ?? '');
    // The socket answers this call after it has handled all earlier messages.
    await page.call('window_selection', {});
    release();
    await run;
    expect(fixture.seen.sent).toHaveLength(1);
    await expect.poll(() => now.agents[0]?.calls).toEqual([]);
  });

  it('can take a request over, and answer pending changes', { tags: 'presence:take-over' }, async () => {
    await page.call('agents_take_over', { by: 'claude', requestId: id, isTaken: true });
    await reportView([id]);
    const update = rpc.call('rest_update', { id, url: 'http://h/agent' }, call());
    const refused = expect(update).rejects.toMatchObject({
      error: {
        code: 'PERSON_EDITING',
        message: expect.stringMatching(/editing it, and denied your change of url\.$/) as string,
        hint: expect.stringMatching(/ask the person/) as string,
        details: { id, fields: ['url'] },
      },
    });
    await expect.poll(() => now.waiting).toMatchObject([{ requestId: id, by: 'claude', name: 'Login' }]);
    expect(now.taken).toEqual([{ by: 'claude', requestId: id }]);
    await page.call('agents_answer', { id: now.waiting[0]?.id ?? '', isAllowed: false });
    await refused;
    await expect.poll(() => now.waiting).toEqual([]);
  });
});
