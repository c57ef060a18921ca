import { randomBytes, randomUUID } from 'node:crypto';

import type { ResourceChange } from '../catalogue/catalogue.js';
import { connect, type Connection, type ConnectionServer } from './connection.js';
import { defaultKeepAliveMs, type EventStream, openEventStream } from '../http/event-stream.js';
import { createSessions, type Session, type Sessions } from './sessions.js';

/** How the catalogue is bound to an SDK server. */
export interface BindingOptions {
  /** Signs the session ids. If missing, the process creates a key. */
  readonly sessionKey?: Uint8Array;
  /** How many milliseconds without an answer pass before a stream is opened, if the client accepts one. Default: 8,000. */
  readonly silenceMs?: number;
  /** After how many milliseconds without an event a comment is sent, to keep the connection open. Default: 15,000. */
  readonly keepAliveMs?: number;
  /** Maximum number of GET streams, with and without a session. Default: 256. */
  readonly mostStreams?: number;
}

/** Creates the server for a connection. All clients without a session share one server. */
export type NewServer = (client: 'with session' | 'without session') => ConnectionServer;

/** A client of the 2024-11-05 transport, with the stream on which it gets answers. */
export interface SseClient {
  readonly connection: Connection;
  readonly stream: EventStream;
}

/** The clients that are connected by the first SDK. */
export interface Binding {
  readonly sessions: Sessions;
  /** The one connection for all requests without a session. */
  readonly sessionless: Connection;
  readonly silenceMs: number;
  readonly keepAliveMs: number;
  /** Opens the stream of a session in place of its previous stream. Undefined if too many streams are open. */
  readonly listen: (session: Session) => EventStream | undefined;
  /**
   * Opens a stream without a session. Its first event contains the address to post to, which clients of 2024-11-05 need and others ignore.
   * Undefined if too many streams are open.
   */
  readonly openSse: () => Promise<EventStream | undefined>;
  /** Finds the client of a stream without a session. */
  readonly sseClient: (id: string) => SseClient | undefined;
  readonly onChange: (change: ResourceChange) => void;
  /** Ends every stream so that the server can close. Running calls continue. */
  readonly endStreams: () => void;
  /** Cancels running calls. */
  readonly close: () => Promise<void>;
}

const createSseClients = (newServer: NewServer, keepAliveMs: number) => {
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

/** Opens a binding. `newServer` creates its servers. */
export const openBinding = async (newServer: NewServer, options: BindingOptions = {}): Promise<Binding> => {
  const { silenceMs = 8_000, keepAliveMs = defaultKeepAliveMs, sessionKey: key = randomBytes(32) } = options;
  const { mostStreams = 256 } = options;
  const open = new Map<string, EventStream>();
  const sessions = createSessions({ key, newServer: () => newServer('with session') });
  const sse = createSseClients(newServer, keepAliveMs);
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
