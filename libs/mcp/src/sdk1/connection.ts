import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type {
  IsomorphicHeaders,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';

import type { Hide, ResourceChange } from '../catalogue/catalogue.js';
import { hideErrorSecrets } from '../tools/hidden-errors.js';
import { codes, type ErrorFrame, type Response } from '../messages.js';

/** Receives what the server sends about one request. */
export interface Reply {
  /** Passes on a notification about the request, or a request to the client. False if the client cannot be reached. */
  readonly related: (message: JSONRPCMessage) => boolean;
  /** Passes on the response. Undefined means that the request was cancelled. */
  readonly settle: (answer: Response | ErrorFrame | undefined) => void;
}

/** The MCP server at the other end of one connection. */
export interface ConnectionServer {
  readonly server: Server;
  /** Called at each change. Notifies the client if the change affects something that it subscribed to. */
  readonly onChange?: (change: ResourceChange) => void;
  /** Called with the id of a session that has ended. */
  readonly onEnd?: (sessionId: string) => void;
  /** Redacts secrets in errors. */
  readonly hide?: Hide | undefined;
}

/** The client's end of a connection to an SDK server, for any transport. */
export interface Connection {
  /** Starts a request. The returned function cancels it. */
  readonly request: (message: JSONRPCRequest, reply: Reply, headers?: IsomorphicHeaders) => () => void;
  /** Answers an invalid message with an error. */
  readonly refuse: (frame: ErrorFrame, reply: Reply) => void;
  /** Passes a notification or a response of the client to the server. */
  readonly deliver: (message: JSONRPCNotification | Response) => void;
  /** Whether any request is running. */
  readonly isBusy: () => boolean;
  readonly onChange: (change: ResourceChange) => void;
  /** Cancels running requests. */
  readonly close: () => Promise<void>;
}

export interface ConnectionOptions {
  readonly sessionId?: string;
  /** Receives messages that belong to no request. Returns false if nobody listens to them. */
  readonly unrelated: (message: JSONRPCMessage) => boolean;
}

interface RunningRequest {
  readonly id: string | number | null;
  readonly reply: Reply;
}

const isAnswer = (message: JSONRPCMessage): message is Response => !('method' in message);
const isServerRequest = (message: JSONRPCMessage): message is JSONRPCRequest =>
  'method' in message && 'id' in message;

const noStreamError = {
  code: codes.refused,
  message: 'The client has no open stream for requests from the server',
};

/** Tracks the running requests by an internal number. */
const createRunningRequests = (hide: Hide | undefined) => {
  const all = new Map<number, RunningRequest>();
  let last = 0;
  const settle = (number: number, answer: Response | ErrorFrame | undefined): void => {
    const found = all.get(number);
    all.delete(number);
    found?.reply.settle(answer && ({ ...answer, id: found.id } as Response | ErrorFrame));
  };
  return {
    all,
    settle,
    answer: (number: number, answer: Response | ErrorFrame): void => {
      if (!('error' in answer)) settle(number, answer);
      else
        void hideErrorSecrets(hide, answer).then((shown) => {
          settle(number, shown);
        });
    },
    add: (one: RunningRequest): number => {
      all.set(++last, one);
      return last;
    },
    /** The internal number of the request with a client's id. Undefined unless exactly one request has that id. */
    numberOf: (id: unknown): number | undefined => {
      const [first, ...others] = [...all].filter(([, one]) => one.id === id);
      return others.length === 0 ? first?.[0] : undefined;
    },
  };
};

/**
 * Connects a server. Gives requests internal numbers, so that equal ids in different exchanges do not collide, and a request with the id 0
 * can be cancelled, which the SDK would ignore.
 */
export const connect = async (
  { server, onChange, onEnd, hide }: ConnectionServer,
  { sessionId, unrelated }: ConnectionOptions,
): Promise<Connection> => {
  const running = createRunningRequests(hide);
  const refuseServerRequest = ({ id }: JSONRPCRequest): void =>
    queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id, error: noStreamError }));
  const transport: Transport = {
    ...(sessionId === undefined ? {} : { sessionId }),
    start: () => Promise.resolve(),
    send: (message, options) => {
      if (isAnswer(message)) {
        running.answer(Number(message.id), message);
        return Promise.resolve();
      }
      const about = running.all.get(Number(options?.relatedRequestId ?? 0));
      const isDelivered = (about?.reply.related(message) ?? false) || unrelated(message);
      if (!isDelivered && isServerRequest(message)) refuseServerRequest(message);
      return Promise.resolve();
    },
    close: () => {
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  const cancel = (number: number | undefined, reason?: unknown): void => {
    if (number === undefined || !running.all.has(number)) return;
    const params = { requestId: number, ...(typeof reason === 'string' ? { reason } : {}) };
    transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    running.settle(number, undefined);
  };

  await server.connect(transport);
  return {
    request: (message, reply, headers) => {
      const number = running.add({ id: message.id, reply });
      transport.onmessage?.({ ...message, id: number }, headers && { requestInfo: { headers } });
      return () => {
        cancel(number);
      };
    },
    refuse: (frame, reply) => {
      running.answer(running.add({ id: frame.id, reply }), frame);
    },
    deliver: (message) => {
      if (!('method' in message) || message.method !== 'notifications/cancelled') {
        transport.onmessage?.(message);
        return;
      }
      cancel(running.numberOf(message.params?.requestId), message.params?.reason);
    },
    isBusy: () => running.all.size > 0,
    onChange: (change) => onChange?.(change),
    close: async () => {
      for (const number of [...running.all.keys()]) cancel(number);
      await server.close();
      if (sessionId !== undefined) onEnd?.(sessionId);
    },
  };
};
