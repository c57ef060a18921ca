export {
  createCatalogueApp,
  createMcpApp,
  createServersApp,
  type McpApp,
  type McpAppOptions,
} from './app.js';
export type { BindingOptions, NewServer } from './binding.js';
export type { Serving } from './connection.js';
export type { McpLog } from './call.js';
export type { ToolSet } from './tools.js';
export type { Catalogue, Tool, ToolResult } from './catalogue.js';
export { protocolVersions } from './versions.js';
