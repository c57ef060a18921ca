import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';

/** An agent with a session of its own. */
export interface AnotherAgent {
  /** Calls a tool and returns its result; throws what an error says. */
  readonly call: (
    tool: string,
    args?: Record<string, unknown>,
    signal?: AbortSignal,
  ) => Promise<Record<string, unknown>>;
  readonly close: () => Promise<void>;
}

/**
 * Connects the official client.
 * @param ask answers what the server asks the user of the client; without it, the client cannot ask
 */
export const connectAgent = async (
  mcp: string,
  name: string,
  ask?: (message: string) => ElicitResult,
): Promise<AnotherAgent> => {
  const capabilities = ask === undefined ? {} : { elicitation: {} };
  const client = new Client({ name, version: '1' }, { capabilities });
  if (ask !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => ask(params.message));
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp)));
  return {
    call: async (tool, args = {}, signal = new AbortController().signal) => {
      const { isError, content, structuredContent } = await client.callTool(
        { name: tool, arguments: args },
        undefined,
        { signal },
      );
      if (isError === true) throw new Error(JSON.stringify(content));
      return structuredContent as Record<string, unknown>;
    },
    close: () => client.close(),
  };
};
