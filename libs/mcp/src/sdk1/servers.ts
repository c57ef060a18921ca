import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type ProgressToken,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SubscribeRequestSchema,
  type Tool as WireTool,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { OnProgress } from '@tandem/rpc';

import { announcer } from '../catalogue/announce.js';
import type { NewServer } from './binding.js';
import { callTool, getPrompt, listPrompts, type McpLog, orDefect, protocolError } from '../catalogue/call.js';
import type { Catalogue, Prompt, Resources } from '../catalogue/catalogue.js';
import { clientName } from '../catalogue/client-name.js';
import { codes } from '../messages.js';
import { reportProgress } from '../catalogue/progress.js';
import { toWire } from '../catalogue/wire-tool.js';

/** One for all: making one costs more than answering a request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Who is to be told has left since; the SDK throws then. */
const gone = (): void => undefined;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Serves tools to a client; what is returned is to be told the revision that it speaks. */
const serveTools = (
  server: Server,
  catalogue: Catalogue,
  log: McpLog,
  tools: WireTool[],
): ((version: string) => void) => {
  let spoken = '';
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(
    CallToolRequestSchema,
    ({ params }, { signal, requestInfo, _meta, sendNotification }) => {
      const said = requestInfo?.headers['mcp-protocol-version'] ?? spoken;
      const resourceLinks = typeof said === 'string' && said >= '2025-06-18';
      const tell =
        (progressToken: ProgressToken): OnProgress =>
        (progress, total, message) => {
          sendNotification({
            method: 'notifications/progress',
            params: { progressToken, progress, total, message },
          }).catch(gone);
        };
      return reportProgress(_meta?.progressToken, tell, (onProgress) =>
        callTool(catalogue, log, params, {
          signal,
          resourceLinks,
          ...onProgress,
          ...clientName(server.getClientVersion()),
        }),
      );
    },
  );
  return (version) => {
    spoken = version;
  };
};

const serveResources = (server: Server, resources: Resources, log: McpLog): void => {
  const list = async ({ signal }: Extra) => ({ resources: [...(await resources.list({ signal }))] });
  server.setRequestHandler(ListResourcesRequestSchema, (_request, extra) => orDefect(log, list(extra)));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...resources.templates],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const content = await orDefect(log, resources.read(uri, { signal }));
    if (content === undefined) throw protocolError(codes.noResource, `There is no resource ${uri}`, { uri });
    return { contents: [content] };
  });
};

const servePrompts = (server: Server, prompts: readonly Prompt[], log: McpLog): void => {
  server.setRequestHandler(ListPromptsRequestSchema, () => listPrompts(prompts));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, { signal }) =>
    getPrompt(prompts, log, params, { signal }),
  );
};

/** Subscriptions are a session's own: without one there is no stream on which to tell of a change. */
const serveSubscriptions = (server: Server, hasSession: boolean): ReadonlySet<string> => {
  const subscribed = new Set<string>();
  const needsSession = () => {
    if (!hasSession) throw protocolError(codes.refused, 'Subscribing takes a session: send Mcp-Session-Id');
  };
  server.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }) => {
    needsSession();
    subscribed.add(uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    needsSession();
    subscribed.delete(uri);
    return {};
  });
  return subscribed;
};

/** Makes the SDK's low-level servers, one a connection, all over one catalogue. */
export const serversOf = (catalogue: Catalogue, log: McpLog): NewServer => {
  const tools = catalogue.tools.map(toWire);
  const { name, title, version, instructions, resources, prompts, hide } = catalogue;
  const capabilities = {
    tools: {},
    ...(resources ? { resources: { subscribe: true, listChanged: true } } : {}),
    ...(prompts ? { prompts: {} } : {}),
  };
  return (client) => {
    const server = new Server({ name, title, version }, { capabilities, instructions, jsonSchemaValidator });
    const speak = serveTools(server, catalogue, log, tools);
    if (prompts) servePrompts(server, prompts, log);
    if (resources === undefined) return { server, speak, hide };
    serveResources(server, resources, log);
    const subscribed = serveSubscriptions(server, client === 'with session');
    const hear = announcer(resources, (uri) => subscribed.has(uri), {
      listChanged: () => {
        server.sendResourceListChanged().catch(gone);
      },
      updated: (uri) => {
        server.sendResourceUpdated({ uri }).catch(gone);
      },
    });
    return { server, speak, hear, hide };
  };
};
