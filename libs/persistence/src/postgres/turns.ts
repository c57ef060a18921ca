import type { AppError, SharedStore } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { tryStorage } from '../rows/stored-rows.js';
import type { Address } from './address.js';
import { connectClient, type TextClient } from './client.js';
import { toPostgresFault } from './database.js';
import { lockTurn } from './write-lock.js';

/** Locks among processes, which end with the connection that holds them. */
export interface Turns {
  readonly inTurn: SharedStore['inTurn'];
  /** Ends all turns and all waiting. */
  readonly close: () => void;
}

/** Each turn has its own connection, so that its lock is released when its process ends in any way. */
export const createTurns = (url: string, address: Address): Turns => {
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
