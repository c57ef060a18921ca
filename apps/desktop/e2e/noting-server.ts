import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that notes what arrives. */
export interface NotingServer {
  readonly url: string;
  /** The method and path of each request that arrived since the last look. */
  readonly take: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts a server on a port of its own that answers as it is told. */
export const openNotingServer = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<NotingServer> => {
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => arrived.splice(0),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
