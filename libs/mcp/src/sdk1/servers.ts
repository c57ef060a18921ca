import { createHash } from 'node:crypto';

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

import { createChangeNotifications } from '../resources/change-notifications.js';
import type { NewServer } from './binding.js';
import { type McpLog, createProtocolError } from '../catalogue/call.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { canAskByForm, type SendElicitation } from '../tools/elicit.js';
import { createHandlers, type Handlers, type McpRequest } from '../catalogue/handlers.js';
import { codes } from '../messages.js';

/** All servers share one validator, because creating one takes longer than answering a request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Ignores a rejected promise: the SDK rejects if the client has disconnected. */
const ignoreDisconnect = (): void => undefined;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** A short name for a session. The id must not be stored, because whoever has it can use the session. */
const toSessionName = (id: string): string =>
  createHash('sha256').update(id).digest('base64url').slice(0, 12);

/** Identifies the sender of a request. */
const toCaller = (server: Server, { signal, sessionId }: Extra) => ({
  signal,
  client: server.getClientVersion(),
  ...(sessionId === undefined ? {} : { session: toSessionName(sessionId) }),
});

/** How long the SDK waits for the answer of a person, in milliseconds: a day, because the question itself ends much earlier. */
const maxQuestionMs = 86_400_000;

const createElicitationSender =
  ({ sendRequest }: Extra): SendElicitation =>
  (params, signal) =>
    sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema, {
      signal,
      timeout: maxQuestionMs,
    });

const serveTools = (server: Server, { tools }: Handlers, hasSession: boolean): void => {
  const requestOf = (extra: Extra): McpRequest => {
    const { _meta, sendNotification } = extra;
    return {
      ...toCaller(server, extra),
      ...(hasSession && canAskByForm(server.getClientCapabilities())
        ? { elicit: createElicitationSender(extra) }
        : {}),
      progressToken: _meta?.progressToken,
      notifyProgress: (params) => sendNotification({ method: 'notifications/progress', params }),
    };
  };
  server.setRequestHandler(ListToolsRequestSchema, () => tools.list(server.getClientVersion()));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    tools.call(params, requestOf(extra)),
  );
};

const serveResources = (server: Server, resources: NonNullable<Handlers['resources']>): void => {
  server.setRequestHandler(ListResourcesRequestSchema, (_request, extra) =>
    resources.list(toCaller(server, extra)),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, resources.listTemplates);
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }, extra) =>
    resources.read(uri, toCaller(server, extra)),
  );
};

const servePrompts = (server: Server, prompts: NonNullable<Handlers['prompts']>): void => {
  server.setRequestHandler(ListPromptsRequestSchema, prompts.list);
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    prompts.get(params, toCaller(server, extra)),
  );
};

/** Lets clients subscribe to resources. Only with a session, because without one there is no stream for notifications. */
const serveSubscriptions = (server: Server, hasSession: boolean): ReadonlySet<string> => {
  const subscribed = new Set<string>();
  const needsSession = () => {
    if (!hasSession)
      throw createProtocolError(codes.refused, 'Subscriptions need a session; send Mcp-Session-Id');
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

const createNotFoundError = (uri: string): Error =>
  createProtocolError(codes.noResource, `Resource not found: ${uri}`, { uri });

/** Creates the factory of servers for a catalogue with the low-level API of `@modelcontextprotocol/sdk`. Each connection gets one. */
export const createSdk1Servers = (catalogue: Catalogue, log: McpLog): NewServer => {
  const { resources, hide, left } = catalogue;
  const handlers = createHandlers(catalogue, log, createNotFoundError);
  return (client) => {
    const server = new Server(handlers.implementation, { ...handlers.options, jsonSchemaValidator });
    serveTools(server, handlers, client === 'with session');
    if (handlers.prompts) servePrompts(server, handlers.prompts);
    const onEnd = (id: string): void => left?.(toSessionName(id));
    const serving = { server, onEnd, hide };
    if (resources === undefined || handlers.resources === undefined) return serving;
    serveResources(server, handlers.resources);
    const subscribed = serveSubscriptions(server, client === 'with session');
    const onChange = createChangeNotifications(resources, (uri) => subscribed.has(uri), {
      listChanged: () => {
        server.sendResourceListChanged().catch(ignoreDisconnect);
      },
      updated: (uri) => {
        server.sendResourceUpdated({ uri }).catch(ignoreDisconnect);
      },
    });
    return { ...serving, onChange };
  };
};
