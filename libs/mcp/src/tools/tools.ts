import { type JsonSchema, toJsonSchema } from '@tandem/core/codec';
import { type AnyMethod, anyMethods, type MethodName, type RpcClient, RpcRefusal } from '@tandem/rpc';

import { createSchemaShortener, shortenDescription } from './brief-schema.js';
import type { Resource, Tool } from '../catalogue/catalogue.js';
import { limitBodyArguments, addContinuation } from './large-body.js';
import { toBodyUri } from '../resources/resources.js';
import { shapeResult, type ShapeOptions } from './shape.js';
import { shortenResultExamples } from './short-examples.js';

const ensureProperties = (schema: JsonSchema): JsonSchema => ({ properties: {}, ...schema });

interface ExecutedResult {
  readonly executionId?: unknown;
  readonly response?: {
    readonly bodyTruncated?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly size?: number;
  } | null;
}

const mediaType = /^[\w.+-]+\/[\w.+-]+/;

/** A link to the stored response body if the result shows only part of it. */
const cutBody = (shown: object, whole: object): readonly Resource[] => {
  if (!('response' in shown) || 'selected' in shown) return [];
  const { executionId, response } = whole as ExecutedResult;
  if (typeof executionId !== 'string' || response?.bodyTruncated !== true) return [];
  return [
    {
      uri: toBodyUri(executionId),
      name: executionId,
      title: 'The whole response body',
      mimeType: mediaType.exec(response.headers?.['content-type'] ?? '')?.[0] ?? 'text/plain',
      ...(response.size === undefined ? {} : { size: response.size }),
    },
  ];
};

type Brief = ReturnType<typeof createSchemaShortener>;

const toTool = (client: RpcClient, brief: Brief, method: AnyMethod): Tool => ({
  name: method.name,
  title: method.title,
  description: shortenDescription(method.description),
  inputSchema: brief(method.name, ensureProperties(toJsonSchema(method.arguments))),
  effects: method.effects,
  call: async (args, options) => {
    try {
      const value = await client.call(method.name as MethodName, limitBodyArguments(args) as never, options);
      const whole = await addContinuation(client, { ...value }, options);
      const shown = shortenResultExamples(shapeResult(whole, args as ShapeOptions), args as ShapeOptions);
      return { isError: false, value: shown, links: cutBody(shown, value) };
    } catch (error) {
      if (error instanceof RpcRefusal) return { isError: true, error: error.error };
      throw error;
    }
  },
});

/** Which tools to offer: all, or only the core tools for clients with little context. */
export type ToolSet = 'all' | 'core';

/** The methods offered as tools. Those for people only are excluded. */
export const agentMethods: readonly AnyMethod[] = anyMethods.filter(({ audience }) => audience !== 'person');

/** Creates the tools for the methods in the table. */
export const createTools = (client: RpcClient, set: ToolSet = 'all'): readonly Tool[] => {
  const brief = createSchemaShortener();
  return agentMethods
    .filter(({ toolSet }) => set === 'all' || toolSet === 'core')
    .map((method) => toTool(client, brief, method));
};
