import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Connection, NetworkTimes } from '@tandem/core';
import { Dispatcher } from 'undici';
import { createHeadFilter } from './response/response-head.js';

/** Maximum length of a name in a certificate. The server chooses the names, so longer ones are cut. */
const maxNameLength = 512;

/** Puts a distinguished name on one line. */
const getName = (lines: string): string => lines.split('\n').join(', ').slice(0, maxNameLength);

const toIsoDate = (text: string): string => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
};

const describeTls = (socket: TLSSocket): Connection['tls'] => {
  const certificate = socket.getPeerX509Certificate();
  return {
    version: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
    subject: getName(certificate?.subject ?? ''),
    issuer: getName(certificate?.issuer ?? ''),
    validTo: toIsoDate(certificate?.validTo ?? ''),
  };
};

/** Describes an open connection of any protocol. */
export const describeConnection = (socket: Socket, proxy?: string): Omit<Connection, 'reused'> => ({
  protocol: socket instanceof TLSSocket && socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1',
  remoteAddress: socket.remoteAddress ?? null,
  ...(proxy === undefined ? {} : { proxy }),
  tls: socket instanceof TLSSocket ? describeTls(socket) : null,
});

/** How a connection was opened. */
export interface ConnectionOpening {
  /** The start time, from `performance.now`. */
  readonly began: number;
  readonly times: Pick<NetworkTimes, 'dns' | 'connect' | 'tls'>;
}

/** One request, sent on one connection. */
export interface Attempt {
  /** When the request was started, from `performance.now`. */
  readonly asked: number;
  /** Text to append to the head that undici writes: empty, or lines that end in CRLF. */
  readonly more: string;
  /** Whether an earlier request has used the connection. */
  reused: boolean;
  /** Whether any byte of the response has arrived. */
  answered: boolean;
  /** When the first byte of the request was written, from `performance.now`. */
  written?: number;
  /** How the connection was opened. Missing if an earlier request opened it. */
  opened?: ConnectionOpening;
  /** The connection on which the request is sent. */
  connection?: Connection;
}

/** Finds out on which connection each request is sent. */
export interface Attempts {
  /** Wraps `dispatcher` so that `attempt` records its next request. */
  readonly recordWith: (dispatcher: Dispatcher, attempt: Attempt) => Dispatcher;
  /** Observes a connection, which may go through `proxy`, and filters the heads of the responses on it. */
  readonly watch: (socket: Socket, opening: ConnectionOpening, proxy?: string) => void;
}

/** Called by undici just before it writes the head of a request. */
interface RequestStartHandler {
  onConnect: (...given: unknown[]) => void;
}

class RecordingDispatcher extends Dispatcher {
  readonly #to: Dispatcher;
  readonly #note: () => void;
  constructor(to: Dispatcher, note: () => void) {
    super();
    this.#to = to;
    this.#note = note;
  }
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const starting = handler as RequestStartHandler;
    const onConnect = starting.onConnect.bind(handler);
    starting.onConnect = (...given) => {
      this.#note();
      onConnect(...given);
    };
    return this.#to.dispatch(options, handler);
  }
}

/**
 * Creates the observer of connections. undici does not say on which connection it sends a request, and rejects a response that begins with
 * an unexpected 100. It gets bytes by calling `read` of a connection, and calls `onConnect` in the same tick in which it writes a request.
 * The observer hooks into both.
 */
export const createAttempts = (maxHeaderBytes: number): Attempts => {
  let starting: Attempt | undefined;
  return {
    recordWith: (dispatcher, attempt) =>
      new RecordingDispatcher(dispatcher, () => {
        starting = attempt;
      }),
    watch: (socket, opening, proxy) => {
      const heads = createHeadFilter(maxHeaderBytes);
      const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
      const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
      const facts = describeConnection(socket, proxy);
      let used = false;
      let current: Attempt | undefined;
      socket.write = (...given: unknown[]) => {
        if (starting !== undefined) {
          current = starting;
          starting = undefined;
          current.reused = used;
          current.connection = { ...facts, reused: used };
          current.written = performance.now();
          if (!used) current.opened = opening;
          used = true;
          heads.begin();
          // undici writes the whole head at once, including the empty line at its end.
          const [head, ...rest] = given as [string, ...unknown[]];
          return write(head.slice(0, -2) + current.more + '\r\n', ...rest);
        }
        return write(...given);
      };
      socket.read = (size?: number) => {
        for (let chunk = read(size); chunk !== null; chunk = read(size)) {
          if (current !== undefined) current.answered = true;
          try {
            const rest = heads.pass(chunk);
            if (rest.length > 0) return rest;
          } catch (error) {
            socket.destroy(error as Error);
            return null;
          }
        }
        return null;
      };
    },
  };
};
