import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

import { decode, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

/** Timeout for a response of the browser, in milliseconds. */
const timeoutMs = 10_000;

const Reply = t.intersection([t.type({ id: t.number }), t.partial({ result: t.unknown, error: t.unknown })]);

/** A browser started with `--remote-debugging-pipe`, which uses the DevTools Protocol on its pipes 3 and 4. */
export interface DevTools {
  /** Returns the result of a method; rejects on an error, on a timeout of ten seconds, or if the browser has ended. */
  readonly call: (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Splits a stream into messages that end with a zero byte. */
const readMessages = (from: Readable, tell: (text: string) => void): void => {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (chunk: string) => {
    const pieces = `${rest}${chunk}`.split('\0');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) tell(piece);
  });
};

/** Connects to a browser that we started. */
export const connectDevTools = (child: ChildProcess): DevTools => {
  const [, , , to, from] = child.stdio as (Readable | Writable | null)[];
  const waiting = new Map<number, (reply: t.TypeOf<typeof Reply>) => void>();
  let last = 0;
  readMessages(from as Readable, (text) => {
    const decoded = decode(Reply)(parse(text));
    if (E.isRight(decoded)) waiting.get(decoded.right.id)?.(decoded.right);
  });
  return {
    call: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        const end = (done: () => void): void => {
          clearTimeout(timer);
          waiting.delete(id);
          done();
        };
        const fail = (why: string): void => {
          end(() => {
            reject(new Error(`${method}: ${why}`));
          });
        };
        const timer = setTimeout(() => {
          fail('no answer');
        }, timeoutMs);
        waiting.set(id, ({ result, error }) => {
          if (error !== undefined) fail(JSON.stringify(error));
          else
            end(() => {
              resolve(result);
            });
        });
        (to as Writable).write(`${JSON.stringify({ id, method, params })}\0`, (error) => {
          if (error) fail(error.message);
        });
      }),
  };
};
