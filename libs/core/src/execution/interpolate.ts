import type { ExecutionFault } from '../domain/execution.js';
import { E } from '../fp.js';
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

interface Cycle {
  readonly names: readonly string[];
  readonly tooMuch?: true;
}

/** What one text has cost so far. */
interface Growth {
  readonly unresolved: Set<string>;
  tokens: number;
  characters: number;
}

const expand = (scope: Scope, text: string, within: readonly string[], growth: Growth): string | Cycle => {
  let cycle: Cycle | undefined;
  const result = text.replace(token, (written: string, name: string | undefined) => {
    if (name === undefined) return '{{';
    if (cycle) return written;
    if (within.includes(name) || within.length >= maxDepth) {
      cycle = { names: [...within, name] };
      return written;
    }
    const value = scope(name);
    if (value === undefined) {
      growth.unresolved.add(name);
      return written;
    }
    growth.tokens += 1;
    growth.characters += value.length;
    if (growth.tokens > growthLimits.tokens || growth.characters > growthLimits.characters) {
      cycle = { names: [...within, name], tooMuch: true };
      return written;
    }
    const inner = value.includes('{{') ? expand(scope, value, [...within, name], growth) : value;
    if (typeof inner === 'string') return inner;
    cycle = inner;
    return written;
  });
  return cycle ?? result;
};

const cycleFault = ({ names, tooMuch }: Cycle): ExecutionFault => {
  if (tooMuch) {
    const message = `Variables multiply beyond what a text may hold, at ${names.join(' → ')}. Let them repeat less.`;
    return fault('VARIABLE_CYCLE', message, { names });
  }
  const path = names.join(' → ');
  const repeats = names.indexOf(names.at(-1) ?? '') < names.length - 1;
  const message = repeats
    ? `The variable ${names.at(-1) ?? ''} refers to itself: ${path}. Give one of them a plain value.`
    : `Variables nest deeper than ${maxDepth}: ${path}. Give one of them a plain value.`;
  return fault('VARIABLE_CYCLE', message, { names });
};

/**
 * Replaces each `{{name}}` by its value, whose own tokens are replaced too; `\{{` stands for a literal `{{`.
 * VARIABLE_CYCLE when a value leads back to itself, nests deeper than {@link maxDepth} or outgrows {@link growthLimits}.
 */
export const interpolate =
  (scope: Scope) =>
  (text: string): E.Either<ExecutionFault, Interpolated> => {
    if (!text.includes('{{')) return E.right({ text, unresolved: [] });
    const growth: Growth = { unresolved: new Set(), tokens: 0, characters: 0 };
    const result = expand(scope, text, [], growth);
    return typeof result === 'string'
      ? E.right({ text: result, unresolved: [...growth.unresolved] })
      : E.left(cycleFault(result));
  };
