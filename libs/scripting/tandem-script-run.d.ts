/* eslint-disable @typescript-eslint/no-explicit-any -- the fields of a row are anybody's JSON */

/**
 * The run that contains the request. A request executed on its own sees a run of one iteration with the id null, in
 * which `stop` and `next` have no effect.
 */
declare const run: {
  readonly id: string | null;
  /** From 1. */
  readonly iteration: number;
  readonly iterations: number;
  /** The iteration's data row; null without rows. */
  readonly row: Readonly<Record<string, any>> | null;
  /** The environment's name; null if there is none. */
  readonly environment: string | null;
  /** From 1; 2 is the first retry. */
  readonly attempt: number;
  /** Skips the request. Only in onRequest. The handler continues; return to end it. */
  skip(reason: string): void;
  /** Ends the run after this request. */
  stop(reason: string): void;
  /** Continues with the request of that name or path, or ends the iteration with null. */
  next(request: string | null): void;
};
