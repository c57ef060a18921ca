import { createBodyFiles } from './sqlite/body-files.js';
import { createGroupedHistory, type HistoryLimits } from './repositories/history.js';
import { defaultBusyTimeoutMs, openDatabase } from './sqlite/database.js';
import type { Recovery } from './sqlite/recover.js';
import { createStore, type OpenedStore } from './store.js';

export { type Claim, claim } from './files/claim.js';
export { importMemories, jsonPath, requestFiles, createWorkspaceLocations } from './files.js';
export type { HistoryLimits } from './repositories/history.js';
export type { Recovery } from './sqlite/recover.js';
export type { OpenedStore } from './store.js';
export { openPostgresStore, type PostgresOptions } from './postgres/store.js';
export { UnusableDatabase } from './storage-fault.js';

export interface SqliteOptions {
  /** The SQLite file. It is created with its folder if needed, readable by its owner only. */
  readonly file: string;
  /** How long a write waits for another process, in milliseconds; default 5,000. */
  readonly busyTimeoutMs?: number;
  /** Called with warnings for the user: damage, a file that others can open, what was recovered. */
  readonly notice?: (message: string) => void;
  /** How executions are written. By default, at most 64 of them are written together, at most 50 ms after they ended. */
  readonly history?: Partial<HistoryLimits>;
  /** Maximum disk space for long bodies in the folder next to the file, in bytes; default 512 MiB. */
  readonly bodiesBytes?: number;
  /** How to replace a damaged file, of which a copy is kept. By default, the start is refused. */
  readonly recover?: Recovery;
  /**
   * If true, the key that encrypts secrets is put into the platform's keychain, if there is one. Otherwise, and by default, it is in
   * `secrets.key` next to the file.
   */
  readonly keychain?: boolean;
  /** Whether to replace that key and encrypt all secrets with a new key. No other process may use the file. */
  readonly rotateKey?: boolean;
}

/**
 * Opens a store in a SQLite file and brings its schema up to date.
 * @throws UnusableDatabase for a file from a newer version or a file that is not a database; the system's error for an inaccessible file
 */
export const openSqliteStore = async (options: SqliteOptions): Promise<OpenedStore> => {
  const { file, busyTimeoutMs, bodiesBytes, history: limits = {}, ...others } = options;
  const notice = options.notice ?? (() => undefined);
  const database = await openDatabase(file, busyTimeoutMs ?? defaultBusyTimeoutMs, others);
  const files = createBodyFiles(database, `${file}.bodies`, bodiesBytes);
  // Removes what an earlier process left behind. A failure must not prevent the start.
  await files.tidy().catch((error: unknown) => {
    notice(`Old bodies of responses could not be removed: ${(error as Error).message}`);
  });
  const history = createGroupedHistory(database, notice, limits, files);
  const close = async (): Promise<void> => {
    await history.written();
    await database.close();
  };
  return { store: createStore(database, undefined, history, files), close };
};
