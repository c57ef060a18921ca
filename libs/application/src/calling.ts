import type { CookieJar, EnvironmentChange } from '@tandem/core';
import type { CallsLeft } from '@tandem/execution';

/** What an execution has from the script that called it. */
export interface CallingScript {
  /** From 1. */
  readonly depth: number;
  readonly left: CallsLeft;
  /** What the calling scripts have set, which is not stored yet. */
  readonly changes: readonly EnvironmentChange[];
  /** The cookies of the calling execution; absent if it uses none. */
  readonly cookies?: CookieJar;
}
