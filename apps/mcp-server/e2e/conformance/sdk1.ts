import { setTimeout as passing } from 'node:timers/promises';

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  CreateMessageResultSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { NewServer } from '@tandem/mcp';

import {
  serverInfo,
  capabilities,
  constant,
  listTools,
  getPrompt,
  prompts,
  questions,
  readResource,
  resources,
  resourceTemplates,
  createTextResult,
} from './content.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Call = (params: CallToolRequest['params'], extra: Extra) => Promise<CallToolResult>;

const textOf = (content: unknown): string => {
  const [first] = [content].flat() as readonly { readonly text?: string }[];
  return first?.text ?? '';
};

const sendLogMessages: Call = async (_, { sendNotification }) => {
  for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await sendNotification({ method: 'notifications/message', params: { level: 'info', data } });
    await passing(50);
  }
  return createTextResult('Logged.');
};

const sendProgress: Call = async (_, { _meta, sendNotification }) => {
  const progressToken = _meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      const params = { progressToken, progress, total: 100 };
      await sendNotification({ method: 'notifications/progress', params });
    }
    await passing(50);
  }
  return createTextResult('Progressed.');
};

const requestSampling: Call = async ({ arguments: args }, { sendRequest }) => {
  const content = { type: 'text' as const, text: String(args?.prompt) };
  const params = { messages: [{ role: 'user' as const, content }], maxTokens: 100 };
  const answer = await sendRequest({ method: 'sampling/createMessage', params }, CreateMessageResultSchema);
  return createTextResult(`LLM response: ${textOf(answer.content)}`);
};

const elicitation: Call = async ({ name, arguments: args }, { sendRequest }) => {
  const requestedSchema = questions[name as keyof typeof questions];
  const message = typeof args?.message === 'string' ? args.message : 'Please answer';
  const params = { message, requestedSchema };
  const { action, content } = await sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema);
  return createTextResult(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
};

const calls: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(
    Object.entries(constant).map(([name, result]): [string, Call] => [
      name,
      () => Promise.resolve({ ...result, content: [...result.content] }),
    ]),
  ),
  test_tool_with_logging: sendLogMessages,
  test_tool_with_progress: sendProgress,
  test_sampling: requestSampling,
  test_elicitation: elicitation,
  test_elicitation_sep1034_defaults: elicitation,
  test_elicitation_sep1330_enums: elicitation,
};

const createRpcError = (code: number, message: string): Error => Object.assign(new Error(message), { code });

const servePromptsAndResources = (server: Server): void => {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: args } }) => {
    const found = getPrompt(name, args);
    if (found === undefined) throw createRpcError(-32602, `Unknown prompt: ${name}`);
    return found;
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const found = readResource(uri);
    if (found === undefined) throw createRpcError(-32002, 'Resource not found');
    return { contents: [found] };
  });
  server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
  server.setRequestHandler(CompleteRequestSchema, () => ({ completion: { values: [] } }));
};

/** The server for the revisions that begin with `initialize`. */
export const sdk1: NewServer = () => {
  const server = new Server(serverInfo, { capabilities: { ...capabilities, logging: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listTools(Object.keys(calls)) }));
  server.setRequestHandler(CallToolRequestSchema, (request, extra) => {
    const call = calls[request.params.name];
    if (call === undefined) throw createRpcError(-32602, `Unknown tool: ${request.params.name}`);
    return call(request.params, extra);
  });
  servePromptsAndResources(server);
  return { server };
};
