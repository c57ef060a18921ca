/**
 * How long a write waits for other processes that write to the same database: `TANDEM_BUSY_TIMEOUT_MS`, up to ten minutes.
 * Invalid values are ignored.
 */
export const readBusyTimeout = (
  env: Readonly<Record<string, string | undefined>>,
): { readonly busyTimeoutMs?: number } => {
  const text = env.TANDEM_BUSY_TIMEOUT_MS ?? '';
  return /^\d{1,9}$/.test(text) ? { busyTimeoutMs: Math.min(Number(text), 600_000) } : {};
};
