import { randomUUID } from 'node:crypto';

import type { AppError, Application, CallContext, Changes } from '@tandem/core';
import { quietly } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { JSONRPCErrorException, type JSONRPCID, type JSONRPCResponse, JSONRPCServer } from 'json-rpc-2.0';

import { dispatch } from './dispatch.js';
import { publicError, surfaces } from './surfaces.js';
import { anyMethods } from './table.js';

/** Where defects and failed storage are written; pino fits. */
export interface RpcLog {
  readonly error: (fields: object, message: string) => void;
}

export interface RpcServer {
  /** Answers one request frame; null for a notification. */
  readonly receive: (frame: unknown, context?: CallContext) => Promise<JSONRPCResponse | null>;
  /** What any caller has changed; carriers that can push do. */
  readonly changes: Changes;
}

const invalidRequest = (id: JSONRPCID): JSONRPCResponse => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32600, message: 'Not a JSON-RPC 2.0 request' },
});

interface Frame {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly id?: string | number | null;
  readonly params?: unknown;
}

/** json-rpc-2.0 throws on null and takes any id, so a frame is looked at first. */
const isFrame = (u: unknown): u is Frame => {
  if (typeof u !== 'object' || u === null || Array.isArray(u)) return false;
  const { jsonrpc, method, id } = u as Record<string, unknown>;
  const plainId = id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
  return jsonrpc === '2.0' && typeof method === 'string' && plainId;
};

const refusal = (error: AppError, log: RpcLog): JSONRPCErrorException => {
  if (error.kind === 'storage-failed') log.error({ err: error.cause, doing: error.doing }, 'storage failed');
  const shown = publicError(error);
  return new JSONRPCErrorException(shown.message, surfaces[error.kind].rpc, shown);
};

/** A defect of ours: logged with an id, answered with that id and nothing else. */
const defect = (id: JSONRPCID, error: unknown, log: RpcLog): JSONRPCResponse => {
  const errorId = randomUUID();
  log.error({ err: error, errorId }, 'internal error');
  return { jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error', data: { errorId } } };
};

/** A JSON-RPC 2.0 server over the method table. */
export const createRpcServer = (application: Application, log: RpcLog): RpcServer => {
  const server = new JSONRPCServer<CallContext>({ errorListener: () => undefined });
  for (const method of anyMethods) {
    const call = dispatch(application, method);
    server.addMethod(method.name, async (params: unknown, context: CallContext) => {
      const outcome = await call(params, context)();
      if (E.isLeft(outcome)) throw refusal(outcome.left, log);
      return outcome.right;
    });
  }
  server.mapErrorToJSONRPCErrorResponse = (id, error: unknown) =>
    error instanceof JSONRPCErrorException
      ? ({ jsonrpc: '2.0', id, error: error.toObject() } as never)
      : (defect(id, error, log) as never);
  return {
    changes: application.changes,
    receive: async (frame, context = quietly()) => {
      if (isFrame(frame)) return server.receive(frame, context);
      const id = (frame as { id?: unknown } | null)?.id;
      return invalidRequest(typeof id === 'string' || typeof id === 'number' ? id : null);
    },
  };
};
