export { createCatalogueApp, createMcpApp, type McpAppOptions, protocolVersions } from './app.js';
export type { McpLog } from './call.js';
export type { ToolSet } from './tools.js';
export type { Catalogue, Tool, ToolResult } from './catalogue.js';
