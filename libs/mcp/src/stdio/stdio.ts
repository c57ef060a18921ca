import type { RpcServer } from '@tandem/rpc';

import type { McpLog } from '../catalogue/call.js';
import { createResourceChanges } from '../resources/resource-changes.js';
import { createProduct, type ProductOptions } from '../catalogue/product.js';
import { createServers } from '../servers.js';
import { type Lines, openLines } from './lines.js';
import { serveLines } from './serve.js';

/** Serves Tandem to the client on stdin and stdout until it ends. */
export const serveStdio = (
  rpc: RpcServer,
  options: ProductOptions & { readonly log: McpLog },
  lines: Lines = openLines(),
): Promise<void> =>
  serveLines(createServers(createProduct(rpc, options), options.log), createResourceChanges(rpc), lines);
