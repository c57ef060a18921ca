import type { ExecutionFault } from '../domain/execution.js';
import { E } from '../fp.js';
import { fault } from './fault.js';

/** What a name stands for; undefined when nothing is called that. */
export type Scope = (name: string) => string | undefined;

/** How deep a value may hold tokens that hold tokens. */
export const maxDepth = 10;

export interface Interpolated {
  readonly text: string;
  /** Names that no scope knows; their tokens are left as written. */
  readonly unresolved: readonly string[];
}

const token = /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}/g;

interface Cycle {
  readonly names: readonly string[];
}

const expand = (
  scope: Scope,
  text: string,
  within: readonly string[],
  unresolved: Set<string>,
): string | Cycle => {
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
      unresolved.add(name);
      return written;
    }
    const inner = value.includes('{{') ? expand(scope, value, [...within, name], unresolved) : value;
    if (typeof inner === 'string') return inner;
    cycle = inner;
    return written;
  });
  return cycle ?? result;
};

const cycleFault = ({ names }: Cycle): ExecutionFault => {
  const path = names.join(' → ');
  const repeats = names.indexOf(names.at(-1) ?? '') < names.length - 1;
  const message = repeats
    ? `The variable ${names.at(-1) ?? ''} refers to itself: ${path}. Give one of them a plain value.`
    : `Variables nest deeper than ${maxDepth}: ${path}. Give one of them a plain value.`;
  return fault('VARIABLE_CYCLE', message, { names });
};

/**
 * Replaces each `{{name}}` by its value, whose own tokens are replaced too; `\{{` stands for a literal `{{`.
 * VARIABLE_CYCLE when a value leads back to itself or nests deeper than {@link maxDepth}.
 */
export const interpolate =
  (scope: Scope) =>
  (text: string): E.Either<ExecutionFault, Interpolated> => {
    if (!text.includes('{{')) return E.right({ text, unresolved: [] });
    const unresolved = new Set<string>();
    const result = expand(scope, text, [], unresolved);
    return typeof result === 'string'
      ? E.right({ text: result, unresolved: [...unresolved] })
      : E.left(cycleFault(result));
  };
