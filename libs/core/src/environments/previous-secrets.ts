import type { Pair } from '../requests/pair.js';

/**
 * Minimum length of a value that stays hidden after it is replaced or removed. A shorter one may be a common word.
 */
const minPreviousLength = 12;

/** Maximum number of former values of a workspace that stay hidden, newest first. */
export const maxPreviousSecrets = 200;

/** The values of `present` that `next` no longer contains and that stay hidden, because a script may have copied them. */
export const findPreviousSecrets = (present: readonly Pair[], next: readonly Pair[]): readonly Pair[] =>
  present.filter(
    ({ value }) => value.trim().length >= minPreviousLength && !next.some((one) => one.value === value),
  );
