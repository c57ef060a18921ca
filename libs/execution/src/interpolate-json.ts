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
  type Use,
  valueOf,
} from './interpolate.js';

/** A token in a template and the text that replaces it. Offsets are in UTF-16 units; ends are exclusive. */
export interface Replacement {
  /** The variable; undefined for an escaped `{{`. */
  readonly name?: string;
  readonly template: readonly [from: number, to: number];
  readonly text: readonly [from: number, to: number];
}

export interface InterpolatedJson extends Interpolated {
  /** In order. Tokens in values are not listed. */
  readonly replaced: readonly Replacement[];
}

/** Whether the text so far ends within a string literal. */
interface ScanState {
  inString: boolean;
}

// An escape is matched before a token: in a string, the backslashes in "\\{{dir}}" are one escape and the token counts.
const piece = /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}|\\[\s\S]|"/g;
const quoteOrEscape = /\\[\s\S]|"/g;

/** Skips literal text. Outside a string a backslash escapes nothing. */
const pass = (state: ScanState, written: string): void => {
  for (const [found] of written.matchAll(quoteOrEscape)) {
    if (found === '"' || (found === '\\"' && !state.inString)) state.inString = !state.inString;
  }
};

const escaped = (value: string): string => JSON.stringify(value).slice(1, -1);

/** In a string a value is text and is escaped. Elsewhere it is JSON, whose strings may contain tokens. */
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
    if (within.length === 0) filling.at = text.length;
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
 * Fills in a JSON template. In a string literal a value is escaped (RFC 8259, section 7); elsewhere it is inserted
 * verbatim.
 * @param uses receives the names that are looked up
 */
export const interpolateJson =
  (scope: Scope) =>
  (template: string, uses?: Use[]): E.Either<ExecutionFault, InterpolatedJson> => {
    const filling = startFilling(scope, uses);
    const replaced: Replacement[] = [];
    const text = fillTemplate(filling, template, [], { inString: false }, replaced);
    return typeof text === 'string'
      ? E.right({ text, replaced, unresolved: [...filling.unresolved] })
      : E.left(cycleFault(text));
  };
