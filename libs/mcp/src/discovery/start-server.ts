import { busyAnswer, keepPort, listen, listenAgain } from '@tandem/http';
import { dataFiles } from '@tandem/node';
import type { RpcServer } from '@tandem/rpc';

import type { ProductOptions } from '../catalogue/product.js';
import { createMcpApp, type McpAppOptions } from '../http/app.js';
import { codes, errorFrame } from '../messages.js';
import { findServer } from './find-server.js';
import { announce, sessionKeyOf, withdraw } from './server-files.js';

export interface McpServerOptions extends Omit<McpAppOptions, 'sessionKey'>, ProductOptions {
  /** Where the server leaves its address, its port and the key of its sessions. */
  readonly dataFolder: string;
  /** 0 for the port of last time when it is free, else for any. */
  readonly port: number;
  /** The most connections at once; default 1,024. One more is answered with 503. */
  readonly maxConnections?: number;
}

/** An MCP server that listens. */
export interface McpServer {
  /** With a slash at the end. */
  readonly url: string;
  /** Stops accepting, lets calls end for `graceMs`, default 5,000, and cancels what still runs. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** What a header can bring as a token (RFC 6750, section 2.1, and what else is visible): with any other nobody would be let in. */
const tokenShape = /^[!-~]+$/;

const busy = busyAnswer((sentence) => errorFrame(null, codes.refused, `BUSY: ${sentence}`));

/**
 * Starts the product's MCP server on a port of 127.0.0.1 and announces it in the data folder, unless another server on
 * that folder is announced and answers.
 * @throws for a token that no client could send, the socket's error, such as EADDRINUSE for a port that was asked for, or the file system's
 */
export const startMcpServer = async (rpc: RpcServer, options: McpServerOptions): Promise<McpServer> => {
  const { dataFolder, port, maxConnections, ...rest } = options;
  if (rest.token !== undefined && !tokenShape.test(rest.token)) {
    throw new Error('the token can only be visible ASCII characters, without spaces or line breaks');
  }
  const app = await createMcpApp(rpc, { ...rest, sessionKey: await sessionKeyOf(dataFolder) });
  const other = await findServer(dataFolder);
  const portFile = dataFiles(dataFolder).mcpPort;
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
    close: async (graceMs) => {
      await withdraw(dataFolder, announcement);
      app.endStreams();
      await listening.close(graceMs);
      await app.close();
    },
  };
};
