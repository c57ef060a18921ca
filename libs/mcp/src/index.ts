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
export type { Servers } from './servers.js';
export { servedVersions } from './versions.js';
export { findServer } from './standing/find-server.js';
export { type McpServer, type McpServerOptions, startMcpServer } from './standing/start-server.js';
export { openLines } from './stdio/lines.js';
export { relayLines } from './stdio/relay.js';
export { serveStdio } from './stdio/stdio.js';
