import type { GuardOptions } from '@tandem/node/http';

import type { McpLog } from '../catalogue/call.js';
import type { ResourceChanges } from '../resources/resource-changes.js';
import type { BindingOptions } from '../sdk1/binding.js';

// These types are public, so this module must not import Koa: the types of Koa and content-disposition do not go together.

export interface McpGuardOptions extends GuardOptions {
  readonly log: McpLog;
  /** The bearer token that every request must send. If omitted, anyone on this machine may call. */
  readonly token?: string;
}

/** The options of the MCP application. */
export interface McpAppOptions extends McpGuardOptions, BindingOptions {
  /** The changes about which clients are notified. Without them, none are. */
  readonly changes?: ResourceChanges;
  /** Maximum total size of the request bodies that are being received, by default 256 MiB. Further requests get a 503. */
  readonly maxBodiesInFlight?: number;
}

/** The server's report about itself at `GET /`. */
export interface About {
  readonly name: string;
  readonly version: string;
  /** The number of tools that the server offers. */
  readonly tools: number;
}
