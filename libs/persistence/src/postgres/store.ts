import { randomUUID } from 'node:crypto';

import type { AppError, SharedStore } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { tryStorage } from '../rows/stored-rows.js';
import { createStore, type OpenedStore } from '../store.js';
import { announce, createChangeFeed, createSharedChanges, startListening } from './change-feed.js';
import { type Address, connectClient, parseAddress, type TextClient, toOpenError } from './connection.js';
import { lockTurn, openPostgresDatabase, type StoreKeys, toPostgresFault } from './database.js';

/** Locks that only one process holds at a time. A lock ends with the connection that holds it. */
export interface Turns {
  readonly inTurn: SharedStore['inTurn'];
  /** Releases all locks, and rejects everything that waits for one. */
  readonly close: () => void;
}

/** Each held lock has its own connection, so that it is released when its process ends, however it ends. */
const createTurns = (url: string, address: Address): Turns => {
  const clients = new Set<TextClient>();
  const end = (client: TextClient): void => {
    clients.delete(client);
    void client.end().catch(() => undefined);
  };
  const take = async (key: string): Promise<TextClient> => {
    const client = await connectClient(url);
    clients.add(client);
    try {
      await lockTurn(client, key);
      return client;
    } catch (error) {
      end(client);
      throw error;
    }
  };
  const taken = (key: string): TE.TaskEither<AppError, TextClient> =>
    tryStorage('waiting for the turn to synchronize')(() =>
      take(key).catch((error: unknown) => {
        throw toPostgresFault(address, error);
      }),
    );
  return {
    inTurn: (key, work) =>
      pipe(
        taken(key),
        TE.flatMap(
          (client): typeof work =>
            () =>
              work().finally(() => {
                end(client);
              }),
        ),
      ),
    close: () => {
      for (const client of clients) end(client);
    },
  };
};

/** How long a write waits for other processes, in milliseconds. */
const defaultBusyTimeoutMs = 5_000;

export interface PostgresOptions extends StoreKeys {
  /** For example `postgres://user@host:5432/database`. Errors and notices never contain the password. */
  readonly url: string;
  /** How long a write waits for other processes, in milliseconds; default 5,000. */
  readonly busyTimeoutMs?: number;
  /** Called when the connection is lost or restored, and for rows that cannot be read. */
  readonly notice?: (message: string) => void;
}

/**
 * Opens a store in a PostgreSQL database that several processes may share, and updates its schema.
 * @throws UnusableDatabase if the database cannot be reached or used
 */
export const openPostgresStore = async (options: PostgresOptions): Promise<OpenedStore> => {
  const { url, busyTimeoutMs = defaultBusyTimeoutMs, notice = () => undefined } = options;
  const address = parseAddress(url);
  const origin = randomUUID();
  const database = await openPostgresDatabase(url, address, busyTimeoutMs, options, notice);
  try {
    const feed = await createChangeFeed(database.source, origin);
    const onNews = async (): Promise<void> => {
      // Operations that need a missing new key report it themselves, so the start need not fail.
      await database.checkKey().catch(() => undefined);
      await feed.read();
    };
    const listening = await startListening({ url, origin, onNews, notice, shown: address.shown });
    if (options.rotateKey === true) await announce(database.source, origin);
    const turns = createTurns(url, address);
    const sharedChanges = createSharedChanges(origin);
    return {
      store: {
        ...createStore(database, (access) => ({ sharedChanges: sharedChanges(access) })),
        shared: { subscribe: feed.subscribe, inTurn: turns.inTurn },
      },
      close: async () => {
        turns.close();
        await listening.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw toOpenError(address, error);
  }
};
