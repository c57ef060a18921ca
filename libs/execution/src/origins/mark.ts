import type { Origin } from '@tandem/core';

import type { Use } from '../filling/interpolate.js';

/** Notes what one place of a request is made of; the origins of its variables are looked up when somebody asks for them. */
export interface Mark {
  readonly place: string;
  /** What its text is from; undefined if a place around it says so. */
  readonly origin: Origin | undefined;
  /** The names that were looked up for it. */
  readonly uses?: readonly Use[] | undefined;
  /** The filled text, if each use is a place of its own, by line and column. */
  readonly text?: string;
  /** Whether it replaces what was noted for this place and all places within it; `removes` if nothing is there any more. */
  readonly effect?: 'replaces' | 'removes';
}

/** Where something is from that a request inherits: itself, a folder, or the workspace as the path "". */
export const formatSource = (from: string | null): string =>
  from === null ? 'request' : from === '' ? 'workspace' : `folder:${from}`;

/** An origin; without `shadowed` if nothing else had a value. */
export const createOrigin = (from: string, shadowed: readonly string[] = []): Origin =>
  shadowed.length === 0 ? { from } : { from, shadowed };
