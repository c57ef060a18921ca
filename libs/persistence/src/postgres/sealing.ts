import type { DataSource } from 'typeorm';

import type { Address } from './address.js';
import { openKeyFile } from '../secrecy/key-places.js';
import { readKnown, writeKnown } from '../secrecy/known-keys.js';
import { sealedTables } from '../secrecy/sealed-columns.js';
import {
  openSharedSealing,
  type SharedSealing,
  type SharedSealingOptions,
} from '../secrecy/shared-sealing.js';

/** Where the key of a store is. */
export interface StoreKeys {
  /** The file with the keys of this server. */
  readonly keyFile: string;
  /** The text of `TANDEM_STORE_KEY`. */
  readonly storeKey?: string;
  /** Whether to replace the key. */
  readonly rotateKey?: boolean;
}

/** Rewrites the tables once after the first sealing: their dead rows hold what was stored in plain text. */
const rewrite = async (source: DataSource, write: SharedSealingOptions['write']): Promise<void> => {
  const known = await readKnown(source.manager);
  if (known === undefined || known.clean) return;
  for (const table of sealedTables) await source.query(`VACUUM FULL "${table}"`);
  await write(async (db) => {
    const now = await readKnown(db);
    if (now !== undefined) await writeKnown(db, { ...now, clean: true });
  });
};

/**
 * Opens the sealing of a PostgreSQL store.
 * @throws UnusableDatabase if the key is missing, or cannot be kept
 */
export const openStoreSealing = async (
  source: DataSource,
  { shown }: Address,
  { keyFile: path, storeKey, rotateKey = false }: StoreKeys,
  { write, notice }: Pick<SharedSealingOptions, 'write' | 'notice'>,
): Promise<SharedSealing> => {
  const file = openKeyFile(path);
  const opened = await openSharedSealing({
    ...{ shown, file, given: storeKey, rotate: rotateKey, notice, write },
    read: (work) => work(source.manager),
  });
  // Fails while another server uses the tables; the next start tries again.
  await rewrite(source, write).catch(() => undefined);
  return opened;
};
