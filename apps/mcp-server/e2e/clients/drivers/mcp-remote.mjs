import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { clientInfo, driveSdk1 } from './sdk-client.mjs';

/** mcp-remote: connects clients that can only start programs to a URL. */
export const connect = async ({ packages, url }) => {
  const client = new Client(clientInfo);
  const program = join(packages, 'node_modules', 'mcp-remote', 'dist', 'proxy.js');
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, url, '--silent'],
      env: { ...process.env },
    }),
  );
  return driveSdk1(client);
};
