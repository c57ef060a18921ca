import type { Socket } from 'node:net';
import type { ConnectionOpening } from '../attempt.js';
import type { ConnectionTracker } from '../connection/connect.js';
import { getErrorCode } from '../errors.js';
import { rejectOnAbort } from '../timeout.js';
import { H2Failure, type H2Session, startSession } from './h2-session.js';

/** A connection on which nothing was sent yet. */
export interface OpenedConnection {
  readonly socket: Socket;
  readonly opening: ConnectionOpening;
}

/** Connections that were opened for HTTP/2 and on which the server chose HTTP/1.1: one for each origin. */
interface SpareConnections {
  readonly keep: (origin: string, opened: OpenedConnection) => void;
  readonly take: (origin: string) => OpenedConnection | undefined;
  /** Closes all spare connections. */
  readonly drop: () => void;
}

/** Creates the store of spare connections. Each is closed after `keepAliveMs`. */
export const createSpareConnections = (keepAliveMs: number): SpareConnections => {
  const kept = new Map<
    string,
    OpenedConnection & { readonly release: () => void; readonly drop: () => void }
  >();
  return {
    keep: (origin, opened) => {
      kept.get(origin)?.drop();
      const drop = () => {
        if (kept.get(origin)?.socket === opened.socket) kept.delete(origin);
        opened.socket.destroy();
      };
      const timer = setTimeout(drop, keepAliveMs).unref();
      const release = () => {
        clearTimeout(timer);
        opened.socket.off('close', drop);
      };
      opened.socket.once('close', drop);
      kept.set(origin, { ...opened, release, drop });
    },
    take: (origin) => {
      const found = kept.get(origin);
      kept.delete(origin);
      found?.release();
      return found;
    },
    drop: () => {
      for (const { drop } of kept.values()) drop();
    },
  };
};

/** The version to use: with `2` only HTTP/2, with `auto` the one that the server chooses. */
export type H2Mode = '2' | 'auto';

/** The HTTP/2 connections of one configuration. */
export interface H2Sessions {
  /**
   * Returns a connection to `origin`: an open one that accepts another request, unless `fresh` is set, or else a new one. Undefined if the
   * mode is `auto` and the server chose HTTP/1.1.
   * @throws H2Failure with HTTP2_UNAVAILABLE, or the connection error
   */
  readonly to: (
    origin: string,
    mode: H2Mode,
    signal: AbortSignal,
    fresh?: boolean,
  ) => Promise<H2Session | undefined>;
  /** Remembers for some time that a server requires HTTP/1.1. */
  readonly avoid: (origin: string) => void;
  /** Takes a connection on which the server chose HTTP/1.1 and nothing was sent yet. */
  readonly takeSpare: (origin: string) => OpenedConnection | undefined;
  /** Closes each connection once its pending responses have arrived. */
  readonly close: () => void;
  readonly destroy: () => void;
}

export interface H2SessionsOptions {
  readonly connectingFor: (
    mode: H2Mode,
    opened: (socket: Socket, opening: ConnectionOpening) => void,
  ) => ConnectionTracker;
  readonly proxy?: string | undefined;
  readonly connections: number;
  readonly keepAliveMs: number;
  readonly maxHeaderBytes: number;
}

/** How long HTTP/2 is not offered again to a server that chose HTTP/1.1, in milliseconds. */
const rememberedMs = 60_000;

/** A part of the code of the alert from a server that supports none of the offered protocols. */
const noAgreement = 'NO_APPLICATION_PROTOCOL';

type Openings = WeakMap<Socket, ConnectionOpening>;

const openConnection = (
  { connect: open }: ConnectionTracker,
  origin: string,
  openings: Openings,
): Promise<OpenedConnection> =>
  new Promise((resolve, reject) => {
    const { protocol, host, hostname, port } = new URL(origin);
    open({ protocol, host, hostname, port }, (error, socket) => {
      if (error !== null) {
        reject(error);
        return;
      }
      // The opening is noted before the connection is passed on.
      resolve({ socket, opening: openings.get(socket) as ConnectionOpening });
    });
  });

