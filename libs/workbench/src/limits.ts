import { defaultActivityLimits, defaultKeepLimits, type KeepLimits, storedRunLimits } from '@tandem/core';

const parseWholeNumber = (text: string | undefined, otherwise: number, max: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Math.min(Number(text), max) : otherwise;

/**
 * Reads the storage limits. Invalid values are ignored.
 * - Stored executions: `TANDEM_EXECUTIONS_KEPT` per workspace, 0 to 10,000. `TANDEM_EXECUTIONS_KEPT_PER_REQUEST`, up
 * to 1,000, are stored for each request even if the workspace then exceeds its limit. `TANDEM_EXECUTION_BODY_BYTES`
 * per body, up to 50 MiB.
 * - Reports of runs: `TANDEM_RUNS_KEPT` per workspace, 0 to 1,000.
 * - Activity: `TANDEM_ACTIVITY_KEPT` entries per workspace, 0 to 100,000, for `TANDEM_ACTIVITY_DAYS` days, 1 to
 * 3,650.
 */
export const readStorageLimits = (env: Readonly<Record<string, string | undefined>>): KeepLimits => ({
  executions: parseWholeNumber(env.TANDEM_EXECUTIONS_KEPT, defaultKeepLimits.executions, 10_000),
  perRequest: parseWholeNumber(env.TANDEM_EXECUTIONS_KEPT_PER_REQUEST, defaultKeepLimits.perRequest, 1_000),
  bodyBytes: parseWholeNumber(env.TANDEM_EXECUTION_BODY_BYTES, defaultKeepLimits.bodyBytes, 50 * 1024 * 1024),
  runs: parseWholeNumber(env.TANDEM_RUNS_KEPT, storedRunLimits.runs, 1_000),
  activity: {
    ...defaultActivityLimits,
    entries: parseWholeNumber(env.TANDEM_ACTIVITY_KEPT, defaultActivityLimits.entries, 100_000),
    days: Math.max(1, parseWholeNumber(env.TANDEM_ACTIVITY_DAYS, defaultActivityLimits.days, 3_650)),
  },
});

/** Reads the disk space for all stored bodies together, `TANDEM_EXECUTION_BODIES_BYTES`; empty for the default. */
export const readMaxStoredBodiesBytes = (
  env: Readonly<Record<string, string | undefined>>,
): { readonly bodiesBytes?: number } => {
  const given = env.TANDEM_EXECUTION_BODIES_BYTES;
  return given !== undefined && /^\d{1,12}$/.test(given) ? { bodiesBytes: Number(given) } : {};
};

/** Reads the maximum size of a GraphQL schema, `TANDEM_GRAPHQL_SCHEMA_BYTES`, up to 50 MiB; empty for the default. */
export const readMaxSchemaBytes = (
  env: Readonly<Record<string, string | undefined>>,
): { readonly graphqlSchemaBytes?: number } => {
  const given = parseWholeNumber(env.TANDEM_GRAPHQL_SCHEMA_BYTES, 0, 50 * 1024 * 1024);
  return given === 0 ? {} : { graphqlSchemaBytes: given };
};

/** Reads the maximum number of operations in one call, `TANDEM_APPLY_OPERATIONS`, up to 10,000; empty for the default. */
export const readMaxOperations = (
  env: Readonly<Record<string, string | undefined>>,
): { readonly maxOperations?: number } => {
  const given = parseWholeNumber(env.TANDEM_APPLY_OPERATIONS, 0, 10_000);
  return given === 0 ? {} : { maxOperations: given };
};

/** How long a call waits for a person's answer, `TANDEM_APPROVAL_MS`, up to an hour; empty for the default. */
const readApprovalTimeout = (
  env: Readonly<Record<string, string | undefined>>,
): { readonly approvalMs?: number } => {
  const given = parseWholeNumber(env.TANDEM_APPROVAL_MS, 0, 3_600_000);
  return given === 0 ? {} : { approvalMs: given };
};

/** Additional folders for saved bodies, `TANDEM_SAVE_FOLDERS`, separated by commas; empty for only files/. */
const readFoldersForSaving = (
  env: Readonly<Record<string, string | undefined>>,
): { readonly saveFolders?: readonly string[] } => {
  const saveFolders = (env.TANDEM_SAVE_FOLDERS ?? '')
    .split(',')
    .map((one) => one.trim().replace(/\/+$/, ''))
    .filter((one) => one !== '');
  return saveFolders.length === 0 ? {} : { saveFolders };
};

/** Reads the limits of single calls. */
export const readCallLimits = (env: Readonly<Record<string, string | undefined>>) => ({
  ...readMaxOperations(env),
  ...readApprovalTimeout(env),
  ...readFoldersForSaving(env),
});
