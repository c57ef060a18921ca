import type { Either } from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';

/** Every library imports fp-ts through this file. */
export * as E from 'fp-ts/lib/Either.js';
export * as RA from 'fp-ts/lib/ReadonlyArray.js';
export * as T from 'fp-ts/lib/Task.js';
export { TE };
export { flow, pipe } from 'fp-ts/lib/function.js';

/** A step that the body of {@link taskEither} can yield. */
export interface Attempt<E> {
  readonly run: TE.TaskEither<E, unknown>;
}

type ErrorOf<S> = S extends Attempt<infer E> ? E : never;

/** For `yield*` in the body of {@link taskEither}: returns the right value, or ends the body with the left one. */
export function* attempt<E, A>(
  outcome: Either<E, A> | TE.TaskEither<E, A>,
): Generator<Attempt<E>, A, unknown> {
  const run = typeof outcome === 'function' ? outcome : TE.fromEither(outcome);
  // The value is the result of `run`, because taskEither resumes the body with nothing else.
  return (yield { run }) as A;
}

/** For `yield*` in the body of {@link taskEither}: the value of a promise that is not expected to reject. */
export const perform = <A>(work: () => Promise<A>): Generator<Attempt<never>, A, unknown> =>
  attempt(TE.fromTask(work));

/**
 * A TaskEither that reads as sequential code:
 *
 * taskEither(function* () { const workspace = yield* attempt(resolveWorkspace(ports)(id)); return yield*
 * attempt(ports.store.requests.list(workspace.id)); });
 *
 * It ends with the first left value. A `finally` in the body runs in any case, and a rejected promise is thrown in the body.
 */
export const taskEither =
  <S extends Attempt<unknown>, A>(body: () => Generator<S, A, unknown>): TE.TaskEither<ErrorOf<S>, A> =>
  async () => {
    const steps = body();
    let next = steps.next();
    while (next.done !== true) {
      const { run } = next.value;
      let outcome: Either<ErrorOf<S>, unknown>;
      try {
        outcome = (await run()) as Either<ErrorOf<S>, unknown>;
      } catch (error) {
        next = steps.throw(error);
        continue;
      }
      if (outcome._tag === 'Left') {
        // The value passed to `return` is unused: it only runs the body's `finally`.
        steps.return(undefined as A);
        return outcome;
      }
      next = steps.next(outcome.right);
    }
    return { _tag: 'Right', right: next.value };
  };

/** Runs a task whose errors mean the same to the caller as a missing value. */
export const getOrUndefined = async <A>(task: TE.TaskEither<unknown, A>): Promise<A | undefined> => {
  const outcome = await task();
  return outcome._tag === 'Right' ? outcome.right : undefined;
};

type Tasks = Readonly<Record<string, TE.TaskEither<unknown, unknown>>>;
type ErrorsOf<R extends Tasks> = {
  [K in keyof R]: R[K] extends TE.TaskEither<infer E, unknown> ? E : never;
}[keyof R];
type ValuesOf<R extends Tasks> = {
  readonly [K in keyof R]: R[K] extends TE.TaskEither<unknown, infer A> ? A : never;
};

/** Runs several tasks at the same time. If more than one returns a left value, the first by the order of the keys counts. */
export const inParallel =
  <R extends Tasks>(all: R): TE.TaskEither<ErrorsOf<R>, ValuesOf<R>> =>
  async () => {
    const outcomes = await Promise.all(
      Object.entries(all).map(async ([key, run]) => [key, await run()] as const),
    );
    // Object.entries loses the types of the values.
    const values: Record<string, unknown> = {};
    for (const [key, outcome] of outcomes) {
      if (outcome._tag === 'Left') return outcome as Either<ErrorsOf<R>, never>;
      values[key] = outcome.right;
    }
    return { _tag: 'Right', right: values as ValuesOf<R> };
  };
