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
      // Every operation returns an object.
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

/** The operations that agents can call as tools: all that are not for people only. */
export const agentMethods: readonly AnyMethod[] = anyMethods.filter(({ audience }) => audience !== 'person');

/** The operations that `tools/list` contains by default. The others were merged into these, and can still be called by name. */
export const listedMethods: readonly AnyMethod[] = agentMethods.filter(
  ({ successor }) => successor === undefined,
);

/** The tools to offer: all, only the core tools for clients with a small context, or those with these names. */
export type ToolSet = 'all' | 'core' | readonly string[];

/** Parses `all`, `core`, or the names of tools separated by commas. For any other text, says what is wrong. */
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

/** Maximum length of an unknown name for which similar names are searched, in UTF-16 units. */
const maxToolNameLength = 100;

const isOffered = (set: ToolSet, { name, toolSet }: AnyMethod): boolean =>
  set === 'all' || (set === 'core' ? toolSet === 'core' : set.includes(name));

/** Creates the tools for a set of operations. A tool that was merged into another one of the set is not listed. */
export const createTools = (client: RpcClient, set: ToolSet = 'all'): readonly Tool[] => {
  const toSchema = createToolSchemas(set === 'core' ? set : 'all');
  const isListed = (method: AnyMethod): boolean =>
    isOffered(set, method) && (method.successor === undefined || Array.isArray(set));
  const listed = agentMethods.filter(isListed);
  const merged = agentMethods.filter(
    (method) => !isListed(method) && listed.some(({ name }) => name === method.successor),
  );
  return [
    ...listed.map((method) => toTool(client, toSchema, method)),
    ...merged.map((method) => ({ ...toTool(client, toSchema, method), isListed: false })),
  ];
};
