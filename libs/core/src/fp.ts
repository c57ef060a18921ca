/** Every library imports fp-ts through this file. */
export * as E from 'fp-ts/lib/Either.js';
export * as RA from 'fp-ts/lib/ReadonlyArray.js';
export * as T from 'fp-ts/lib/Task.js';
export * as TE from 'fp-ts/lib/TaskEither.js';
export { flow, pipe } from 'fp-ts/lib/function.js';
