export {
  createCatalogueApp,
  createMcpApp,
  createServersApp,
  type McpApp,
  type McpAppOptions,
} from './http/app.js';
export type { BindingOptions, NewServer } from './sdk1/binding.js';
export type { Serving } from './sdk1/connection.js';
export type { McpLog } from './catalogue/call.js';
export type { PresentClient } from './catalogue/presence.js';
export type { ToolSet } from './catalogue/tools.js';
export type { Catalogue, Tool, ToolResult } from './catalogue/catalogue.js';
export type { Servers } from './servers.js';
export { servedVersions } from './versions.js';
export { findServer } from './discovery/find-server.js';
export { type McpServer, type McpServerOptions, startMcpServer } from './discovery/start-server.js';
export { openLines } from './stdio/lines.js';
export { relayLines } from './stdio/relay.js';
export { serveStdio } from './stdio/stdio.js';
