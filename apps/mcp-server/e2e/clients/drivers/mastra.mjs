import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';

import { driveAgent } from './prompt.mjs';

/** Mastra: an agent with the tools of its MCP client. */
export const connect = async ({ url, model }) => {
  const client = new MCPClient({
    servers: { tandem: { url: new URL(url), enableProgressTracking: true } },
  });
  let listener = () => undefined;
  await client.progress.onUpdate('tandem', ({ message }) => listener(message));
  const tools = await client.listTools();
  const agent = new Agent({
    id: 'test',
    name: 'Test',
    instructions: 'Test',
    model: { id: 'stub/stub', url: `${model}/v1`, apiKey: 'none' },
    tools,
  });
  const ask = async (prompt, { signal, onProgress }) => {
    listener = onProgress;
    const { text } = await agent.generate(prompt, { abortSignal: signal, maxSteps: 3 });
    return text;
  };
  // Mastra prefixes the name of a tool with the server's name.
  const driver = driveAgent(ask, () => client.disconnect());
  return {
    ...driver,
    list: async () => (await driver.list()).map((name) => name.replace('tandem_', '')),
    call: (tool, ...rest) => driver.call(`tandem_${tool}`, ...rest),
  };
};
