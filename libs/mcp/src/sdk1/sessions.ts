import { randomBytes } from 'node:crypto';

import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Change } from '@tandem/core';

import { connect, type Connection, type Reply, type Serving } from './connection.js';
import type { EventStream } from '../http/event-stream.js';
import { type Claims, mintSessionId, readSessionId } from './session-id.js';

/** A client that has said who it is. */
export interface Session {
  readonly id: string;
  readonly connection: Connection;
  /** Sends what concerns no request there from now on, in place of any stream before. */
  readonly listenOn: (stream: EventStream) => void;
}

export interface SessionsOptions {
  /** What ids are signed with; whoever has it honours them. */
  readonly key: Uint8Array;
  readonly newServer: () => Serving;
  /** How many are held in memory; those beyond open again when they are used. Default 256. */
  readonly most?: number;
}

interface Held extends Session {
  readonly isIdle: () => boolean;
  readonly close: () => Promise<void>;
}

/** How many ended sessions are remembered. */
const mostEnded = 10_000;

const noReply: Reply = { related: () => false, settle: () => undefined };

const initializeOf = ({ protocolVersion, capabilities, clientInfo }: Claims): JSONRPCRequest => ({
  jsonrpc: '2.0',
  id: 'again',
  method: 'initialize',
  params: { protocolVersion, capabilities, clientInfo },
});

const open = async (id: string, newServer: () => Serving): Promise<Held> => {
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
  /** A new session for what `initialize` said; undefined when the client says too much of itself. */
  readonly begin: (claims: Omit<Claims, 'nonce'>) => Promise<Session | undefined>;
  /** The session of an id, opened again if need be; undefined when it ended or was never one. */
  readonly find: (id: string) => Promise<Session | undefined>;
  /** Ends a session and cancels what it runs; false when there is none. */
  readonly end: (id: string) => Promise<boolean>;
  readonly onChange: (change: Change) => void;
  readonly close: () => Promise<void>;
}

/**
 * Sessions whose ids hold all that a server must know of its client. So they are honoured after a restart, for clients
 * do not initialize again.
 */
export const createSessions = ({ key, newServer, most = 256 }: SessionsOptions): Sessions => {
  const held = new Map<string, Promise<Held>>();
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
  const hold = (id: string, opening: Promise<Held>): Promise<Held> => {
    held.delete(id);
    held.set(id, opening);
    if (held.size > most) void evict();
    return opening;
  };
  const openAgain = async (id: string, claims: Claims): Promise<Held> => {
    const session = await open(id, newServer);
    session.connection.request(initializeOf(claims), noReply);
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
      const id = mintSessionId(key, { ...said, nonce: randomBytes(12).toString('base64url') });
      return id === undefined ? undefined : hold(id, open(id, newServer));
    },
    find,
    end: async (id) => {
      if (ended.has(id) || readSessionId(key, id) === undefined) return false;
      ended.add(id);
      const [oldest] = ended;
      if (ended.size > mostEnded && oldest !== undefined) ended.delete(oldest);
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
