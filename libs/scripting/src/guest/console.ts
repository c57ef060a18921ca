import type { Cut } from './cut.js';
import { show } from './show.js';
import { withinBytes } from './web.js';

/** One line, as it crosses. */
export interface Line {
  readonly level: string;
  readonly message: string;
  /** How many UTF-16 units of the message are to be shown; all without it. */
  readonly shown?: number;
}

/**
 * A console that keeps its lines, up to a number of lines and of bytes in UTF-8; then one line says so.
 * @param onLine is told of each at once
 */
export const createConsole = (maxLines: number, maxBytes: number, cut: Cut, onLine: (line: Line) => void) => {
  let lines: Line[] = [];
  let count = 0;
  let size = 0;
  let full = false;
  const keep = (line: Line): void => {
    lines.push(line);
    onLine(line);
  };
  const say = (level: string, message: string): void => {
    if (full) return;
    const { units, bytes } = withinBytes(message, count < maxLines ? maxBytes - size : 0);
    full = count >= maxLines || units < message.length;
    count += 1;
    size += bytes;
    if (!full) keep({ level, message });
    else if (units > 0) keep({ level, message: cut(message, units), shown: units });
    if (full)
      keep({ level: 'warn', message: `The console is full: ${maxLines} lines or ${maxBytes} bytes.` });
  };
  const method =
    (level: string) =>
    (...values: unknown[]): void => {
      say(level, values.map(show).join(' '));
    };
  return {
    console: {
      log: method('log'),
      info: method('info'),
      warn: method('warn'),
      error: method('error'),
      debug: method('debug'),
      trace: method('debug'),
      dir: method('log'),
      table: method('log'),
      assert: (holds: unknown, ...values: unknown[]) => {
        if (!holds) say('error', ['Assertion failed', ...values.map(show)].join(' '));
      },
    },
    /** The lines since the last call. */
    take: (): readonly Line[] => {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
};
