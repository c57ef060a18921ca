import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type Tool as WireTool,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

import { callTool, type McpLog } from './call.js';
import type { Catalogue, Tool } from './catalogue.js';

/** One for all: making one costs more than answering a request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** A tool as `tools/list` says it. */
export const toWire = ({ name, title, description, inputSchema, outputSchema, effects }: Tool): WireTool => ({
  name,
  title,
  description,
  inputSchema: inputSchema as WireTool['inputSchema'],
  ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as WireTool['outputSchema'] }),
  annotations: {
    readOnlyHint: effects.readOnly,
    destructiveHint: effects.destructive,
    idempotentHint: effects.idempotent,
    openWorldHint: effects.openWorld,
  },
});

/** Makes the SDK's low-level servers, one an exchange, all over one catalogue. */
export const serversOf = (catalogue: Catalogue, log: McpLog): (() => Server) => {
  const tools = catalogue.tools.map(toWire);
  const { name, title, version, instructions } = catalogue;
  return () => {
    const server = new Server(
      { name, title, version },
      { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
      callTool(catalogue, log, params, { signal }),
    );
    return server;
  };
};
