import { EventSource } from 'eventsource';

import { clientInfo, driveSdk1 } from './sdk-client.mjs';

/**
 * The official SDK over the HTTP transport of 2024-11-05, the only HTTP transport of SDK version 1.0. It needs the browser's
 * `EventSource`.
 */
export const connect = async ({ url, from }) => {
  globalThis.EventSource = EventSource;
  const { Client } = await import(`${from}/client/index.js`);
  const { SSEClientTransport } = await import(`${from}/client/sse.js`);
  const client = new Client(clientInfo, { capabilities: {} });
  await client.connect(new SSEClientTransport(new URL('/sse', url)));
  return driveSdk1(client);
};
