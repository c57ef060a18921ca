import { randomUUID } from 'node:crypto';

import type { Application, CallContext } from '@tandem/application';
import type { AppError, Changes, StorageFailed } from '@tandem/core';
import { quietly } from '@tandem/application';
import { createRedactor } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { JSONRPCErrorException, type JSONRPCID, type JSONRPCResponse, JSONRPCServer } from 'json-rpc-2.0';

import { dispatch } from './dispatch.js';
import { loggable } from './loggable.js';
import { createRunning, type RunningExecutions } from './running.js';
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
  /** What is executed now by any caller; carriers that can push tell it. */
  readonly running?: RunningExecutions;
  /** Values without those of any workspace's secrets; rejects when these cannot be read. */
  readonly hide?: (values: readonly unknown[]) => Promise<readonly unknown[]>;
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

/** Logs without the values of secrets. */
type Report = (error: unknown, fields: object, message: string) => Promise<void>;

/** What the log says of failed storage beside the cause. */
const storageFields = ({ doing, reason, file, row }: StorageFailed): object => ({
  doing,
  ...(reason === 'other' ? {} : { reason }),
  ...(file === undefined ? {} : { file }),
  ...(row === undefined ? {} : { row }),
});

const refusal = async (error: AppError, report: Report): Promise<JSONRPCErrorException> => {
  if (error.kind === 'storage-failed') await report(error.cause, storageFields(error), 'storage failed');
  const shown = publicError(error);
  return new JSONRPCErrorException(shown.message, surfaces[error.kind].rpc, shown);
};

/** A defect of ours: logged with an id, answered with that id and nothing else. */
const defect = async (error: unknown, report: Report): Promise<JSONRPCErrorException> => {
  const errorId = randomUUID();
  await report(error, { errorId }, 'internal error');
  return new JSONRPCErrorException('Internal error', -32603, { errorId });
};

/** A JSON-RPC 2.0 server over the method table. */
export const createRpcServer = (application: Application, log: RpcLog): RpcServer => {
  const report: Report = async (error, fields, message) => {
    log.error({ err: await loggable(application, error), ...fields }, message);
  };
  const { running, watch } = createRunning();
  const server = new JSONRPCServer<CallContext>({ errorListener: () => undefined });
  for (const method of anyMethods) {
    const call = dispatch(application, method);
    server.addMethod(method.name, async (params: unknown, context: CallContext) => {
      const answered = async () => call(params, context)();
      const outcome = await answered().catch(async (error: unknown) => {
        throw await defect(error, report);
      });
      if (E.isLeft(outcome)) throw await refusal(outcome.left, report);
      return outcome.right;
    });
  }
  return {
    changes: application.changes,
    running,
    hide: async (values) => {
      const secrets = await application.hiddenSecrets()();
      if (E.isLeft(secrets)) throw new Error('the secrets cannot be read');
      return values.map(createRedactor(secrets.right).json);
    },
    receive: async (frame, context = quietly()) => {
      if (isFrame(frame)) return watch(frame, context, async (watched) => server.receive(frame, watched));
      const id = (frame as { id?: unknown } | null)?.id;
      return invalidRequest(typeof id === 'string' || typeof id === 'number' ? id : null);
    },
  };
};
