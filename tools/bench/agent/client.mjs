/**
 * The bytes that a model writes and reads in a session: names and arguments of calls, tools and texts, without the protocol around them.
 */
export class Meter {
  calls = 0;
  sent = 0;
  received = 0;

  /** Returns what was added since the state `before`. */
  since({ calls, sent, received }) {
    return { calls: this.calls - calls, sent: this.sent - sent, received: this.received - received };
  }

  now() {
    return { calls: this.calls, sent: this.sent, received: this.received };
  }
}

/** Returns the parts of a result that clients pass on to a model: instructions, tools, and content. */
const readByModel = ({ instructions, tools, content, contents }) =>
  [
    instructions,
    tools && JSON.stringify(tools),
    ...(content ?? contents ?? []).map(({ text }) => text),
  ].filter((one) => one !== undefined);

/**
 * Connects to the MCP server at `url` as a client of revision 2025-11-25, and counts the traffic in each direction.
 */
export const connectAgent = async (url) => {
  const meter = new Meter();
  let id = 0;
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const ask = async (method, params = {}) => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const response = await fetch(url, { method: 'POST', headers, body });
    const text = await response.text();
    const session = response.headers.get('mcp-session-id');
    if (session) headers['mcp-session-id'] = session;
    const line = text.startsWith('{')
      ? text
      : text
          .split('\n')
          .filter((one) => one.startsWith('data: {'))
          .at(-1)
          ?.slice(6);
    const { result, error } = JSON.parse(line ?? '{}');
    if (error) throw new Error(`${method}: ${error.message}`);
    meter.calls += 1;
    meter.sent += method === 'tools/list' ? 0 : Buffer.byteLength(JSON.stringify(params));
    meter.received += readByModel(result).reduce((sum, one) => sum + Buffer.byteLength(one), 0);
    return result;
  };
  const { protocolVersion } = await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  headers['mcp-protocol-version'] = protocolVersion;
  const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await fetch(url, { method: 'POST', headers, body: initialized });
  const { tools } = await ask('tools/list');
  return {
    meter,
    tools: tools.map(({ name }) => name),
    read: (uri) => ask('resources/read', { uri }),
    /** The result of a tool; throws if the tool reports an error. */
    call: async (name, args = {}) => {
      const { isError, content } = await ask('tools/call', { name, arguments: args });
      if (isError) throw new Error(`${name}: ${content[0].text}`);
      return JSON.parse(content[0].text);
    },
    /** The error of a tool call that is expected to be refused. */
    refused: async (name, args = {}) => {
      const { isError, content } = await ask('tools/call', { name, arguments: args });
      if (!isError) throw new Error(`${name} was not refused`);
      return JSON.parse(content[0].text).error;
    },
  };
};