/** @throws H2Failure with HTTP2_UNAVAILABLE if the server accepts none of the protocols */
const negotiateConnection = async (
  connecting: ConnectionTracker,
  origin: string,
  mode: H2Mode,
  openings: Openings,
): Promise<OpenedConnection> => {
  try {
    return await openConnection(connecting, origin, openings);
  } catch (error) {
    if (mode !== '2' || !getErrorCode(error).includes(noAgreement)) throw error;
    throw new H2Failure('HTTP2_UNAVAILABLE', false, error);
  }
};

/** Starts a session on a connection, and lists it until it closes. */
const addSession = (
  kept: Map<string, Set<H2Session>>,
  origin: string,
  start: (onClose: () => void) => H2Session,
): H2Session => {
  const sessions = kept.get(origin) ?? new Set();
  kept.set(origin, sessions);
  const session = start(() => {
    sessions.delete(session);
    if (sessions.size === 0) kept.delete(origin);
  });
  sessions.add(session);
  return session;
};

type Open = (origin: string, mode: H2Mode) => Promise<H2Session | undefined>;

/** If several requests need a new connection at a time, opens only one for all of them. */
const shareOpening = (open: Open): Open => {
  const underWay = new Map<string, ReturnType<Open>>();
  return (origin, mode) => {
    const key = `${mode} ${origin}`;
    const known = underWay.get(key) ?? open(origin, mode).finally(() => underWay.delete(key));
    underWay.set(key, known);
    return known;
  };
};

/** Creates the HTTP/2 connections of a configuration. Each is opened when it is needed. */
export const createSessions = (options: H2SessionsOptions): H2Sessions => {
  const { proxy, connections, keepAliveMs, maxHeaderBytes, connectingFor } = options;
  const kept = new Map<string, Set<H2Session>>();
  const spares = createSpareConnections(keepAliveMs);
  const avoided = new Map<string, number>();
  const openings: Openings = new WeakMap();
  const note = (socket: Socket, opening: ConnectionOpening) => void openings.set(socket, opening);
  const connecting = { '2': connectingFor('2', note), auto: connectingFor('auto', note) };
  const avoid = (origin: string) => void avoided.set(origin, performance.now() + rememberedMs);

  const open = async (origin: string, mode: H2Mode): Promise<H2Session | undefined> => {
    const { socket, opening } = await negotiateConnection(connecting[mode], origin, mode, openings);
    if ((socket as { readonly alpnProtocol?: unknown }).alpnProtocol === 'h2') {
      const rules = { opening, proxy, keepAliveMs, maxHeaderBytes };
      const session = addSession(kept, origin, (onClose) =>
        startSession(origin, socket, { ...rules, onClose }),
      );
      await session.ready;
      return session;
    }
    if (mode === '2') {
      socket.destroy();
      throw new H2Failure('HTTP2_UNAVAILABLE');
    }
    avoid(origin);
    spares.keep(origin, { socket, opening });
    return undefined;
  };

  const opening = shareOpening(open);
  return {
    to: async (origin, mode, signal, fresh = false) => {
      const before = new Set(kept.get(origin));
      for (;;) {
        const open = [...(kept.get(origin) ?? [])].filter(
          (one) => one.isOpen() && !(fresh && before.has(one)),
        );
        const session = open.find((one) => one.claim()) ?? (open.length >= connections ? open[0] : undefined);
        if (session !== undefined) return session;
        if (mode === 'auto' && (avoided.get(origin) ?? 0) > performance.now()) return undefined;
        try {
          const made = await connecting[mode].during(origin, () =>
            rejectOnAbort(opening(origin, mode), signal),
          );
          if (made === undefined) return undefined;
          if (!made.isOpen()) throw new H2Failure('ECONNRESET');
        } catch (error) {
          if (getErrorCode(error) !== 'CONNECTION_GIVEN_UP' || signal.aborted) throw error;
        }
      }
    },
    avoid,
    takeSpare: spares.take,
    close: () => {
      for (const sessions of kept.values()) for (const one of sessions) one.close();
    },
    destroy: () => {
      for (const sessions of kept.values()) for (const one of sessions) one.destroy();
      spares.drop();
    },
  };
};
