import { clientInfo, driveSdk1 } from './sdk-client.mjs';

/** The official SDK. `from` is the package with the version to test. */
export const connect = async ({ url, from }) => {
  const { Client } = await import(`${from}/client/index.js`);
  const { StreamableHTTPClientTransport } = await import(`${from}/client/streamableHttp.js`);
  const client = new Client(clientInfo, { capabilities: {} });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return driveSdk1(client);
};
