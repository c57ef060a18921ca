import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launch, type LaunchedProgram, temporaryFolder, readToolResult } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createAgent, type Agent } from './agent.js';

/** Called by a client when it hears of progress. */
let hear: () => void;
const progress = new Promise<void>((resolve) => (hear = resolve));

/** A server that responds immediately, but never to `/slow`, and to `/12` only once a client has heard of progress. */
const endpoint = createServer(({ url: path }, response) => {
  if (path === '/12') void progress.then(() => response.end('{}'));
  else if (path !== '/slow') response.end('{}');
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: LaunchedProgram;
let client: Client;
let agent: Agent;
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
  folder = await temporaryFolder();
  const args = ['--port', '0', '--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  server = launch('mcp-server', args);
  const [line = ''] = await server.lines(1);
  client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(/http:\S+/.exec(line)?.[0] ?? '')));
  agent = createAgent({
    listTools: () => client.listTools(),
    callTool: (params, options) => client.callTool(params, undefined, options),
    close: () => client.close(),
  });
});

afterAll(async () => {
  await client.close();
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  endpoint.closeAllConnections();
  endpoint.close();
  await folder.remove();
});

const passingScript = `export function onTest(req, res) { test('answers', () => expect(res.status).toBe(200)); }`;

describe('the runs of an agent', { tags: 'run:call' }, () => {
  it('use at most 400 tokens for 13 passing requests with progress', async () => {
    for (let n = 0; n < 13; n += 1)
      await agent.call('rest_create', {
        name: `Get user ${n}`,
        url: `${url}/${n}`,
        folder: 'users',
        script: passingScript,
      });
    const seen: unknown[] = [];
    // Clients drop progress that they read together with the result, so the last request waits for some.
    const onprogress = ({ message }: { readonly message?: string | undefined }): void => {
      seen.push(message);
      hear();
    };
    const called = { name: 'runs_execute', arguments: { folder: 'users' } };
    const result = await client.callTool(called, undefined, { onprogress });
    expect(readToolResult(result)).toMatchObject({ isGreen: true, counts: { requests: 13, passed: 13 } });
    // A token covers at least two and a half bytes of JSON, so this limits the result to 400 tokens.
    expect(JSON.stringify(result).length).toBeLessThan(1_000);
    expect(seen.length).toBeGreaterThan(0);
  });

  it('are stored, and can be read as JUnit', async () => {
    const failing = passingScript.replace('200', '201');
    await agent.call('rest_create', { name: 'Bad', url, folder: 'bad', script: failing });
    const { id, failures } = (await agent.call('runs_execute', { folder: 'bad' })) as {
      readonly id: string;
      readonly failures: readonly string[];
    };
    expect(failures).toEqual([expect.stringMatching(/^bad\/Bad · failed · 200 · exec_\w+: answers: /)]);
    const { runs } = (await agent.call('runs_list', {})) as {
      readonly runs: readonly { readonly id: string }[];
    };
    expect(runs[0]).toMatchObject({ id, isGreen: false });
    const { text } = (await agent.call('runs_get', { id, format: 'junit' })) as { readonly text: string };
    expect(text).toMatch(/^<\?xml[^]*<testsuites[^]*failures="1"/);
  });

  it('can be cancelled, and are stored as interrupted', async () => {
    await agent.call('rest_create', { name: 'Slow', url: `${url}/slow`, folder: 'slow' });
    const controller = new AbortController();
    const onStep = () => {
      controller.abort(new Error('enough'));
    };
    const { signal } = controller;
    await expect(agent.call('runs_execute', { folder: 'slow' }, { signal, onStep })).rejects.toThrow(
      'enough',
    );
    await expect
      .poll(async () => JSON.stringify(await agent.call('runs_list', {})))
      .toContain('"isInterrupted":true');
  });

  it('are refused before anything is sent if they are invalid', async () => {
    const result = await client.callTool({ name: 'runs_execute', arguments: { tags: ['nope'] } });
    expect([result.isError, JSON.stringify(result.content)]).toEqual([
      true,
      expect.stringContaining('is not a tag of any request'),
    ]);
  });
});
