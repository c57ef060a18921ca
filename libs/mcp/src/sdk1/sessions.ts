import { randomBytes } from 'node:crypto';

import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';

import { connect, type Connection, type Reply, type ConnectionServer } from './connection.js';
import type { ResourceChange } from '../catalogue/catalogue.js';
import type { EventStream } from '../http/event-stream.js';
import { type Claims, createSessionId, readSessionId } from './session-id.js';

/** A client that has sent `initialize`. */
export interface Session {
  readonly id: string;
  readonly connection: Connection;
  /** Sets the stream for messages that belong to no request, in place of the previous one. */
  readonly listenOn: (stream: EventStream) => void;
}

export interface SessionsOptions {
  /** Signs the ids. Every server with this key accepts them. */
  readonly key: Uint8Array;
  readonly newServer: () => ConnectionServer;
  /** Maximum number of sessions in memory, by default 256. Others are reopened when they are used again. */
  readonly most?: number;
}

interface StoredSession extends Session {
  readonly isIdle: () => boolean;
  readonly close: () => Promise<void>;
}

/** Maximum number of ended sessions to remember. */
const maxEndedSessions = 10_000;

const noReply: Reply = { related: () => false, settle: () => undefined };

const createInitialize = ({ protocolVersion, capabilities, clientInfo }: Claims): JSONRPCRequest => ({
  jsonrpc: '2.0',
  id: 'again',
  method: 'initialize',
  params: { protocolVersion, capabilities, clientInfo },
});

const openSession = async (id: string, newServer: () => ConnectionServer): Promise<StoredSession> => {
  let stream: EventStream | undefined;
  const connection = await connect(newServer(), {
    sessionId: id,
    unrelated: (message) => {
      stream?.send(message);
      return stream !== undefined;
    },
  });
  return {
    id,
    connection,
    listenOn: (next) => {
      stream?.end();
      stream = next;
      next.onClose(() => {
        if (stream === next) stream = undefined;
      });
    },
    isIdle: () => stream === undefined && !connection.isBusy(),
    close: async () => {
      stream?.end();
      await connection.close();
    },
  };
};

export interface Sessions {
  /** Begins the session of a client that sent `initialize`. Undefined if its content does not fit into an id. */
  readonly begin: (claims: Omit<Claims, 'nonce'>) => Promise<Session | undefined>;
  /** Finds the session with this id, and reopens it if necessary. Undefined if it has ended or never existed. */
  readonly find: (id: string) => Promise<Session | undefined>;
  /** Ends a session and cancels its requests. False if it does not exist. */
  readonly end: (id: string) => Promise<boolean>;
  readonly onChange: (change: ResourceChange) => void;
  readonly close: () => Promise<void>;
}

/**
 * Creates sessions whose ids contain everything that the server must know about the client. They stay valid when the server restarts,
 * because clients would not send `initialize` again.
 */
export const createSessions = ({ key, newServer, most = 256 }: SessionsOptions): Sessions => {
  const held = new Map<string, Promise<StoredSession>>();
  const ended = new Set<string>();

  const evict = async (): Promise<void> => {
    for (const [id, opening] of [...held]) {
      if (held.size <= most) return;
      const one = await opening;
      if (!one.isIdle()) continue;
      held.delete(id);
      await one.close();
    }
  };
  const hold = (id: string, opening: Promise<StoredSession>): Promise<StoredSession> => {
    held.delete(id);
    held.set(id, opening);
    if (held.size > most) void evict();
    return opening;
  };
  const openAgain = async (id: string, claims: Claims): Promise<StoredSession> => {
    const session = await openSession(id, newServer);
    session.connection.request(createInitialize(claims), noReply);
    session.connection.deliver({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return session;
  };
  const find = async (id: string): Promise<Session | undefined> => {
    if (ended.has(id)) return undefined;
    const known = held.get(id);
    if (known) return hold(id, known);
    const claims = readSessionId(key, id);
    return claims && hold(id, openAgain(id, claims));
  };
  return {
    begin: async (said) => {
      const id = createSessionId(key, { ...said, nonce: randomBytes(12).toString('base64url') });
      return id === undefined ? undefined : hold(id, openSession(id, newServer));
    },
    find,
    end: async (id) => {
      if (ended.has(id) || readSessionId(key, id) === undefined) return false;
      ended.add(id);
      const [oldest] = ended;
      if (ended.size > maxEndedSessions && oldest !== undefined) ended.delete(oldest);
      const opening = held.get(id);
      held.delete(id);
      await (await opening)?.close();
      return true;
    },
    onChange: (change) => {
      for (const opening of held.values())
        void opening.then(({ connection }) => {
          connection.onChange(change);
        });
    },
    close: async () => {
      const all = await Promise.all(held.values());
      held.clear();
      await Promise.all(all.map((one) => one.close()));
    },
  };
};
