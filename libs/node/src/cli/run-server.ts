import { type Logger, pino } from 'pino';

import { commandVariable } from './commands.js';
import { defineChoiceFlag, type Flags, type Program, readFlags, type ValuesOf } from './flags.js';
import { describeStartFailure } from './start-failure.js';

export type { Logger } from 'pino';

/** Log levels, from quiet to verbose. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Creates a log that writes to stderr: JSON lines, or a readable format on a terminal. */
export const createLog = async (name: string, level: LogLevel): Promise<Logger> => {
  if (!process.stderr.isTTY) return pino({ name, level }, pino.destination({ dest: 2, sync: true }));
  const { default: pretty } = await import('pino-pretty');
  return pino(
    { name, level },
    pretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }),
  );
};

const codes: ReadonlySet<unknown> = new Set(['ECONNABORTED', 'ECONNRESET', 'ENOTCONN', 'EPIPE', 'ETIMEDOUT']);
const calls: ReadonlySet<unknown> = new Set(['read', 'shutdown', 'write', 'writev']);

/**
 * Says whether an error only means that one connection failed while reading or writing. Node closes a socket before it reports such an
 * error, so there is nothing left to close. An error of `connect` or `listen` is not such an error, because the caller must know about it.
 */
export const isConnectionError = (error: unknown): boolean => {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return codes.has(code) && calls.has(syscall);
};

/**
 * Handles errors of sockets and pipes that have no error listener: logs them and continues. Logs any other uncaught exception or
 * rejection, and ends the process with 1.
 */
const surviveConnections = (log: Logger): void => {
  process.on('uncaughtException', (error: unknown) => {
    if (isConnectionError(error)) {
      log.error({ err: error }, 'a connection failed with an unhandled error and was closed');
      return;
    }
    log.fatal({ err: error }, 'internal error; the process will exit');
    process.exit(1);
  });
  // Without a listener, the error of writing to a closed stdout would end the process too.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
};

/** A server that has started. */
export interface StartedServer {
  /** The lines to print to stdout once the server is ready. */
  readonly lines: readonly string[];
  /** Stops the server. The process does not wait for this after a second signal. */
  readonly close: () => Promise<void>;
  /** Resolves when the server ends on its own, for example because its window was closed. Rejects when the server cannot continue. */
  readonly ended?: Promise<void>;
}

export interface ServerProgram<F extends Flags> extends Program<F> {
  /** The environment variable for `--log-level`. */
  readonly logLevelEnv: string;
  readonly start: (values: ValuesOf<F>, log: Logger) => Promise<StartedServer>;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves on the first signal. A second signal ends the process immediately. */
const waitForSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let heard = false;
    const hear = () => {
      if (heard) process.exit(1);
      heard = true;
      resolve();
    };
    for (const signal of signals) process.on(signal, hear);
  });

const serve = async <F extends Flags>(
  program: ServerProgram<F>,
  values: ValuesOf<F>,
  log: Logger,
): Promise<number> => {
  surviveConnections(log);
  let started: StartedServer;
  try {
    started = await program.start(values, log);
  } catch (error) {
    log.debug({ err: error }, 'start failed');
    process.stderr.write(`${program.name}: ${describeStartFailure(error)}\n`);
    return 1;
  }
  const signalled = waitForSignal();
  process.stdout.write(started.lines.map((line) => `${line}\n`).join(''));
  const exitCode = await Promise.race([signalled, started.ended ?? signalled]).then(
    () => 0,
    (error: unknown) => {
      process.stderr.write(`${program.name}: ${describeStartFailure(error)}\n`);
      return 1;
    },
  );
  await started.close();
  return exitCode;
};

/**
 * Runs a server from its command line until it ends. It prints its lines to stdout when it is ready; SIGINT or
 * SIGTERM closes it with exit code 0. An invalid flag (2), a failed start (1) and a server that cannot continue (1)
 * print one line to stderr. Logs go to stderr. An uncaught error is logged and ends the process with 1.
 * @returns the exit code
 */
export const runServer = async <F extends Flags>(
  given: ServerProgram<F>,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> => {
  const program = { ...given, name: env[commandVariable] ?? given.name };
  const logLevel = defineChoiceFlag({
    flags: '--log-level <level>',
    description: `How much to log: ${logLevels.join(', ')}`,
    env: program.logLevelEnv,
    choices: logLevels,
    fallback: 'info',
  });
  const read = readFlags({ ...program, flags: { ...program.flags, logLevel } }, argv, env);
  if ('ended' in read) {
    const { exitCode, text } = read.ended;
    (exitCode === 0 ? process.stdout : process.stderr).write(text.endsWith('\n') ? text : `${text}\n`);
    return exitCode;
  }
  const values = read.values as ValuesOf<F> & { readonly logLevel: (typeof logLevels)[number] };
  return serve(program, values, await createLog(program.name, values.logLevel));
};
