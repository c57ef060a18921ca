import { toVisibleJson } from '@tandem/core';
import { randomUUID } from 'node:crypto';

import { findNearest } from '@tandem/core/codec';
import { type CallOptions, RpcDefect } from '@tandem/rpc';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

import type { Catalogue, Prompt } from './catalogue.js';
import { toResultBlocks } from '../tools/result-blocks.js';

/** Logs internal errors. A logger of pino has this shape. */
export interface McpLog {
  readonly error: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
}

/** Creates an error that the SDK sends to the client unchanged. */
export const createProtocolError = (code: number, message: string, data?: unknown): Error =>
  Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) });

/** Logs an internal error under an id. The client gets the id instead of the error. */
const logInternalError = (error: unknown, log: McpLog): Error => {
  const errorId = error instanceof RpcDefect ? error.errorId : randomUUID();
  if (!(error instanceof RpcDefect)) log.error({ err: error, errorId }, 'internal error');
  return createProtocolError(-32603, 'Internal error', { errorId });
};

/** Awaits `work`, and converts any exception to an internal error. */
export const awaitOrDefect = async <A>(log: McpLog, work: Promise<A>): Promise<A> => {
  try {
    return await work;
  } catch (error) {
    throw logInternalError(error, log);
  }
};

const toTextContent = (...blocks: readonly string[]) =>
  blocks.map((text) => ({ type: 'text' as const, text }));

/** Maximum length of an unknown tool name for which similar names are searched, in UTF-16 units. */
const maxComparedNameLength = 100;

const createUnknownToolError = ({ tools }: Catalogue, name: string) => {
  const known = tools.filter(({ isListed = true }) => isListed).map((one) => one.name);
  const [near] = findNearest(name.slice(0, maxComparedNameLength), known);
  return createProtocolError(
    -32602,
    `Unknown tool: ${name}${near === undefined ? '' : `; did you mean ${near}?`}`,
  );
};

/**
 * Answers tools/call with the value or the error of the tool. The result contains only text, because some clients show a model only the
 * text of a result, and others only its structured content if it has any.
 */
export const callTool = async (
  catalogue: Catalogue,
  log: McpLog,
  { name, arguments: args }: { readonly name: string; readonly arguments?: unknown },
  options: CallOptions,
): Promise<CallToolResult> => {
  const tool = catalogue.tools.find((one) => one.name === name);
  if (tool === undefined) throw createUnknownToolError(catalogue, name);
  const result = await awaitOrDefect(log, tool.call(args ?? {}, options));
  return result.isError
    ? { isError: true, content: toTextContent(toVisibleJson({ error: result.error })) }
    : { content: toTextContent(...toResultBlocks(name, result.value)) };
};

/** Answers prompts/get with the prompt's text as a user message. */
export const getPrompt = async (
  prompts: readonly Prompt[],
  log: McpLog,
  {
    name,
    arguments: args = {},
  }: { readonly name: string; readonly arguments?: Record<string, string> | undefined },
  options: CallOptions,
) => {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) throw createProtocolError(-32602, `Unknown prompt: ${name}`);
  const missing = prompt.arguments.find((one) => one.required && !Object.hasOwn(args, one.name));
  if (missing) throw createProtocolError(-32602, `The prompt ${name} takes the argument ${missing.name}`);
  const why = prompt.refuse && (await awaitOrDefect(log, prompt.refuse(args, options)));
  if (why !== undefined) throw createProtocolError(-32602, why);
  const content = { type: 'text' as const, text: prompt.text(args) };
  return { description: prompt.description, messages: [{ role: 'user' as const, content }] };
};

/** Lists the prompts in the format of `prompts/list`. */
export const listPrompts = (prompts: readonly Prompt[]) => ({
  prompts: prompts.map(({ text: _text, refuse: _refuse, arguments: args, ...prompt }) => ({
    ...prompt,
    arguments: [...args],
  })),
});
