import { type JsonSchema, toJsonSchema } from '@tandem/core/codec';
import { type AnyMethod, anyMethods, type MethodName, type RpcClient, RpcRefusal } from '@tandem/rpc';

import type { Tool } from './catalogue.js';

const withProperties = (schema: JsonSchema): JsonSchema => ({ properties: {}, ...schema });

const toTool = (client: RpcClient, method: AnyMethod): Tool => ({
  name: method.name,
  title: method.title,
  description: method.description,
  inputSchema: withProperties(toJsonSchema(method.params)),
  outputSchema: toJsonSchema(method.result),
  effects: method.effects,
  call: async (args, options) => {
    try {
      const value = await client.call(method.name as MethodName, args as never, options);
      return { isError: false, value };
    } catch (error) {
      if (error instanceof RpcRefusal) return { isError: true, error: error.error };
      throw error;
    }
  },
});

/** The method table as tools: one description for every surface. */
export const toolsOf = (client: RpcClient): readonly Tool[] =>
  anyMethods.filter(({ audience }) => audience !== 'person').map((method) => toTool(client, method));
