import type { ExecutionFault } from '@tandem/core';
import { E } from '@tandem/core/fp';

import {
  type Cycle,
  cycleFault,
  expand,
  type Filling,
  type Interpolated,
  type Scope,
  startFilling,
  valueOf,
} from './interpolate.js';

/** A piece of a template and what stands in its state. Offsets are in UTF-16 units, ends exclusive. */
export interface Replacement {
  /** The variable; undefined for an escaped `{{`. */
  readonly name?: string;
  readonly template: readonly [from: number, to: number];
  readonly text: readonly [from: number, to: number];
}

export interface InterpolatedJson extends Interpolated {
  /** In order. Tokens within values have none of their own. */
  readonly replaced: readonly Replacement[];
}

/** Whether the text up to here ends within a string literal. */
interface ScanState {
  inString: boolean;
}

// An escape in a string comes before the token: in "\\{{dir}}" the backslashes are one, and the token counts.
const piece = /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\[\s\S]|"/g;
const quoteOrEscape = /\\[\s\S]|"/g;

/** Moves on over what stays as written. Outside a string a backslash escapes nothing. */
const pass = (state: ScanState, written: string): void => {
  for (const [found] of written.matchAll(quoteOrEscape)) {
    if (found === '"' || (found === '\\"' && !state.inString)) state.inString = !state.inString;
  }
};

const escaped = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Within a string a value is text and gets escaped. Elsewhere it is JSON, and strings in it may hold tokens. */
const fillValue = (
  filling: Filling,
  value: string,
  within: readonly string[],
  state: ScanState,
): string | Cycle => {
  if (!state.inString) return fillTemplate(filling, value, within, state, []);
  const filled = expand(filling, value, within);
  return typeof filled === 'string' ? escaped(filled) : filled;
};

const fillTemplate = (
  filling: Filling,
  template: string,
  within: readonly string[],
  state: ScanState,
  replaced: Replacement[],
): string | Cycle => {
  let text = '';
  let done = 0;
  for (const { 0: written, 1: name, index } of template.matchAll(piece)) {
    text += template.slice(done, index);
    done = index + written.length;
    const value = name === undefined ? undefined : valueOf(filling, name, within);
    const filled =
      written === '\\{{'
        ? '{{'
        : name === undefined || typeof value !== 'string'
          ? value
          : fillValue(filling, value, [...within, name], state);
    if (typeof filled === 'object') return filled;
    if (filled === undefined) pass(state, written);
    else {
      const spans = { template: [index, done], text: [text.length, text.length + filled.length] } as const;
      replaced.push(name === undefined ? spans : { name, ...spans });
    }
    text += filled ?? written;
  }
  return text + template.slice(done);
};

/**
 * Fills in a JSON text that need not be JSON before: within a string literal a value is escaped as JSON asks
 * (RFC 8259, section 7), elsewhere it stands as it is.
 */
export const interpolateJson =
  (scope: Scope) =>
  (template: string): E.Either<ExecutionFault, InterpolatedJson> => {
    const filling = startFilling(scope);
    const replaced: Replacement[] = [];
    const text = fillTemplate(filling, template, [], { inString: false }, replaced);
    return typeof text === 'string'
      ? E.right({ text, replaced, unresolved: [...filling.unresolved] })
      : E.left(cycleFault(text));
  };
