import { readFileSync } from 'node:fs';

/** The steps that are tried with every client, in this order. */
export const steps = [
  'connect',
  'list',
  'call',
  'error',
  'long call',
  'progress',
  'cancel',
  'restart',
] as const;
export type Step = (typeof steps)[number];

/** A client from npm, and how a test uses it. */
export interface RealClient {
  readonly name: string;
  /** The name of its folder in `tools/fetch/clients`. */
  readonly package: string;
  /** The name of its module in `drivers`. */
  readonly driver: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** The steps that the client cannot do, and why. The test fails once it can. */
  readonly lacks?: Readonly<Partial<Record<Step, string>>>;
}

const noProgress = 'It does not ask for progress.';

const officialSdk1 = (from: string): Pick<RealClient, 'package' | 'driver' | 'options'> => ({
  package: from,
  driver: 'sdk-1',
  options: { from },
});

export const realClients: readonly RealClient[] = [
  { name: 'MCP SDK 1.0, HTTP+SSE', ...officialSdk1('sdk-1.0'), driver: 'sdk-sse' },
  { name: 'MCP SDK 1.10', ...officialSdk1('sdk-1.10') },
  { name: 'MCP SDK 1.20', ...officialSdk1('sdk-1.20') },
  { name: 'MCP SDK 1, current', ...officialSdk1('@modelcontextprotocol/sdk') },
  {
    name: 'MCP SDK 1, current, HTTP+SSE',
    ...officialSdk1('@modelcontextprotocol/sdk'),
    driver: 'sdk-sse',
  },
  {
    name: 'MCP SDK 2, defaults',
    package: '@modelcontextprotocol/client',
    driver: 'sdk-2',
    options: { mode: 'legacy' },
  },
  {
    name: 'MCP SDK 2, negotiating',
    package: '@modelcontextprotocol/client',
    driver: 'sdk-2',
    options: { mode: 'auto' },
  },
  {
    name: 'MCP Inspector, command line',
    package: '@modelcontextprotocol/inspector',
    driver: 'inspector',
    lacks: { progress: 'Its command line does not show progress.' },
  },
  { name: 'mcp-remote', package: 'mcp-remote', driver: 'mcp-remote' },
  {
    name: 'mcporter',
    package: 'mcporter',
    driver: 'mcporter',
    lacks: {
      progress: noProgress,
      cancel: 'It ends on Ctrl+C without telling the server, which then finishes the call.',
    },
  },
  {
    name: 'AI SDK',
    package: '@ai-sdk/mcp',
    driver: 'ai-sdk',
    lacks: { progress: noProgress },
  },
  { name: 'LangChain', package: '@langchain/mcp-adapters', driver: 'langchain' },
  {
    name: 'OpenAI Agents',
    package: '@openai/agents',
    driver: 'openai-agents',
    lacks: { progress: noProgress },
  },
  {
    name: 'Google GenAI, `mcpToTool`',
    package: '@google/genai',
    driver: 'google-genai',
    lacks: {
      progress: noProgress,
      cancel: 'Its signal stops the request to the model, not the call of a tool.',
    },
  },
  { name: 'Anthropic SDK, `mcpTools`', package: '@anthropic-ai/sdk', driver: 'anthropic' },
  { name: 'Mastra', package: '@mastra/mcp', driver: 'mastra' },
];

const manifest = new URL('../../../../tools/fetch/clients/package.json', import.meta.url);

/** The tested version of a client. */
export const getVersion = (client: RealClient): string => {
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return (dependencies[client.package] ?? '').replace(/^npm:.*@/, '');
};
