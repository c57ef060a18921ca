import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { readToolResult } from '@tandem/node/testing';

/** A second agent, with its own MCP session. */
export interface AnotherAgent {
  /** Calls a tool and returns its result; throws an error's message. */
  readonly call: (
    tool: string,
    args?: Record<string, unknown>,
    signal?: AbortSignal,
  ) => Promise<Record<string, unknown>>;
  readonly close: () => Promise<void>;
}

/**
 * Connects the official client.
 * @param ask answers the server's questions to the user; without it, the client does not support questions
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
      const result = await client.callTool({ name: tool, arguments: args }, undefined, { signal });
      if (result.isError === true) throw new Error(JSON.stringify(result.content));
      return readToolResult(result);
    },
    close: () => client.close(),
  };
};
