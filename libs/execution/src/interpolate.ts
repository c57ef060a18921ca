import type { ExecutionFault } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { fault } from './fault.js';

/** What a name stands for; undefined when nothing is called that. */
export type Scope = (name: string) => string | undefined;

/** How deep a value may hold tokens that hold tokens. */
export const maxDepth = 10;

/** What one text may grow to: values that repeat others multiply with each level. */
export const growthLimits = { tokens: 100_000, characters: 16 * 1024 * 1024 } as const;

export interface Interpolated {
  readonly text: string;
  /** Names that no scope knows; their tokens are left as written. */
  readonly unresolved: readonly string[];
}

const token = /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}/g;

export interface Cycle {
  readonly names: readonly string[];
  readonly tooMuch?: true;
}

/** What one text is filled in from, and what that has cost so far. */
export interface Filling {
  readonly scope: Scope;
  readonly unresolved: Set<string>;
  tokens: number;
  characters: number;
}

export const startFilling = (scope: Scope): Filling => ({
  scope,
  unresolved: new Set(),
  tokens: 0,
  characters: 0,
});

/** The value of a name as it is stored; undefined when there is none. `within` has the names that led here. */
export const valueOf = (
  filling: Filling,
  name: string,
  within: readonly string[],
): string | Cycle | undefined => {
  if (within.includes(name) || within.length >= maxDepth) return { names: [...within, name] };
  const value = filling.scope(name);
  if (value === undefined) {
    filling.unresolved.add(name);
    return undefined;
  }
  filling.tokens += 1;
  filling.characters += value.length;
  const tooMuch = filling.tokens > growthLimits.tokens || filling.characters > growthLimits.characters;
  return tooMuch ? { names: [...within, name], tooMuch } : value;
};

/** The text with its tokens filled in, and those of their values. */
export const expand = (filling: Filling, text: string, within: readonly string[]): string | Cycle => {
  if (!text.includes('{{')) return text;
  let cycle: Cycle | undefined;
  const result = text.replace(token, (written: string, name: string | undefined) => {
    if (name === undefined) return '{{';
    if (cycle) return written;
    const value = valueOf(filling, name, within);
    if (value === undefined) return written;
    const inner = typeof value === 'string' ? expand(filling, value, [...within, name]) : value;
    if (typeof inner === 'string') return inner;
    cycle = inner;
    return written;
  });
  return cycle ?? result;
};

export const cycleFault = ({ names, tooMuch }: Cycle): ExecutionFault => {
  if (tooMuch) {
    const message = `Variables expand to too much text, at ${names.join(' → ')}. Use fewer references.`;
    return fault('VARIABLE_CYCLE', message, { names });
  }
  const path = names.join(' → ');
  const repeats = names.indexOf(names.at(-1) ?? '') < names.length - 1;
  const message = repeats
    ? `The variable ${names.at(-1) ?? ''} refers to itself: ${path}. Give one of them a plain value.`
    : `Variables are nested more than ${maxDepth} deep: ${path}. Give one of them a plain value.`;
  return fault('VARIABLE_CYCLE', message, { names });
};

/**
 * Replaces each `{{name}}` by its value, whose own tokens are replaced too; `\{{` stands for a literal `{{`.
 * VARIABLE_CYCLE when a value leads back to itself, nests deeper than {@link maxDepth} or outgrows {@link growthLimits}.
 */
export const interpolate =
  (scope: Scope) =>
  (text: string): E.Either<ExecutionFault, Interpolated> => {
    const filling = startFilling(scope);
    const result = expand(filling, text, []);
    return typeof result === 'string'
      ? E.right({ text: result, unresolved: [...filling.unresolved] })
      : E.left(cycleFault(result));
  };
