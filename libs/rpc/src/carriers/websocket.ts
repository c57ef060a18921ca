import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import type { CallContext, Presence, RunningExecution } from '@tandem/application';
import type { Change } from '@tandem/core';
import { parseJson, stringifyJson } from '@tandem/core/codec';
import { endConnection } from '@tandem/node/http';
import { type WebSocket, WebSocketServer } from 'ws';

import type { RpcServer } from '../server.js';
import { createErrorFrame, createReceiver, type Receive } from './frames.js';

/** How long pieces of text are collected before they are sent together, in milliseconds. */
const collectMs = 50;

/** Collects text that arrives in many small pieces, and sends it a few times a second. */
const createStreamedText = (send: (text: string) => void) => {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const text = waiting.join('');
    waiting = [];
    send(text);
  };
  return {
    add: (text: string): void => {
      waiting.push(text);
      timer ??= setTimeout(flush, collectMs);
    },
    flush,
  };
};

/** Options of RPC over WebSockets. */
export interface RpcSocketOptions {
  /** The path at which sockets open. Other paths are refused. */
  readonly path: string;
  /** Whether a request may open a socket, by its Host, its Origin and its session. */
  readonly authorize: (request: IncomingMessage) => boolean;
  /** The subprotocol to select if a client offers it. Default: none. */
  readonly protocol?: string;
  /** Maximum size of a frame in bytes. Default: 64 MiB. */
  readonly maxPayload?: number;
  /** The author recorded for changes by these clients. Default: `window`. */
  readonly by?: string;
}

/** The open WebSockets of an RPC server. */
export interface RpcSockets {
  /** Closes every socket and cancels its running calls. */
  readonly close: () => void;
}

type RunningCalls = Map<string | number, AbortController>;

const parseFrame = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

type Write = (frame: object) => void;

/**
 * A socket sends this many frames in one turn of the event loop. An import of thousands of requests causes so many changes that they take
 * several turns.
 */
const maxFramesPerTurn = 100;

/**
 * Creates a writer of frames, which sends them in order. It writes the frames of one turn of the event loop together. Those beyond the
 * limit wait for the next turn.
 */
const createWriter = (socket: WebSocket, wire: Duplex): Write => {
  const waiting: object[] = [];
  let sent = 0;
  const send = (frame: object): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (sent === 0) {
      wire.cork();
      process.nextTick(() => {
        wire.uncork();
      });
      setImmediate(beginTurn);
    }
    sent += 1;
    socket.send(stringifyJson(frame));
  };
  const beginTurn = (): void => {
    sent = 0;
    waiting.splice(0, maxFramesPerTurn).forEach(send);
  };
  return (frame) => {
    if (sent < maxFramesPerTurn && waiting.length === 0) send(frame);
    else waiting.push(frame);
  };
};

/** The part of a server that the sockets need. */
export type CarriedServer = Omit<RpcServer, 'call'>;

/** An open socket with its client. */
interface Peer {
  readonly rpc: CarriedServer;
  readonly receive: Receive;
  readonly socket: WebSocket;
  readonly write: Write;
  readonly by: string;
  readonly session: string;
}

const createCallContext = (
  { write, by, session }: Peer,
  id: string | number,
  signal: AbortSignal,
  onText: (text: string) => void,
): CallContext => ({
  signal,
  by,
  kind: 'window',
  session,
  onText,
  progress: (done, total, name) => {
    write({ jsonrpc: '2.0', method: '$/progress', params: { id, done, total, name } });
  },
});

