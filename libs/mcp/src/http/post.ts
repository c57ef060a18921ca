import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { stringifyJson } from '@tandem/core/codec';
import type { Context } from 'koa';

import { parseAccept } from './accept.js';
import type { Binding, SseClient } from '../sdk1/binding.js';
import { isJson, readBody, refuse, sendStream } from './body.js';
import type { Connection } from '../sdk1/connection.js';
import { type Exchange, openExchange } from './exchange.js';
import { codes, type Element, getMessageId, maxBatch, readElement } from '../messages.js';
import type { Sdk2Endpoint } from '../sdk2/endpoint.js';
import { isSupported, isSdk1Version, negotiateVersion, supportedVersions } from '../versions.js';

/** Maximum size of a POST body, in bytes. */
export const maxBodyBytes = 8 * 1024 * 1024;

const readElements = (ctx: Context, value: unknown): readonly Element[] | undefined => {
  if (!Array.isArray(value)) return [readElement(value, false)];
  const version = ctx.get('mcp-protocol-version');
  if (version !== '' && !isSdk1Version(version)) {
    refuse(ctx, 400, codes.invalidRequest, `Revision ${version} has no batches; post one message at a time`);
    return undefined;
  }
  if (value.length === 0 || value.length > maxBatch) {
    refuse(ctx, 400, codes.invalidRequest, `A batch holds 1 to ${maxBatch} messages`);
    return undefined;
  }
  return value.map((one) => readElement(one, true));
};

/** Whether the server supports the protocol version in the headers. If it does not, responds with an error. */
export const checkVersion = (ctx: Context, id: unknown = null): boolean => {
  const version = ctx.get('mcp-protocol-version');
  if (version === '' || isSupported(version)) return true;
  const supported = supportedVersions.join(', ');
  refuse(ctx, 400, codes.refused, `Unsupported MCP-Protocol-Version; supported are ${supported}`, id);
  return false;
};

/** Responds that the session does not exist. */
export const refuseSession = (ctx: Context): void => {
  refuse(ctx, 404, codes.noSession, 'The session has ended or never existed; initialize again');
};

/** Responds with 202 and no body, to messages that expect no answer. */
const answerWithoutBody = (ctx: Context): void => {
  ctx.body = null;
  ctx.status = 202;
};

/** Starts the session of a client that sent `initialize`, in a protocol version that the server supports. */
const initialize = async (ctx: Context, binding: Binding, message: JSONRPCRequest) => {
  const { protocolVersion: asked, capabilities = {}, clientInfo = {} } = message.params ?? {};
  const protocolVersion = negotiateVersion(asked);
  const said = { protocolVersion, capabilities, clientInfo } as Parameters<typeof binding.sessions.begin>[0];
  const session = await binding.sessions.begin(said);
  if (session) ctx.set('Mcp-Session-Id', session.id);
  return {
    connection: session?.connection ?? binding.sessionless,
    elements: [{ kind: 'request', message: { ...message, params: { ...message.params, protocolVersion } } }],
  } as const;
};

const findConnection = async (ctx: Context, binding: Binding): Promise<Connection | undefined> => {
  const id = ctx.get('mcp-session-id');
  if (id === '') return binding.sessionless;
  const session = await binding.sessions.find(id);
  if (session) ctx.set('Mcp-Session-Id', id);
  else refuseSession(ctx);
  return session?.connection;
};

const beginRequest = (
  connection: Connection,
  elements: readonly Element[],
  { reply, settle }: Pick<Exchange, 'reply' | 'settle'>,
  headers: Context['headers'],
): readonly (() => void)[] =>
  elements.flatMap((element, index) => {
    if (element.kind === 'request') return [connection.request(element.message, reply(index), headers)];
    if (element.kind === 'wrong') connection.refuse(element.frame, reply(index));
    else {
      connection.deliver(element.message);
      settle(index, undefined);
    }
    return [];
  });

const needsResponse = ({ kind }: Element): boolean => kind === 'request' || kind === 'wrong';

const isInvalidElement = (element: Element | undefined): boolean =>
  element?.kind === 'wrong' && element.frame.error.code === codes.invalidRequest;

const answerMessages = async (
  ctx: Context,
  { silenceMs, keepAliveMs }: Binding,
  connection: Connection,
  elements: readonly Element[],
  isBatch: boolean,
): Promise<void> => {
  const takes = elements.some(needsResponse) ? parseAccept(ctx.get('accept')) : 'json';
  const refused = !isBatch && isInvalidElement(elements[0]);
  const exchange = openExchange({
    due: elements.length,
    takes: refused ? 'json' : takes,
    silenceMs,
    keepAliveMs,
  });
  // In these revisions, a client that disconnects does not cancel its calls (2025-03-26, "Sending Messages to the Server").
  beginRequest(connection, elements, exchange, ctx.headers);
  const outcome = await exchange.outcome;
  if (outcome.kind === 'stream') {
    sendStream(ctx, outcome.body);
    return;
  }
  const [first] = outcome.answers;
  if (first === undefined) {
    answerWithoutBody(ctx);
    return;
  }
  ctx.status = refused ? 400 : 200;
  ctx.type = 'application/json';
  ctx.body = stringifyJson(isBatch ? outcome.answers : first);
};

/** Handles messages of a 2024-11-05 client, which gets the answers on its stream. */
const answerOnStream = (
  ctx: Context,
  { connection, stream }: SseClient,
  elements: readonly Element[],
): void => {
  beginRequest(
    connection,
    elements,
    {
      reply: () => ({
        related: (message) => {
          stream.send(message);
          return true;
        },
        settle: (frame) => {
          if (frame) stream.send(frame);
        },
      }),
      settle: () => undefined,
    },
    ctx.headers,
  );
  answerWithoutBody(ctx);
};

/** Answers POST with JSON-RPC. Responds with one JSON body, or with a stream if that is necessary and the client accepts it. */
export const answerPost =
  (binding: Binding, sdk2: Sdk2Endpoint, limit = maxBodyBytes) =>
  async (ctx: Context): Promise<void> => {
    if (!isJson(ctx)) return;
    const body = await readBody(ctx, limit);
    if (body === undefined) return;
    if (await sdk2.takes(ctx, body.value)) {
      await sdk2.serve(ctx, body.value);
      return;
    }
    const elements = checkVersion(ctx, getMessageId(body.value)) ? readElements(ctx, body.value) : undefined;
    if (elements === undefined) return;
    const { sessionId } = ctx.query;
    if (typeof sessionId === 'string') {
      const client = binding.sseClient(sessionId);
      if (client) answerOnStream(ctx, client, elements);
      else refuseSession(ctx);
      return;
    }
    const [first] = elements;
    if (first?.kind === 'request' && first.message.method === 'initialize') {
      const begun = await initialize(ctx, binding, first.message);
      await answerMessages(ctx, binding, begun.connection, begun.elements, false);
      return;
    }
    const connection = await findConnection(ctx, binding);
    if (connection) await answerMessages(ctx, binding, connection, elements, Array.isArray(body.value));
  };
