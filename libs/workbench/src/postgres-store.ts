import { openPostgresStore } from '@tandem/persistence';

import { busyTimeoutFromEnvironment } from './busy.js';
import type { StoreOpener } from './workbench.js';

/**
 * The store in a PostgreSQL database, which several processes may use.
 * @param url for example `postgres://user@host:5432/database`
 * @param env environment variables with settings, such as `TANDEM_BUSY_TIMEOUT_MS`
 */
export const postgresStore =
  (url: string, env: Readonly<Record<string, string | undefined>> = {}): StoreOpener =>
  (notice) =>
    openPostgresStore({ url, notice, ...busyTimeoutFromEnvironment(env) });
