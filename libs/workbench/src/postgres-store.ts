import { getDataFilePaths } from '@tandem/node';
import { openPostgresStore } from '@tandem/persistence';

import { readBusyTimeout, type StoreOpener } from './workbench.js';

export interface PostgresStoreOptions {
  /** For example `postgres://user@host:5432/database`. */
  readonly url: string;
  /** The folder with the store's key, unless `TANDEM_STORE_KEY` contains it. */
  readonly dataFolder: string;
  /** Whether to encrypt all secrets with a new key. */
  readonly rotateKey?: boolean;
  /** Environment variables with settings, such as `TANDEM_BUSY_TIMEOUT_MS`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The store in a PostgreSQL database, which several processes may use. */
export const createPostgresOpener =
  ({ url, dataFolder, rotateKey = false, env = {} }: PostgresStoreOptions): StoreOpener =>
  (notice) =>
    openPostgresStore({
      url,
      notice,
      rotateKey,
      keyFile: getDataFilePaths(dataFolder).storeKey,
      ...(env.TANDEM_STORE_KEY === undefined ? {} : { storeKey: env.TANDEM_STORE_KEY }),
      ...readBusyTimeout(env),
    });
