import { createMCPClient } from '@ai-sdk/mcp';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';

import { driveAgent } from './prompt.mjs';

/** Vercel's AI SDK: `generateText` with the tools of its MCP client. */
export const connect = async ({ url, model }) => {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  const provider = createOpenAICompatible({ name: 'stub', baseURL: `${model}/v1` });
  const ask = async (prompt, { signal }) => {
    const { text } = await generateText({
      model: provider('stub'),
      tools,
      prompt,
      stopWhen: stepCountIs(3),
      abortSignal: signal,
      maxRetries: 0,
    });
    return text;
  };
  return driveAgent(ask, () => client.close());
};
