import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

import { listen } from '@tandem/node/http';

/** An answer of the model: a tool call, or text. */
type Answer =
  | { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly text: string };

/** The message of a library to the model, in a common form for all vendors. */
interface Question {
  /** The last message of the user; undefined if a tool result follows it. */
  readonly prompt?: string;
  /** The result of a tool, as the model reads it. */
  readonly result?: unknown;
  readonly tools: readonly string[];
}

/** The format of a vendor's API, reduced to the parts that the tested clients use. */
interface Api {
  readonly path: RegExp;
  readonly read: (body: unknown) => Question;
  readonly write: (answer: Answer) => object;
}

let count = 0;
/** Creates unique ids, because libraries treat two messages with the same id as one. */
const createId = (kind: string): string => `${kind}_${String(++count)}`;

interface ChatBody {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

const toText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : (content as readonly { readonly text?: string }[]).map(({ text = '' }) => text).join('\n');

/** The chat completions of OpenAI, which many vendors offer. */
const chat: Api = {
  path: /\/chat\/completions$/,
  read: (body) => {
    const { messages, tools = [] } = body as ChatBody;
    const last = messages.at(-1);
    const names = tools.map((one) => one.function.name);
    if (last?.role === 'tool') return { result: toText(last.content), tools: names };
    return { prompt: toText(last?.content ?? ''), tools: names };
  },
  write: (answer) => ({
    id: createId('chat'),
    object: 'chat.completion',
    created: 1,
    model: 'stub',
    choices: [
      {
        index: 0,
        finish_reason: 'text' in answer ? 'stop' : 'tool_calls',
        message:
          'text' in answer
            ? { role: 'assistant', content: answer.text }
            : {
                role: 'assistant',
                content: null,
                tool_calls: [
                  {
                    id: createId('call'),
                    type: 'function',
                    function: { name: answer.tool, arguments: JSON.stringify(answer.arguments) },
                  },
                ],
              },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
};

interface ResponsesBody {
  readonly input: readonly {
    readonly type?: string;
    readonly content?: unknown;
    readonly output?: unknown;
  }[];
  readonly tools?: readonly { readonly name: string }[];
}

/** The Responses API of OpenAI. */
const responses: Api = {
  path: /\/responses$/,
  read: (body) => {
    const { input, tools = [] } = body as ResponsesBody;
    const last = input.at(-1);
    const names = tools.map(({ name }) => name);
    if (last?.type === 'function_call_output') return { result: toText(last.output), tools: names };
    return { prompt: toText(last?.content ?? ''), tools: names };
  },
  write: (answer) => ({
    id: createId('resp'),
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'stub',
    output: [
      'text' in answer
        ? {
            id: createId('msg'),
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: answer.text, annotations: [] }],
          }
        : {
            id: createId('fc'),
            type: 'function_call',
            call_id: createId('call'),
            name: answer.tool,
            arguments: JSON.stringify(answer.arguments),
            status: 'completed',
          },
    ],
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  }),
};

interface MessagesBody {
  readonly messages: readonly { readonly content: unknown }[];
  readonly tools?: readonly { readonly name: string }[];
}

/** The Messages API of Anthropic. */
const messages: Api = {
  path: /\/messages$/,
  read: (body) => {
    const { messages: sent, tools = [] } = body as MessagesBody;
    const content = sent.at(-1)?.content ?? '';
    const names = tools.map(({ name }) => name);
    const blocks = typeof content === 'string' ? [] : (content as readonly { readonly type: string }[]);
    const result = blocks.find(({ type }) => type === 'tool_result') as { content?: unknown } | undefined;
    return result
      ? { result: toText(result.content ?? ''), tools: names }
      : { prompt: toText(content), tools: names };
  },
  write: (answer) => ({
    id: createId('msg'),
    type: 'message',
    role: 'assistant',
    model: 'stub',
    stop_reason: 'text' in answer ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    content: [
      'text' in answer
        ? { type: 'text', text: answer.text }
        : { type: 'tool_use', id: createId('call'), name: answer.tool, input: answer.arguments },
    ],
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
};

interface GenerateBody {
  readonly contents: readonly {
    readonly parts: readonly {
      readonly text?: string;
      readonly functionResponse?: {
        readonly response: { readonly content?: unknown; readonly error?: unknown };
      };
    }[];
  }[];
  readonly tools?: readonly { readonly functionDeclarations: readonly { readonly name: string }[] }[];
}

/** The `generateContent` of Gemini. */
const gemini: Api = {
  path: /:generateContent$/,
  read: (body) => {
    const { contents, tools = [] } = body as GenerateBody;
    const part = contents.at(-1)?.parts[0];
    const names = tools.flatMap((one) => one.functionDeclarations.map(({ name }) => name));
    const { response } = part?.functionResponse ?? {};
    if (response === undefined) return { prompt: part?.text ?? '', tools: names };
    const { content } = (response.error ?? response) as { readonly content?: unknown };
    return { result: toText(content ?? ''), tools: names };
  },
  write: (answer) => ({
    candidates: [
      {
        index: 0,
        finishReason: 'STOP',
        content: {
          role: 'model',
          parts: [
            'text' in answer
              ? { text: answer.text }
              : { functionCall: { name: answer.tool, args: answer.arguments } },
          ],
        },
      },
    ],
  }),
};

const apis: readonly Api[] = [chat, responses, messages, gemini];

/**
 * Answers a prompt, which is JSON: the call to make, or `{"list": true}`. The text of the last answer is the result of a tool, or the
 * names of the tools.
 */
const answerQuestion = ({ prompt = '', result, tools }: Question): Answer => {
  if (result !== undefined) return { text: JSON.stringify({ result }) };
  const asked = JSON.parse(prompt) as { readonly list?: true } & Extract<Answer, { readonly tool: string }>;
  return asked.list ? { text: JSON.stringify({ tools }) } : asked;
};

const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = new URL(request.url ?? '', 'http://localhost').pathname;
  const api = apis.find((one) => one.path.test(path));
  response.setHeader('Content-Type', 'application/json');
  if (api === undefined) {
    response.writeHead(404).end(JSON.stringify({ error: { message: `no such API: ${path}` } }));
    return;
  }
  try {
    const question = api.read(await json(request));
    response.end(JSON.stringify(api.write(answerQuestion(question))));
  } catch (error) {
    response.writeHead(400).end(JSON.stringify({ error: { message: String(error) } }));
  }
};

/**
 * Starts a model that follows its prompts, with the APIs of OpenAI, Anthropic and Google. It exercises a library's complete path: tools in the
 * vendor's format, a call by the model, and the result as the model gets it.
 */
export const startModel = () => listen(handle);
