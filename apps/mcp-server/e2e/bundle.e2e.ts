import { fileURLToPath } from 'node:url';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { findProgramFile, temporaryFolder } from '@tandem/node/testing';
import { expect, it } from 'vitest';

const bundle = findProgramFile('mcp-server');
const modules = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Calls a tool of a program that is started for this call. */
const call = async (program: string, folder: string, name: string, args = {}): Promise<string> => {
  const client = new Client({ name: 'e2e', version: '1' });
  const env = { ...getDefaultEnvironment(), TANDEM_LOG_LEVEL: 'silent' };
  const command = { command: process.execPath, args: [program, '--stdio', '--data-dir', folder], env };
  await client.connect(new StdioClientTransport(command));
  const result = await client.callTool({ name, arguments: args });
  await client.close();
  expect(result.isError).not.toBe(true);
  return JSON.stringify(result.content);
};

it(
  'a data folder opens in the bundle and in the compiled modules, whichever created it',
  { tags: 'storage:bundle' },
  async () => {
    for (const [first, second] of [
      [bundle, modules],
      [modules, bundle],
    ] as const) {
      const { path, remove } = await temporaryFolder();
      await call(first, path, 'workspaces_create', { name: 'Of the first' });
      expect(await call(second, path, 'workspaces_list')).toContain('Of the first');
      await remove();
    }
  },
);
