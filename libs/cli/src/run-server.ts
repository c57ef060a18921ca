import { choiceFlag, type Flags, type Program, readFlags, type ValuesOf } from './flags.js';
import { createLog, type Logger, logLevels } from './log.js';
import { sentenceOf } from './start-failure.js';
import { surviveConnections } from './survive-connections.js';

/** A server that has started. */
export interface Started {
  /** What is printed to stdout once it is ready, a line each. */
  readonly lines: readonly string[];
  /** Ends the server; a second signal does not wait for it. */
  readonly close: () => Promise<void>;
  /** Resolves when the server ends by itself, such as when its window is closed. */
  readonly ended?: Promise<void>;
}

export interface ServerProgram<F extends Flags> extends Program<F> {
  /** The variable that stands in for `--log-level`. */
  readonly logLevelEnv: string;
  readonly start: (values: ValuesOf<F>, log: Logger) => Promise<Started>;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves with the first signal; the second ends the process at once. */
const firstSignal = (): Promise<void> =>
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
  let started: Started;
  try {
    started = await program.start(values, log);
  } catch (error) {
    log.debug({ err: error }, 'start failed');
    process.stderr.write(`${program.name}: ${sentenceOf(error)}\n`);
    return 1;
  }
  const signalled = firstSignal();
  process.stdout.write(started.lines.map((line) => `${line}\n`).join(''));
  await Promise.race([signalled, started.ended ?? signalled]);
  await started.close();
  return 0;
};

/**
 * Runs a server from its command line to its end.
 * Ready: its lines on stdout. SIGINT or SIGTERM: closes and ends with 0. A wrong flag: one line on stderr, 2.
 * A failed start: one line on stderr, 1. Logs go to stderr. A bug that nothing catches: logged, 1.
 * @returns the exit code
 */
export const runServer = async <F extends Flags>(
  program: ServerProgram<F>,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> => {
  const logLevel = choiceFlag({
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
