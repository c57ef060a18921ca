import { struct, t } from '../codec/index.js';
import type { RunRow } from './run.js';

/** What a script sees of its run. */
export interface ScriptRun {
  readonly id: string;
  /** From 1. */
  readonly iteration: number;
  readonly iterations: number;
  readonly row: RunRow | null;
  readonly environment: string | null;
  /** From 1; increases with each retry. */
  readonly attempt: number;
}

/**
 * What a request's scripts requested of the run: a reason to skip the request or to stop the run, and what runs next.
 */
export const RunControl = struct(
  'what a script asks of a run',
  {},
  {
    skip: t.string,
    stop: t.string,
    /** The name or path of the request to continue with; null to end the iteration. */
    next: t.union([t.string, t.null], 'a name, a path or null'),
  },
);
export type RunControl = t.TypeOf<typeof RunControl>;