const answerFrame = async (peer: Peer, running: RunningCalls, text: string): Promise<void> => {
  const { rpc, receive, write } = peer;
  const frame = parseFrame(text) as
    { id?: unknown; method?: unknown; params?: { id?: unknown } } | null | undefined;
  if (frame === undefined) {
    write(createErrorFrame(null, -32700, 'Not JSON'));
    return;
  }
  if (frame?.method === '$/stop') {
    const id = String(frame.params?.id);
    if (rpc.running?.stop(id) !== true) rpc.present?.agents.stop(id);
    return;
  }
  if (frame?.method === '$/cancel') {
    running.get(frame.params?.id as number)?.abort();
    return;
  }
  const controller = new AbortController();
  const id = frame?.id;
  const known = typeof id === 'number' || typeof id === 'string';
  if (known) running.set(id, controller);
  const streamed = createStreamedText((text) => {
    write({ jsonrpc: '2.0', method: '$/text', params: { id, text } });
  });
  try {
    const context = createCallContext(peer, known ? id : '', controller.signal, streamed.add);
    const response = await receive(frame, context).finally(streamed.flush);
    if (response) write(response);
  } finally {
    if (known) running.delete(id);
  }
};

/** How long changes in what agents do are collected before they are sent together, in milliseconds. */
const gatherMs = 50;

/** Sends where agents work and which of their changes are pending, now and after each change, until the returned function is called. */
const sendAgents = (write: Write, { agents, pendingWrites }: Presence): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    timer = undefined;
    const params = { agents: agents.list(), taken: pendingWrites.taken(), waiting: pendingWrites.waiting() };
    write({ jsonrpc: '2.0', method: 'events.agents', params });
  };
  const soon = (): void => {
    timer ??= setTimeout(send, gatherMs);
  };
  const unsubscribe = [agents.subscribe(soon), pendingWrites.subscribe(soon)];
  send();
  return () => {
    clearTimeout(timer);
    for (const end of unsubscribe) end();
  };
};

const servePeer = (peer: Peer): void => {
  const { rpc, socket, write, session } = peer;
  const running: RunningCalls = new Map();
  const unsubscribe = rpc.changes.subscribe((change: Change) => {
    write({ jsonrpc: '2.0', method: 'events.changed', params: change });
  });
  const sendRunning = (executions: readonly RunningExecution[]): void => {
    write({ jsonrpc: '2.0', method: 'events.running', params: { executions } });
  };
  const unwatch = rpc.running?.subscribe(sendRunning);
  const leave = rpc.attend?.();
  sendRunning(rpc.running?.list() ?? []);
  const unattend = rpc.present && sendAgents(write, rpc.present);
  socket.on('message', (data: Buffer) => {
    void answerFrame(peer, running, data.toString('utf8'));
  });
  socket.on('error', () => {
    socket.terminate();
  });
  socket.on('close', () => {
    unsubscribe();
    unwatch?.();
    leave?.();
    unattend?.();
    rpc.present?.windows.leave(session);
    for (const controller of running.values()) controller.abort();
  });
};

const refuseUpgrade = (socket: Duplex, status: string): void => {
  endConnection(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

/**
 * Serves the methods over a WebSocket of `server`. Sends `events.changed` for every change, `events.running` when the running executions
 * change, and `events.agents` when agents do something. `$/stop` cancels any execution, or a call of an agent.
 */
export const attachRpcSockets = (
  server: Server,
  rpc: CarriedServer,
  options: RpcSocketOptions,
): RpcSockets => {
  const { protocol = '', maxPayload = 64 * 1024 * 1024 } = options;
  const receive = createReceiver(rpc);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload,
    handleProtocols: (offered) => offered.has(protocol) && protocol,
  });
  sockets.on('connection', (socket, { socket: wire }) => {
    const write = createWriter(socket, wire);
    servePeer({ rpc, receive, socket, write, by: options.by ?? 'window', session: randomUUID() });
  });
  server.on('upgrade', (request, socket, head) => {
    if ((request.url ?? '').split('?')[0] !== options.path) refuseUpgrade(socket, '404 Not Found');
    else if (!options.authorize(request)) refuseUpgrade(socket, '403 Forbidden');
    else
      sockets.handleUpgrade(request, socket, head, (opened) => {
        sockets.emit('connection', opened, request);
      });
  });
  return {
    close: () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
};
