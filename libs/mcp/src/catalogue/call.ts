import { toVisibleJson } from '@tandem/core';
import { randomUUID } from 'node:crypto';

import { findNearest } from '@tandem/core/codec';
import { type CallOptions, RpcDefect } from '@tandem/rpc';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

import type { Catalogue, Prompt, Resource } from './catalogue.js';
import { formatResult } from '../tools/result-text.js';
import { markUntrusted, findUntrustedPaths } from '../tools/untrusted.js';

/** Logs internal errors. A pino logger fits. */
export interface McpLog {
  readonly error: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
}

/** An error that the SDK sends to the client unchanged. */
export const createProtocolError = (code: number, message: string, data?: unknown): Error =>
  Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) });

/** Logs an internal error under an id; the client receives only that id. */
const logDefect = (error: unknown, log: McpLog): Error => {
  const errorId = error instanceof RpcDefect ? error.errorId : randomUUID();
  if (!(error instanceof RpcDefect)) log.error({ err: error, errorId }, 'internal error');
  return createProtocolError(-32603, 'Internal error', { errorId });
};

/** Awaits `work` and converts anything it throws into an internal error. */
export const awaitOrDefect = async <A>(log: McpLog, work: Promise<A>): Promise<A> => {
  try {
    return await work;
  } catch (error) {
    throw logDefect(error, log);
  }
};

const toTextContent = (words: string) => [{ type: 'text' as const, text: words }];

export interface ToolCallOptions extends CallOptions {
  /** Whether the client reads structured content and resource links, which the protocol supports since 2025-06-18. */
  readonly isStructured?: boolean;
}

/** Maximum length of an unknown name that is compared with tool names, in UTF-16 units. */
const maxComparedNameLength = 100;

const toLinkContent = (
  { links = [] }: { readonly links?: readonly Resource[] },
  { isStructured = false }: ToolCallOptions,
) => (isStructured ? links.map((link) => ({ type: 'resource_link' as const, ...link })) : []);

const createUnknownToolError = ({ tools }: Catalogue, name: string) => {
  const known = tools.filter(({ isListed = true }) => isListed).map((one) => one.name);
  const [near] = findNearest(name.slice(0, maxComparedNameLength), known);
  return createProtocolError(
    -32602,
    `Unknown tool: ${name}${near === undefined ? '' : `; did you mean ${near}?`}`,
  );
};

/**
 * A result for a client: structured content with readable text, or JSON as text for a client that may not support
 * structured content.
 */
const toToolContent = (
  tool: string,
  value: Readonly<Record<string, unknown>>,
  { isStructured }: ToolCallOptions,
) => {
  const untrusted = findUntrustedPaths(tool, value);
  return isStructured
    ? {
        content: toTextContent(formatResult(value, untrusted)),
        structuredContent: markUntrusted(value, untrusted),
      }
    : {
        content: toTextContent(toVisibleJson(value)),
        structuredContent: untrusted.length === 0 ? { ...value } : { ...value, untrusted },
      };
};

/** Answers tools/call with the tool's value or its error. */
export const callTool = async (
  catalogue: Catalogue,
  log: McpLog,
  { name, arguments: args }: { readonly name: string; readonly arguments?: unknown },
  options: ToolCallOptions,
): Promise<CallToolResult> => {
  const tool = catalogue.tools.find((one) => one.name === name);
  if (tool === undefined) throw createUnknownToolError(catalogue, name);
  const result = await awaitOrDefect(log, tool.call(args ?? {}, options));
  if (result.isError)
    return { isError: true, content: toTextContent(toVisibleJson({ error: result.error })) };
  const { content, structuredContent } = toToolContent(name, result.value, options);
  return { content: [...content, ...toLinkContent(result, options)], structuredContent };
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

/** The prompts in the format of `prompts/list`. */
export const listPrompts = (prompts: readonly Prompt[]) => ({
  prompts: prompts.map(({ text: _text, refuse: _refuse, arguments: args, ...prompt }) => ({
    ...prompt,
    arguments: [...args],
  })),
});
