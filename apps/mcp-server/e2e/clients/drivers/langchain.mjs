import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';

import { driveAgent } from './prompt.mjs';

/** LangChain: an agent with the tools of its MCP adapters. */
export const connect = async ({ url, model }) => {
  let listener = () => undefined;
  const client = new MultiServerMCPClient({
    mcpServers: { tandem: { transport: 'http', url } },
    onProgress: ({ message }) => listener(message),
  });
  const tools = await client.getTools();
  const llm = new ChatOpenAI({
    model: 'stub',
    apiKey: 'none',
    configuration: { baseURL: `${model}/v1` },
    maxRetries: 0,
  });
  const agent = createAgent({ model: llm, tools });
  const ask = async (prompt, { signal, onProgress }) => {
    listener = onProgress;
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: prompt }] }, { signal });
    return messages.at(-1).text;
  };
  return driveAgent(ask, () => client.close());
};
