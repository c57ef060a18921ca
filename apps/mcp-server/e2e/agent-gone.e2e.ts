import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { openGuard, type PendingRequest } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { startMcpServer } from '@tandem/mcp';
import { temporaryFolder, readToolResult } from '@tandem/node/testing';
import { createRpcServer } from '@tandem/rpc';
import { openWorkbench } from '@tandem/workbench';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const log = { error: () => undefined, warn: () => undefined };

/** Opens a workbench with an open window, an MCP server, a request that needs approval, and a server that counts requests. */
const openShop = async () => {
  const { path, remove } = await temporaryFolder();
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const workbench = await openWorkbench({ dataFolder: path, version: '1' });
  const { application } = workbench;
  const person = application.as({ by: 'window', kind: 'window' });
  const given = async <A>(task: () => Promise<E.Either<unknown, A>>): Promise<A> => {
    const outcome = await task();
    if (E.isLeft(outcome)) throw new Error(JSON.stringify(outcome.left));
    return outcome.right;
  };
  await given(application.workspaces.create({ name: 'Shop' }));
  const live = await given(person.environments.create({ name: 'Live' }));
  await given(person.environments.guard({ id: live.id, guard: { ...openGuard, protected: true } }));
  const { id } = await given(person.rest.create({ name: 'Buy', method: 'POST', url: `${url}/buy` }));
  const leave = application.attend();
  const mcp = await startMcpServer(createRpcServer(application, log), {
    ...{ dataFolder: path, port: 0, log, version: '1' },
    waits: { beatMs: 100, patienceMs: 1_000 },
  });
  const list = async (): Promise<readonly PendingRequest[]> =>
    (await given(person.approvals.list())).approvals;
  return {
    id,
    arrived,
    url: mcp.url,
    listEnded: async () => (await given(person.approvals.list())).ended,
    asked: async (count = 1) => {
      await expect.poll(async () => (await list()).length).toBe(count);
      return list();
    },
    allow: (question: Pick<PendingRequest, 'id'> | undefined) =>
      given(person.approvals.answer({ id: question?.id ?? '', answer: 'once' })),
    close: async () => {
      leave();
      await mcp.close(0);
      await workbench.close();
      server.close();
      await remove();
    },
  };
};

describe('an agent that waits for a person', { tags: 'approval:ends' }, () => {
  let shop: Awaited<ReturnType<typeof openShop>>;
  let client: Client;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.arrived.length = 0;
    client = new Client({ name: 'agent', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(shop.url)));
  });
  afterEach(() => client.close());

  const buy = (options?: RequestOptions) =>
    client.callTool(
      { name: 'rest_execute', arguments: { id: shop.id, environment: 'Live' } },
      undefined,
      options,
    );

  const isTooLate = async (question: Pick<PendingRequest, 'id'> | undefined): Promise<void> => {
    await shop.asked(0);
    await expect(shop.allow(question)).rejects.toThrow('no question that still waits');
    expect(shop.arrived).toEqual([]);
  };

  it('can no longer be allowed to send after its client gives up', async () => {
    const patience = new AbortController();
    const buying = buy({ signal: patience.signal, onprogress: () => undefined }).catch(
      (error: unknown) => error,
    );
    const [question] = await shop.asked();
    patience.abort('given up');
    expect(await buying).toMatchObject({ code: -32001 });
    await isTooLate(question);
  });

  it('can no longer be allowed to send after it cancels its call', async () => {
    const given = new AbortController();
    const buying = buy({ onprogress: () => undefined, signal: given.signal }).catch(
      (error: unknown) => error,
    );
    const [question] = await shop.asked();
    given.abort();
    await buying;
    await isTooLate(question);
  });

  it('gets a response before its client gives up if no progress is reported', async () => {
    expect(readToolResult(await buy())).toMatchObject({ error: { code: 'APPROVAL_NEEDED' } });
    // On a busy machine, the question ends before it could be found in the list of open ones.
    const [question] = await shop.listEnded();
    expect(question).toMatchObject({ how: 'late' });
    await isTooLate(question);
  });

  it(
    'receives progress while it waits, so that its client does not give up',
    { tags: 'mcp:progress' },
    async () => {
      const told: number[] = [];
      const onprogress = ({ progress }: { readonly progress: number }) => void told.push(progress);
      const buying = buy({ timeout: 3_000, resetTimeoutOnProgress: true, onprogress });
      const [question] = await shop.asked();
      await expect.poll(() => Date.now() - Date.parse(question?.at ?? '')).toBeGreaterThan(3_500);
      await shop.allow(question);
      expect(readToolResult(await buying)).toMatchObject({ error: null });
      expect(shop.arrived).toEqual(['/buy']);
      expect(told.length).toBeGreaterThan(3);
      expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
    },
  );
});
