import { createBusyResponse, keepPort, listen, listenAgain } from '@tandem/node/http';
import { getDataFilePaths } from '@tandem/node';
import type { RpcServer } from '@tandem/rpc';

import type { ProductOptions } from '../catalogue/product.js';
import type { PresentClient } from '../catalogue/presence.js';
import { createMcpApp } from '../http/app.js';
import type { McpAppOptions } from '../http/options.js';
import { codes, createErrorFrame } from '../messages.js';
import { findServer } from './find-server.js';
import { announce, loadSessionKey, withdrawAnnouncement } from './server-files.js';

/** The options for starting an MCP server. */
export interface McpServerOptions extends Omit<McpAppOptions, 'sessionKey'>, ProductOptions {
  /** The folder for the server's announcement, its last port and its session key. */
  readonly dataFolder: string;
  /** The port to listen on. 0 means the last port if it is free, otherwise any port. */
  readonly port: number;
  /** Maximum number of connections, by default 1,024. Requests on further connections get a 503. */
  readonly maxConnections?: number;
}

/** A listening MCP server. */
export interface McpServer {
  /** The URL ends with a slash. */
  readonly url: string;
  /** The clients that have used the server, most recent first. */
  readonly clients: () => readonly PresentClient[];
  /** Stops accepting requests and waits for running calls, by default up to 5,000 ms. Then cancels those that remain. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Matches a bearer token that clients can send (RFC 6750, section 2.1, and other visible ASCII characters). */
const tokenShape = /^[!-~]+$/;

const busy = createBusyResponse((sentence) => createErrorFrame(null, codes.refused, `BUSY: ${sentence}`));

/**
 * Starts the MCP server of Tandem on 127.0.0.1. Announces it in the data folder, unless another server is already running for that folder.
 * @throws if the token contains characters that clients cannot send, or with the error of the socket (such as EADDRINUSE) or the file
 * system
 */
export const startMcpServer = async (rpc: RpcServer, options: McpServerOptions): Promise<McpServer> => {
  const { dataFolder, port, maxConnections, ...rest } = options;
  if (rest.token !== undefined && !tokenShape.test(rest.token)) {
    throw new Error('the token may contain only visible ASCII characters, without spaces or line breaks');
  }
  const app = await createMcpApp(rpc, { ...rest, sessionKey: await loadSessionKey(dataFolder) });
  const other = await findServer(dataFolder);
  const portFile = getDataFilePaths(dataFolder).mcpPort;
  const limits = { busy, ...(maxConnections === undefined ? {} : { maxConnections }) };
  const listening =
    port === 0
      ? await listenAgain(app.callback(), portFile, limits)
      : await listen(app.callback(), { ...limits, port });
  const url = `${listening.url}/`;
  const announcement = { url, pid: process.pid, startedAt: new Date().toISOString() };
  if (other === undefined) {
    await keepPort(portFile, listening.port);
    await announce(dataFolder, announcement);
  }
  return {
    url,
    clients: app.clients,
    close: async (graceMs) => {
      await withdrawAnnouncement(dataFolder, announcement);
      app.endStreams();
      await listening.close(graceMs);
      await app.close();
    },
  };
};
