import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

import { stringifyJson } from '@tandem/core/codec';

/** The lines of MCP's stdio transport, each a JSON message. */
export interface Lines {
  readonly send: (message: object) => void;
  /** Calls `take` with each line until the client closes a stream or a stream fails. */
  readonly each: (take: (line: string) => void) => Promise<void>;
  /** Stops reading lines. */
  readonly end: () => void;
}

/** How long calls may keep running after the client has closed its input, in milliseconds. */
export const graceMs = 5_000;

/** Opens the lines on a pair of streams, by default those of this process. Reads nothing until `each` is called. */
export const openLines = (input: Readable = process.stdin, output: Writable = process.stdout): Lines => {
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
  };
  output.on('error', end);
  input.on('error', end);
  return {
    send: (message) => {
      output.write(`${stringifyJson(message)}\n`);
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
