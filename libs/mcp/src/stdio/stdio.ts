import type { RpcServer } from '@tandem/rpc';

import type { McpLog } from '../catalogue/call.js';
import { resourceChangesOf } from '../resources/resource-changes.js';
import { productOf, type ProductOptions } from '../catalogue/product.js';
import { serversFor } from '../servers.js';
import { type Lines, openLines } from './lines.js';
import { serveLines } from './serve.js';

/** Serves Tandem to the client on stdin and stdout until it ends. */
export const serveStdio = (
  rpc: RpcServer,
  options: ProductOptions & { readonly log: McpLog },
  lines: Lines = openLines(),
): Promise<void> =>
  serveLines(serversFor(productOf(rpc, options), options.log), resourceChangesOf(rpc), lines);
