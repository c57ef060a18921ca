import { type CallContext } from '@tandem/application';
import { type JSONRPCErrorResponse, type JSONRPCID, type JSONRPCResponse, JSONRPCServer } from 'json-rpc-2.0';

import { RpcDefect, RpcRefusal } from '../rpc-error.js';
import type { RpcServer } from '../server.js';
import { getRpcCode } from '../surfaces.js';
import { anyMethods } from '../table.js';

/** Answers the frame of one request. Null if it is a notification. */
export type Receive = (frame: unknown, context: CallContext) => Promise<JSONRPCResponse | null>;

/** Creates a frame that answers with an error. */
export const createErrorFrame = (
  id: JSONRPCID,
  code: number,
  message: string,
  data?: unknown,
): JSONRPCErrorResponse => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

interface Frame {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly id?: string | number | null;
  readonly params?: unknown;
}

/** Whether a value is the frame of a request. Checked first, because json-rpc-2.0 throws on null and accepts any id. */
const isFrame = (u: unknown): u is Frame => {
  if (typeof u !== 'object' || u === null || Array.isArray(u)) return false;
  const { jsonrpc, method, id } = u as Record<string, unknown>;
  const plainId = id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
  return jsonrpc === '2.0' && typeof method === 'string' && plainId;
};

const toFailureFrame = (id: JSONRPCID, error: unknown): JSONRPCErrorResponse => {
  if (error instanceof RpcRefusal)
    return createErrorFrame(id, getRpcCode(error.error.code), error.message, error.error);
  const data = error instanceof RpcDefect ? { errorId: error.errorId } : undefined;
  return createErrorFrame(id, -32603, 'Internal error', data);
};

/** Creates the function by which carriers answer JSON-RPC 2.0 frames with the methods of a server. */
export const createReceiver = (rpc: Pick<RpcServer, 'callByName'>): Receive => {
  const server = new JSONRPCServer<CallContext>({ errorListener: () => undefined });
  server.mapErrorToJSONRPCErrorResponse = toFailureFrame;
  for (const { name } of anyMethods) {
    server.addMethod(name, (params: unknown, context: CallContext) => rpc.callByName(name, params, context));
  }
  return async (frame, context) => {
    if (isFrame(frame)) return server.receive(frame, context);
    const id = (frame as { id?: unknown } | null)?.id;
    const plainId = typeof id === 'string' || typeof id === 'number' ? id : null;
    return createErrorFrame(plainId, -32600, 'Not a JSON-RPC 2.0 request');
  };
};
