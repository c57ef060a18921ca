/* eslint-disable @typescript-eslint/no-explicit-any -- the fields of a row are anybody's JSON */

/**
 * The run that the request is part of. A request that is executed alone sees a run of one iteration with the id null, in which `stop` and
 * `next` have no effect.
 */
declare const run: {
  readonly id: string | null;
  /** From 1. */
  readonly iteration: number;
  readonly iterations: number;
  /** The data row of the iteration; null without rows. */
  readonly row: Readonly<Record<string, any>> | null;
  /** The name of the environment; null if there is none. */
  readonly environment: string | null;
  /** From 1; 2 is the first retry. */
  readonly attempt: number;
  /** Does not send the request, in onRequest only. The handler continues; return to end it. */
  skip(reason: string): void;
  /** Ends the run after this request. */
  stop(reason: string): void;
  /** Goes on with the request of that name or path, or ends the iteration with null. */
  next(request: string | null): void;
};
