import type { AppError, AppResult } from '@tandem/core';
import { E, type TE } from '@tandem/core/fp';

type Works = Readonly<Record<string, AppResult<unknown>>>;
type Done<W extends Works> = {
  readonly [K in keyof W]: W[K] extends TE.TaskEither<AppError, infer A> ? A : never;
};

/**
 * Does all of it at the same time; fails with the first error in the given order. A chain of `TE.apS` does so too, but takes six times as
 * long in what every execution reads.
 */
export const together =
  <W extends Works>(works: W): AppResult<Done<W>> =>
  async () => {
    const names = Object.keys(works);
    const outcomes = await Promise.all(Object.values(works).map((work) => work()));
    const failed = outcomes.find(E.isLeft);
    if (failed !== undefined) return failed;
    const entries = outcomes.map((one, at) => [names[at], E.isRight(one) ? one.right : undefined]);
    return E.right(Object.fromEntries(entries) as Done<W>);
  };
