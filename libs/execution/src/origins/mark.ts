import type { Origin } from '@tandem/core';

import type { Use } from '../filling/interpolate.js';

/** Records the sources of one part of a request. The origins of its variables are looked up on demand. */
export interface Mark {
  readonly place: string;
  /** Where its text comes from; undefined if an enclosing place has the origin. */
  readonly origin: Origin | undefined;
  /** The names that were looked up for it. */
  readonly uses?: readonly Use[] | undefined;
  /** The filled-in text, if each use is its own place, by line and column. */
  readonly text?: string;
  /**
   * Whether it replaces earlier marks for this place and all places within it; `removes` if nothing is left there.
   */
  readonly effect?: 'replaces' | 'removes';
}

/** Where a request inherits something from: itself, a folder, or the workspace as the path "". */
export const formatSource = (from: string | null): string =>
  from === null ? 'request' : from === '' ? 'workspace' : `folder:${from}`;

/** Creates an origin, without `shadowed` if nothing else had a value. */
export const createOrigin = (from: string, shadowed: readonly string[] = []): Origin =>
  shadowed.length === 0 ? { from } : { from, shadowed };
