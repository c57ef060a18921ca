import type { Logger } from './log.js';

const codes: ReadonlySet<unknown> = new Set(['ECONNABORTED', 'ECONNRESET', 'ENOTCONN', 'EPIPE', 'ETIMEDOUT']);
const calls: ReadonlySet<unknown> = new Set(['read', 'shutdown', 'write', 'writev']);

/**
 * Whether an error only means that one connection failed while reading or writing. Node closes a socket before it reports
 * such an error, so there is nothing left to close. A failed `connect` or `listen` does not count: its caller has to know.
 */
export const isOfOneConnection = (error: unknown): boolean => {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return codes.has(code) && calls.has(syscall);
};

/**
 * The last line of defence for a socket or pipe without an error listener: its error is logged and the process continues.
 * Any other uncaught exception or rejection is logged and ends the process with 1.
 */
export const surviveConnections = (log: Logger): void => {
  process.on('uncaughtException', (error: unknown) => {
    if (isOfOneConnection(error)) {
      log.error({ err: error }, 'a connection failed with an unhandled error and was closed');
      return;
    }
    log.fatal({ err: error }, 'internal error; the process will exit');
    process.exit(1);
  });
  // Without a listener, a closed stdout would end the process too.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
};
