import type { Pair } from './pair.js';

/** The shortest value that stays hidden once it is replaced or removed: a shorter one may be a word such as `changeme`. */
const shortestFormer = 12;

/** How many former values of a workspace stay hidden, the newest. */
export const mostFormer = 200;

/** The values of `present` that `next` no longer has, and that stay hidden: a script may have copied them elsewhere. */
export const formerSecrets = (present: readonly Pair[], next: readonly Pair[]): readonly Pair[] =>
  present.filter(
    ({ value }) => value.trim().length >= shortestFormer && !next.some((one) => one.value === value),
  );
