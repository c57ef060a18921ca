import Anthropic from '@anthropic-ai/sdk';
import { mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { driveAgent } from './prompt.mjs';
import { clientInfo } from './sdk-client.mjs';

/** Anthropic's SDK: its tool runner with the helpers for MCP. */
export const connect = async ({ url, model }) => {
  const client = new Client(clientInfo);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const anthropic = new Anthropic({ apiKey: 'none', baseURL: model, maxRetries: 0 });
  const { tools } = await client.listTools();
  const ask = async (prompt, { signal, onProgress }) => {
    // The helpers pass on neither a signal nor a progress listener, but accept any object with `callTool`.
    const withOptions = {
      callTool: (params) =>
        client.callTool(params, undefined, { signal, onprogress: ({ message }) => onProgress(message) }),
    };
    const message = await anthropic.beta.messages.toolRunner(
      {
        model: 'stub',
        max_tokens: 1000,
        tools: mcpTools(tools, withOptions),
        messages: [{ role: 'user', content: prompt }],
      },
      { signal },
    );
    return message.content[0].text;
  };
  return driveAgent(ask, () => client.close());
};
