import { show } from './show.js';

/** One line, as it crosses. */
export interface Line {
  readonly level: string;
  readonly message: string;
}

/**
 * A console that keeps its lines, up to a number of lines and of characters; then one line says so.
 * @param onLine is told of each at once
 */
export const createConsole = (maxLines: number, maxText: number, onLine: (line: Line) => void) => {
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
    if (count >= maxLines || size + message.length > maxText) {
      full = true;
      keep({
        level: 'warn',
        message: `The console is full: ${maxLines} lines or ${maxText} characters.`,
      });
      return;
    }
    count += 1;
    size += message.length;
    keep({ level, message });
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
