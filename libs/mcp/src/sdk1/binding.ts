import { randomBytes, randomUUID } from 'node:crypto';

import type { Change } from '@tandem/core';

import { connect, type Connection, type Serving } from './connection.js';
import { defaultKeepAliveMs, type EventStream, openEventStream } from '../http/event-stream.js';
import { createSessions, type Session, type Sessions } from './sessions.js';

export interface BindingOptions {
  /** What session ids are signed with; one for this process when left out. */
  readonly sessionKey?: Uint8Array;
  /** Milliseconds without an answer after which a stream is opened to who takes one; default 8,000. */
  readonly silenceMs?: number;
  /** Milliseconds between the comments that keep a stream open; default 15,000. */
  readonly keepAliveMs?: number;
  /** How many streams by GET are open at once, with a session or without; default 256. */
  readonly mostStreams?: number;
}

/** Makes the servers of connections; one of a client without a session hears of changes for all such clients. */
export type NewServer = (client: 'with session' | 'without session') => Serving;

/** A client of the transport of 2024-11-05 and the stream on which it is answered. */
export interface SseClient {
  readonly connection: Connection;
  readonly stream: EventStream;
}

/** Who is connected, and how. */
export interface Binding {
  readonly sessions: Sessions;
  /** The one connection of all requests without a session. */
  readonly sessionless: Connection;
  readonly silenceMs: number;
  readonly keepAliveMs: number;
  /** Opens the stream of a session, in place of one that it has; undefined when too many are open. */
  readonly listen: (session: Session) => EventStream | undefined;
  /**
   * Opens a stream without a session. Its first event names the address to post to, as a client of 2024-11-05 wants it;
   * others overlook it. Undefined when too many are open.
   */
  readonly openSse: () => Promise<EventStream | undefined>;
  /** The connection of such a stream. */
  readonly sseClient: (id: string) => SseClient | undefined;
  readonly onChange: (change: Change) => void;
  /** Ends every stream, so that a server can close; what was posted runs on. */
  readonly endStreams: () => void;
  /** Cancels what is running. */
  readonly close: () => Promise<void>;
}

const sseClients = (newServer: NewServer, keepAliveMs: number) => {
  const all = new Map<string, SseClient>();
  const streams = new Set<EventStream>();
  return {
    all,
    streams,
    open: async (): Promise<EventStream> => {
      const id = randomUUID();
      const stream = openEventStream(keepAliveMs);
      streams.add(stream);
      const connection = await connect(newServer('with session'), {
        sessionId: id,
        unrelated: (message) => {
          stream.send(message);
          return true;
        },
      });
      all.set(id, { connection, stream });
      stream.onClose(() => {
        all.delete(id);
        streams.delete(stream);
        void connection.close();
      });
      stream.event('endpoint', `/?sessionId=${id}`);
      return stream;
    },
  };
};

/** Opens a binding over servers of `newServer`. */
export const openBinding = async (newServer: NewServer, options: BindingOptions = {}): Promise<Binding> => {
  const { silenceMs = 8_000, keepAliveMs = defaultKeepAliveMs, sessionKey: key = randomBytes(32) } = options;
  const { mostStreams = 256 } = options;
  const open = new Map<string, EventStream>();
  const sessions = createSessions({ key, newServer: () => newServer('with session') });
  const sse = sseClients(newServer, keepAliveMs);
  const sessionless = await connect(newServer('without session'), { unrelated: () => false });
  const isFull = (): boolean => open.size + sse.streams.size >= mostStreams;
  const endStreams = (): void => {
    for (const stream of [...open.values(), ...sse.streams]) stream.end();
  };
  return {
    sessions,
    sessionless,
    silenceMs,
    keepAliveMs,
    listen: (session) => {
      if (isFull() && !open.has(session.id)) return undefined;
      const stream = openEventStream(keepAliveMs);
      open.set(session.id, stream);
      session.listenOn(stream);
      stream.onClose(() => {
        if (open.get(session.id) === stream) open.delete(session.id);
      });
      return stream;
    },
    openSse: async () => (isFull() ? undefined : sse.open()),
    sseClient: (id) => sse.all.get(id),
    onChange: (change) => {
      sessions.onChange(change);
      for (const { connection } of sse.all.values()) connection.onChange(change);
    },
    endStreams,
    close: async () => {
      endStreams();
      await sessions.close();
      await sessionless.close();
    },
  };
};
