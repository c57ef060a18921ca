/** The present moment. */
export interface Clock {
  readonly now: () => Date;
}

/** New ids: sixteen of `[0-9a-z]`, and what the built-in variables need of chance. */
export interface Ids {
  readonly next: () => string;
  readonly uuid: () => string;
  /** A whole number from 0 to `most`. */
  readonly random: (most: number) => number;
}
