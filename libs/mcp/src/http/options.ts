import type { GuardOptions } from '@tandem/node/http';

import type { McpLog } from '../catalogue/call.js';
import type { ResourceChanges } from '../resources/resource-changes.js';
import type { BindingOptions } from '../sdk1/binding.js';

// These types are public, so this module imports nothing from Koa, whose types clash with those of
// content-disposition.

export interface McpGuardOptions extends GuardOptions {
  readonly log: McpLog;
  /** The bearer token that every request must send. If omitted, anyone on this machine may call. */
  readonly token?: string;
}

/** The options of an MCP application. */
export interface McpAppOptions extends McpGuardOptions, BindingOptions {
  /** The source of the changes that clients are notified of. */
  readonly changes?: ResourceChanges;
  /** Maximum total size of request bodies in flight, 256 MiB by default. Further requests get a 503. */
  readonly maxBodiesInFlight?: number;
}

/** What the server reports about itself at `GET /`. */
export interface About {
  readonly name: string;
  readonly version: string;
  /** The number of tools. */
  readonly tools: number;
}
