import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launch, type LaunchedProgram, temporaryFolder, readToolResult } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Report = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

interface Program {
  readonly server: LaunchedProgram;
  readonly client: Client;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Report>;
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const runningPrograms: Program[] = [];

/** Starts a server with a database of its own on the workspace `name`. */
const start = async (name: string): Promise<Program> => {
  const args = [
    '--port',
    '0',
    '--data-dir',
    `${folder.path}/${name}-data`,
    '--workspace',
    join(folder.path, name),
  ];
  const server = launch('mcp-server', args);
  const url = /http:\S+/.exec((await server.lines(1))[0] ?? '')?.[0] ?? '';
  const client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const call = async (tool: string, input: Record<string, unknown> = {}): Promise<Report> => {
    const result = await client.callTool({ name: tool, arguments: input });
    if (result.isError === true) throw new Error(JSON.stringify(result.content));
    return readToolResult<Report>(result);
  };
  const program = { server, client, call };
  runningPrograms.push(program);
  return program;
};

beforeAll(async () => {
  folder = await temporaryFolder();
});

afterAll(async () => {
  for (const { client, server } of runningPrograms) {
    await client.close();
    await server.stop();
  }
  await folder.remove();
});

describe('the folder of a workspace', () => {
  it('is read at the start if it is a clone, and an agent can synchronize it and resolve conflicts', async () => {
    const first = await start('shop');
    await first.call('rest_create', { name: 'Get user', folder: 'Users', url: 'http://127.0.0.1/users' });
    const preview = await first.call('synchronization_synchronize', { dryRun: true });
    expect(preview.written).toContain('users/get-user.yml');
    await expect(readFile(`${folder.path}/shop/tandem/users/get-user.yml`)).rejects.toThrow('ENOENT');
    expect((await first.call('synchronization_synchronize')).written).toEqual(preview.written);

    await mkdir(`${folder.path}/clone`);
    await cp(`${folder.path}/shop/tandem`, `${folder.path}/clone/tandem`, { recursive: true });
    const clone = await start('clone');
    const listed = async () => (await clone.call('rest_list')).requests ?? [];
    // The server may start before it has read the complete folder.
    await expect.poll(listed).toHaveLength(1);
    const [request] = await listed();
    expect(request).toMatchObject({ name: 'Get user', folder: 'Users' });

    const file = `${folder.path}/clone/tandem/users/get-user.yml`;
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('method: GET', 'method: PUT'));
    const id = String(request?.id);
    await clone.call('rest_update', { id, method: 'POST' });
    const { conflicts } = await clone.call('synchronization_synchronize');
    expect(conflicts).toMatchObject([{ id, field: 'method', base: 'GET', ours: 'POST', theirs: 'PUT' }]);
    const wrong = clone.call('synchronization_resolve', { id, field: 'url', take: 'ours' });
    await expect(wrong).rejects.toThrow('There is no conflict for the field url');
    const resolved = await clone.call('synchronization_resolve', { id, field: 'method', take: 'theirs' });
    expect(resolved.conflicts).toEqual([]);
    expect(await clone.call('rest_get', { id })).toMatchObject({ method: 'PUT' });
  });
});
