import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type Tool as WireTool,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

import { callTool, type McpLog, protocolError } from './call.js';
import type { Catalogue, Resources, Tool } from './catalogue.js';

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

const serveResources = (server: Server, resources: Resources): void => {
  server.setRequestHandler(ListResourcesRequestSchema, async (_request, { signal }) => ({
    resources: [...(await resources.list({ signal }))],
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...resources.templates],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const content = await resources.read(uri, { signal });
    if (content === undefined) throw protocolError(-32002, `There is no resource ${uri}`, { uri });
    return { contents: [content] };
  });
};

/** Makes the SDK's low-level servers, one an exchange, all over one catalogue. */
export const serversOf = (catalogue: Catalogue, log: McpLog): (() => Server) => {
  const tools = catalogue.tools.map(toWire);
  const { name, title, version, instructions, resources } = catalogue;
  return () => {
    const server = new Server(
      { name, title, version },
      {
        capabilities: { tools: {}, ...(resources ? { resources: {} } : {}) },
        instructions,
        jsonSchemaValidator,
      },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, requestInfo }) => {
      const revision = requestInfo?.headers['mcp-protocol-version'];
      const resourceLinks = typeof revision === 'string' && revision >= '2025-06-18';
      return callTool(catalogue, log, params, { signal, resourceLinks });
    });
    if (resources) serveResources(server, resources);
    return server;
  };
};
