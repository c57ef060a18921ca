import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { clientInfo, textOf } from './sdk-client.mjs';

/** Version 2 of the official SDK, in one of its negotiation modes. */
export const connect = async ({ url, mode }) => {
  const client = new Client(clientInfo, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args, { signal, onProgress }) =>
      textOf(
        await client.callTool(
          { name, arguments: args },
          { signal, onprogress: ({ message }) => onProgress(message) },
        ),
      ),
    close: () => client.close(),
  };
};
