import { Agent, MCPServerStreamableHttp, OpenAIProvider, Runner } from '@openai/agents';

import { driveAgent } from './prompt.mjs';

/** OpenAI's Agents: a run of an agent that uses the server. */
export const connect = async ({ url, model }) => {
  const server = new MCPServerStreamableHttp({ url, name: 'tandem' });
  await server.connect();
  const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL: `${model}/v1` });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const agent = new Agent({ name: 'Test', model: 'stub', mcpServers: [server] });
  const ask = async (prompt, { signal }) => (await runner.run(agent, prompt, { signal })).finalOutput;
  return driveAgent(ask, () => server.close());
};
