import {
  CLIENT_INFO_META_KEY,
  type McpServerFactory,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type Tool as WireTool,
} from '@modelcontextprotocol/server';

import type { McpLog } from '../catalogue/call.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { ClientInfo } from '../catalogue/presence.js';
import { createHandlers, type McpRequest } from '../catalogue/handlers.js';

/** The metadata of a request with the name of the client, which the SDK's type lacks. */
type Envelope = Readonly<Record<string, ClientInfo>> | undefined;

const getRequest = ({ mcpReq: { signal, _meta, notify, envelope } }: ServerContext): McpRequest => ({
  signal,
  client: (envelope as Envelope)?.[CLIENT_INFO_META_KEY],
  progressToken: _meta?.progressToken,
  notifyProgress: (params) => notify({ method: 'notifications/progress', params }),
});

const createNotFoundError = (uri: string): Error => new ResourceNotFoundError(uri);

/** Creates the factory of servers for a catalogue with the low-level API of `@modelcontextprotocol/server`. Each request gets one. */
export const createSdk2Servers = (catalogue: Catalogue, log: McpLog): McpServerFactory => {
  const { implementation, options, tools, prompts, resources } = createHandlers(
    catalogue,
    log,
    createNotFoundError,
  );
  return () => {
    const server = new Server(implementation, options);
    server.setRequestHandler('tools/list', (_request, context) => ({
      tools: tools.list(getRequest(context).client).tools as WireTool[],
    }));
    server.setRequestHandler('tools/call', ({ params }, context) => tools.call(params, getRequest(context)));
    if (prompts) {
      server.setRequestHandler('prompts/list', prompts.list);
      server.setRequestHandler('prompts/get', ({ params }, context) =>
        prompts.get(params, getRequest(context)),
      );
    }
    if (resources) {
      server.setRequestHandler('resources/list', (_request, context) => resources.list(getRequest(context)));
      server.setRequestHandler('resources/templates/list', resources.listTemplates);
      server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
        resources.read(uri, getRequest(context)),
      );
    }
    return server;
  };
};
