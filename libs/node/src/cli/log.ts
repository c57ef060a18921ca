import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Log levels, from quiet to verbose. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** A log on stderr: JSON lines, or a readable format on a terminal. */
export const createLog = async (name: string, level: LogLevel): Promise<Logger> => {
  if (!process.stderr.isTTY) return pino({ name, level }, pino.destination({ dest: 2, sync: true }));
  const { default: pretty } = await import('pino-pretty');
  return pino(
    { name, level },
    pretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }),
  );
};
