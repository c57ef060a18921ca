import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that records the requests it receives. */
export interface RecordingServer {
  readonly url: string;
  /** The method and path of each request received since the last call. */
  readonly take: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts a server on its own port, which responds as configured. */
export const openRecordingServer = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<RecordingServer> => {
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
