import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** MCP's stdio transport: one message of JSON a line. */
export interface Lines {
  readonly send: (message: object) => void;
  /** Calls `take` for each line until the client ends, reads no more or cannot be read. */
  readonly each: (take: (line: string) => void) => Promise<void>;
  /** Takes no more lines. */
  readonly end: () => void;
}

/** How long calls may go on after the client has ended, in milliseconds. */
export const graceMs = 5_000;

/** Lines over a pair of streams, those of this process unless others are given; nothing is read before `each`. */
export const openLines = (input: Readable = process.stdin, output: Writable = process.stdout): Lines => {
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
  };
  output.on('error', end);
  input.on('error', end);
  return {
    send: (message) => {
      output.write(`${JSON.stringify(message)}\n`);
    },
    each: (take) =>
      new Promise((resolve) => {
        const reader = createInterface({ input, crlfDelay: Infinity, terminal: false, signal: ended.signal });
        reader.on('line', (line) => {
          if (line.trim() !== '') take(line);
        });
        reader.on('error', end);
        reader.once('close', resolve);
      }),
    end,
  };
};
