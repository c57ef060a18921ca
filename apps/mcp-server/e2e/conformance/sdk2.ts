import { randomBytes } from 'node:crypto';
import { setTimeout as passing } from 'node:timers/promises';

import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type GetPromptResult,
  InMemoryServerEventBus,
  type InputRequests,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServerFactory,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

import {
  serverInfo,
  capabilities,
  constant,
  listTools,
  getPrompt,
  prompts,
  readResource,
  resources,
  resourceTemplates,
  createTextResult,
} from './content.js';

/** The bus on which tools publish their changes. */
export const bus = new InMemoryServerEventBus();

const state = createRequestStateCodec<string>({ key: randomBytes(32) });

type ToolOutcome = CallToolResult | InputRequiredResult;
type Call = (context: ServerContext) => ToolOutcome | Promise<ToolOutcome>;

const elicit = (message: string, field: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: type === 'string' ? { type } : { type } },
      required: [field],
    },
  });
const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });

const isAnswered = ({ mcpReq: { inputResponses } }: ServerContext, key: string): boolean =>
  inputResponse(inputResponses, key).kind !== 'missing';

/** Creates a tool that asks its questions until all of them are answered. */
const askUntilAnswered =
  (inputRequests: InputRequests, then: Call): Call =>
  (context) =>
    Object.keys(inputRequests).every((key) => isAnswered(context, key))
      ? then(context)
      : inputRequired({ inputRequests });

const requireInputWithState = async (
  context: ServerContext,
  word: string,
  inputRequests: InputRequests,
): Promise<InputRequiredResult> =>
  inputRequired({ inputRequests, requestState: await state.mint(word, context) });

/** Creates a tool that asks once. The client must return the state unchanged. */
const askOnce =
  (inputRequests: InputRequests): Call =>
  (context) =>
    context.mcpReq.requestState<string>() === 'asked'
      ? createTextResult('state-ok')
      : requireInputWithState(context, 'asked', inputRequests);

const multiRound: Call = (context) => {
  const round = context.mcpReq.requestState<string>();
  if (round === 'second' && isAnswered(context, 'step2')) return createTextResult('Both steps done.');
  return round === 'first' && isAnswered(context, 'step1')
    ? requireInputWithState(context, 'second', {
        step2: elicit('Step 2: What is your favorite color?', 'color'),
      })
    : requireInputWithState(context, 'first', { step1: elicit('Step 1: What is your name?', 'name') });
};

const reportClientCapabilities: Call = ({ mcpReq: { envelope, inputResponses } }) => {
  const can =
    (envelope as Record<string, Record<string, unknown> | undefined> | undefined)?.[
      CLIENT_CAPABILITIES_META_KEY
    ] ?? {};
  if (inputResponses !== undefined) return createTextResult('Answered.');
  return inputRequired({
    inputRequests: {
      ...(can.sampling ? { question: sample('What is the capital of France?', 100) } : {}),
      ...(can.elicitation ? { user_name: elicit('What is your name?', 'name') } : {}),
      ...(can.roots ? { client_roots: inputRequired.listRoots() } : {}),
    },
  });
};

const sendProgress: Call = async ({ mcpReq: { _meta, notify } }) => {
  const progressToken = _meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      await notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    }
    await passing(50);
  }
  return createTextResult('Progressed.');
};

const publishChange =
  (kind: 'tools_list_changed' | 'prompts_list_changed'): Call =>
  () => {
    bus.publish({ kind });
    return createTextResult('Changed.');
  };

const nameQuestion = { user_name: elicit('What is your name?', 'name') };

const calls: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(
    Object.entries(constant).map(([tool, result]): [string, Call] => [
      tool,
      () => ({ ...result, content: [...result.content] }),
    ]),
  ),
  test_tool_with_progress: sendProgress,
  test_missing_capability: () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_streaming_elicitation: () => createTextResult('Answered.'),
  test_logging_tool: async ({ mcpReq: { log } }) => {
    await log('info', 'Logged when asked for');
    return createTextResult('Logged.');
  },
  test_trigger_tool_change: publishChange('tools_list_changed'),
  test_trigger_prompt_change: publishChange('prompts_list_changed'),
  test_input_required_result_elicitation: ({ mcpReq: { inputResponses } }) => {
    const accepted = acceptedContent<{ name?: unknown }>(inputResponses, 'user_name');
    return typeof accepted?.name === 'string'
      ? createTextResult(`Hello, ${accepted.name}!`)
      : inputRequired({ inputRequests: nameQuestion });
  },
  test_input_required_result_sampling: askUntilAnswered(
    { capital_question: sample('What is the capital of France?', 100) },
    ({ mcpReq: { inputResponses } }) => createTextResult(JSON.stringify(inputResponses?.capital_question)),
  ),
  test_input_required_result_list_roots: askUntilAnswered(
    { client_roots: inputRequired.listRoots() },
    ({ mcpReq: { inputResponses } }) => createTextResult(JSON.stringify(inputResponses?.client_roots)),
  ),
  test_input_required_result_request_state: askOnce({
    confirm: elicit('Please confirm', 'ok', 'boolean'),
  }),
  test_input_required_result_tampered_state: askOnce({
    confirm: elicit('Please confirm', 'ok', 'boolean'),
  }),
  test_input_required_result_multiple_inputs: askOnce({
    ...nameQuestion,
    greeting: sample('Generate a greeting', 50),
    client_roots: inputRequired.listRoots(),
  }),
  test_input_required_result_multi_round: multiRound,
  test_input_required_result_capabilities: reportClientCapabilities,
};

const askingPrompt = 'test_input_required_result_prompt';

const servePromptsAndResources = (server: Server): void => {
  server.setRequestHandler('prompts/list', () => ({
    prompts: [...prompts, { name: askingPrompt, description: 'Asks first' }],
  }));
  server.setRequestHandler('prompts/get', ({ params }, context): GetPromptResult | InputRequiredResult => {
    if (params.name === askingPrompt) {
      const inputRequests = { user_context: elicit('What context should the prompt use?', 'context') };
      if (!isAnswered(context, 'user_context')) return inputRequired({ inputRequests });
    }
    const found = getPrompt(
      params.name === askingPrompt ? 'test_simple_prompt' : params.name,
      params.arguments,
    );
    if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt');
    return found;
  });
  server.setRequestHandler('resources/list', () => ({ resources }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const found = readResource(uri);
    if (found === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [found] };
  });
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }));
};

/** The server for 2026-07-28. */
export const sdk2: McpServerFactory = () => {
  const server = new Server(serverInfo, {
    capabilities: { ...capabilities, logging: {} },
    requestState: { verify: (minted, context) => state.verify(minted, context) },
  });
  server.setRequestHandler('tools/list', () => ({ tools: listTools(Object.keys(calls)) }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const call = calls[params.name];
    if (call === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool');
    return call(context);
  });
  servePromptsAndResources(server);
  return server;
};
