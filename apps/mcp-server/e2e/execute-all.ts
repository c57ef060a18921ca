import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launch, readToolResult } from '@tandem/node/testing';
import { expect } from 'vitest';

/** Executes requests by their names over MCP, in the workspace `deep` of the folder. */
export const executeAll = async (folder: string, names: readonly string[]): Promise<void> => {
  const args = ['--port', '0', '--data-dir', join(folder, 'data'), '--workspace', join(folder, 'deep')];
  // Raises the time limits, so that no script reaches one on a busy machine.
  const limits = { TANDEM_SCRIPT_WALL_MS: '60000', TANDEM_SCRIPT_CPU_MS: '60000' };
  const program = launch('mcp-server', args, limits);
  const client = new Client({ name: 'e2e', version: '1' });
  try {
    const address = /http:\S+/.exec((await program.lines(1))[0] ?? '')?.[0] ?? '';
    await client.connect(new StreamableHTTPClientTransport(new URL(address)));
    const call = async (name: string, given: Record<string, unknown>) =>
      readToolResult(await client.callTool({ name, arguments: given }));
    // The server may start before it has read the complete folder.
    await call('synchronization_synchronize', {});
    const listed = (await call('rest_list', {})) as {
      readonly requests: readonly { readonly id: string; readonly name: string }[];
    };
    for (const name of names) {
      const id = listed.requests.find((one) => one.name === name)?.id;
      expect(await call('rest_execute', { id, environment: 'Default' })).toMatchObject({ error: null });
    }
  } finally {
    await client.close();
    await program.stop();
  }
};
