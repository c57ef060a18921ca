import { findNearest, readSentArguments, toJsonSchema } from '@tandem/core/codec';
import { type AnyMethod, anyMethods, type RpcClient, RpcRefusal } from '@tandem/rpc';

import { createToolSchemas, shortenDescription } from './agent-schema.js';
import type { Tool } from '../catalogue/catalogue.js';
import { limitBodyArguments, addContinuation } from './large-body.js';
import { shapeResult, type ShapeOptions } from './shape.js';
import { shortenResultExamples } from './short-examples.js';

type Value = Readonly<Record<string, unknown>>;

type ToolSchemas = ReturnType<typeof createToolSchemas>;

const toTool = (client: RpcClient, toSchema: ToolSchemas, method: AnyMethod): Tool => ({
  name: method.name,
  title: method.title,
  description: shortenDescription(method.description),
  inputSchema: toSchema(method.name, toJsonSchema(method.arguments)),
  effects: method.effects,
  call: async (sent, options) => {
    const args = readSentArguments(method.arguments, sent);
    try {
      // Every result is a struct.
      const value = (await client.callByName(method.name, limitBodyArguments(args), options)) as Value;
      const whole = await addContinuation(client, value, options);
      const shown = shortenResultExamples(shapeResult(whole, args as ShapeOptions), args as ShapeOptions);
      return { isError: false, value: shown };
    } catch (error) {
      if (error instanceof RpcRefusal) return { isError: true, error: error.error };
      throw error;
    }
  },
});

/** The operations offered as tools: all except those for people only. */
export const agentMethods: readonly AnyMethod[] = anyMethods.filter(({ audience }) => audience !== 'person');

/** The operations that `tools/list` shows by default. The others can be called by the names that they had before a merge. */
export const listedMethods: readonly AnyMethod[] = agentMethods.filter(
  ({ mergedInto }) => mergedInto === undefined,
);

/** Which tools to offer: all, only the core tools for clients with little context, or the named ones. */
export type ToolSet = 'all' | 'core' | readonly string[];

/** Parses `all`, `core`, or a list of tool names separated by commas. Returns what is wrong with any other text. */
export const parseToolSet = (text: string): ToolSet | { readonly problem: string } => {
  const names = text.split(',').map((name) => name.trim());
  if (names.length === 1 && (names[0] === 'all' || names[0] === 'core')) return names[0];
  const known = agentMethods.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return [...new Set(names)];
  const [near] = findNearest(unknown.slice(0, maxToolNameLength), ['all', 'core', ...known]);
  const advice = near === undefined ? '' : `; did you mean ${near}?`;
  return {
    problem: `It takes all, core, or names of tools such as rest_list,rest_execute, not ${unknown}${advice}`,
  };
};

/** Maximum length of an unknown name that is compared with known ones, in UTF-16 units. */
const maxToolNameLength = 100;

const isOffered = (set: ToolSet, { name, toolSet }: AnyMethod): boolean =>
  set === 'all' || (set === 'core' ? toolSet === 'core' : set.includes(name));

/** Creates the tools for the operations. An operation that was merged into an offered one is not listed. */
export const createTools = (client: RpcClient, set: ToolSet = 'all'): readonly Tool[] => {
  const toSchema = createToolSchemas(set === 'core' ? set : 'all');
  const isListed = (method: AnyMethod): boolean =>
    isOffered(set, method) && (method.mergedInto === undefined || Array.isArray(set));
  const listed = agentMethods.filter(isListed);
  const merged = agentMethods.filter(
    (method) => !isListed(method) && listed.some(({ name }) => name === method.mergedInto),
  );
  return [
    ...listed.map((method) => toTool(client, toSchema, method)),
    ...merged.map((method) => ({ ...toTool(client, toSchema, method), isListed: false })),
  ];
};
