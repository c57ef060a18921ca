import type { ExecutionFault } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { createFault } from '../fault.js';

/** Looks up the value of a name; undefined if there is none. */
export type Scope = (name: string) => string | undefined;

/** Maximum nesting of tokens in the values of tokens. */
export const maxDepth = 10;

/** Limits for what one text expands to, because values that repeat other values grow exponentially. */
export const growthLimits = { tokens: 100_000, characters: 16 * 1024 * 1024 } as const;

/** Maximum number of names recorded for one text. */
const maxUses = 1_000;

export interface InterpolationResult {
  readonly text: string;
  /** Names without a value. Their tokens stay unchanged. */
  readonly unresolved: readonly string[];
}

const token = /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}/g;

export interface Cycle {
  /** The names whose values led to `name`. */
  readonly within: readonly string[];
  readonly name: string;
  readonly tooMuch?: true;
}

/** A name that was looked up for a token of the text, and where in the filled-in text the value of that token begins. */
export interface VariableUse {
  readonly name: string;
  /** In UTF-16 units. */
  readonly at: number;
}

/** The scope in which one text is filled in, and how much of it has been expanded so far. */
export interface InterpolationState {
  readonly scope: Scope;
  readonly unresolved: Set<string>;
  /** Receives the names that are looked up, in order. */
  readonly uses: VariableUse[] | undefined;
  /** The offset of the outermost token's value in the filled-in text. */
  at: number;
  tokens: number;
  characters: number;
}

export const createInterpolationState = (scope: Scope, uses?: VariableUse[]): InterpolationState => ({
  scope,
  unresolved: new Set(),
  uses,
  at: 0,
  tokens: 0,
  characters: 0,
});

/** Finds the stored value of a name. Undefined if there is none. `within` lists the names whose values led to this name. */
export const findStoredValue = (
  filling: InterpolationState,
  name: string,
  within: readonly string[],
): string | Cycle | undefined => {
  if (within.includes(name) || within.length >= maxDepth) return { within, name };
  const value = filling.scope(name);
  if (filling.uses !== undefined && filling.uses.length < maxUses)
    filling.uses.push({ name, at: filling.at });
  if (value === undefined) {
    filling.unresolved.add(name);
    return undefined;
  }
  filling.tokens += 1;
  filling.characters += value.length;
  const tooMuch = filling.tokens > growthLimits.tokens || filling.characters > growthLimits.characters;
  return tooMuch ? { within, name, tooMuch } : value;
};

/** Replaces the tokens in a text, and the tokens in their values. */
export const expand = (
  filling: InterpolationState,
  text: string,
  within: readonly string[],
): string | Cycle => {
  if (!text.includes('{{')) return text;
  let cycle: Cycle | undefined;
  let grown = 0;
  const replaced = (written: string, name: string | undefined): string => {
    if (name === undefined) return '{{';
    if (cycle) return written;
    const value = findStoredValue(filling, name, within);
    if (value === undefined) return written;
    const inner = typeof value === 'string' ? expand(filling, value, [...within, name]) : value;
    if (typeof inner === 'string') return inner;
    cycle = inner;
    return written;
  };
  const result = text.replace(token, (written: string, name: string | undefined, index: number) => {
    if (within.length === 0) filling.at = index + grown;
    const filled = replaced(written, name);
    grown += filled.length - written.length;
    return filled;
  });
  return cycle ?? result;
};

export const createCycleFault = ({ within, name, tooMuch }: Cycle): ExecutionFault => {
  const names = [...within, name];
  const path = names.join(' → ');
  if (tooMuch) {
    const message = `Variables expand to too much text, at ${path}. Use fewer references.`;
    return createFault('VARIABLE_CYCLE', message, { names });
  }
  const message = within.includes(name)
    ? `The variable ${name} refers to itself: ${path}. Give one of them a plain value.`
    : `Variables are nested more than ${maxDepth} deep: ${path}. Give one of them a plain value.`;
  return createFault('VARIABLE_CYCLE', message, { names });
};

/**
 * Replaces each `{{name}}` by its value, and the tokens in that value; `\{{` stands for `{{` itself. Fails with VARIABLE_CYCLE if a value
 * refers to itself, is nested deeper than {@link maxDepth} or exceeds {@link growthLimits}.
 * @param uses receives the names that are looked up
 */
export const interpolate =
  (scope: Scope) =>
  (text: string, uses?: VariableUse[]): E.Either<ExecutionFault, InterpolationResult> => {
    const filling = createInterpolationState(scope, uses);
    const result = expand(filling, text, []);
    return typeof result === 'string'
      ? E.right({ text: result, unresolved: [...filling.unresolved] })
      : E.left(createCycleFault(result));
  };
