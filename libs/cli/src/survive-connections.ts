import type { Logger } from './log.js';

const codes: ReadonlySet<unknown> = new Set(['ECONNABORTED', 'ECONNRESET', 'ENOTCONN', 'EPIPE', 'ETIMEDOUT']);
const calls: ReadonlySet<unknown> = new Set(['read', 'shutdown', 'write', 'writev']);

/**
 * Whether an error tells no more than that one connection failed while it was read or written. Node closes a socket
 * before it reports such an error, so nothing is left to be closed. A failed `connect` or `listen` does not count:
 * whoever asked for it has to know.
 */
export const isOfOneConnection = (error: unknown): boolean => {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return codes.has(code) && calls.has(syscall);
};

/**
 * The last line of defence, for a socket or pipe that somebody forgot to listen to: its error is logged, and the
 * process goes on. Any other exception or rejection that nothing catches is logged and ends the process with 1.
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
  // Without a listener a reader that went away would end the process too.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
};
