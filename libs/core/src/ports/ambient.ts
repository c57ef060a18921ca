/** Returns the current time. */
export interface Clock {
  readonly now: () => Date;
}

/** Creates ids of sixteen `[0-9a-z]` and the random values of the built-in variables. */
export interface Ids {
  readonly next: () => string;
  readonly uuid: () => string;
  /** An integer from 0 to `most`. */
  readonly random: (most: number) => number;
}
