import { randomUUID } from 'node:crypto';

import { createStore, type OpenedStore } from '../store.js';
import { parseAddress } from './address.js';
import { createChangeFeed } from './change-feed.js';
import { openPostgresDatabase } from './database.js';
import { startListening } from './listening.js';
import { toOpenError } from './refusals.js';
import type { StoreKeys } from './sealing.js';
import { announce, createSharedChanges } from './shared-changes.js';
import { createTurns } from './turns.js';

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
      // If the new key is missing, calls that need it report that.
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
