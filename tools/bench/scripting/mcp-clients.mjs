import { Agent, request } from 'node:http';

const unwrapResult = ({ isError, content }) => {
  if (isError) throw new Error(JSON.stringify(content));
  return JSON.parse(content[0].text);
};

/** Opens a minimal client: JSON-RPC in a POST over one keep-alive connection. */
export const openPlainClient = async (url) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (body) =>
    new Promise((resolve, reject) => {
      const chunks = [];
      const sent = request(url, { method: 'POST', agent, headers }, (response) => {
        response
          .on('data', (chunk) => chunks.push(chunk))
          .once('end', () => resolve(Buffer.concat(chunks).toString()))
          .once('error', reject);
      });
      sent.once('error', reject).end(body);
    });
  const call = async (name, args) => {
    const params = { name, arguments: args };
    const text = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
    const { result, error } = JSON.parse(text);
    if (error) throw new Error(JSON.stringify(error));
    return unwrapResult(result);
  };
  return { call, close: async () => agent.destroy() };
};

/** Opens the client of the official SDK. */
export const openSdkClient = async (url) => {
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ]);
  const client = new Client({ name: 'bench', version: '0' });
  await client.connect(new StreamableHTTPClientTransport(url));
  const call = async (name, args) => unwrapResult(await client.callTool({ name, arguments: args }));
  return { call, close: () => client.close() };
};
