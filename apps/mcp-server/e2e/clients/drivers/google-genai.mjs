import { GoogleGenAI, mcpToTool } from '@google/genai';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { driveAgent } from './prompt.mjs';
import { clientInfo } from './sdk-client.mjs';

/** Google's SDK: automatic function calling with `mcpToTool`. */
export const connect = async ({ url, model }) => {
  const client = new Client(clientInfo);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const google = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: model } });
  const tools = [mcpToTool(client)];
  const ask = async (prompt, { signal }) => {
    const config = { tools, abortSignal: signal };
    return (await google.models.generateContent({ model: 'stub', contents: prompt, config })).text;
  };
  return driveAgent(ask, () => client.close());
};
