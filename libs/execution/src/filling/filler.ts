import {
  adviseProcessVariable,
  type Diagnostic,
  type ExecutionFault,
  filterEnabledPairs,
  type Pair,
  processVariablePrefix,
} from '@tandem/core';
import { E, pipe } from '@tandem/core/fp';
import { type Grammar, type InterpolatedText, interpolateGrammar } from './interpolate-grammar.js';
import { interpolate, type InterpolationResult, type Scope, type VariableUse } from './interpolate.js';

/** Gives advice on the name of a process variable without a value. Undefined for any other name. */
const findProcessAdvice = (name: string): string | undefined =>
  name.startsWith(processVariablePrefix)
    ? adviseProcessVariable(name.slice(processVariablePrefix.length))
    : undefined;

/** Finds what a name without a value may be meant for. */
export interface NameSuggestions {
  /** Similar names that have a value. */
  readonly similar: (name: string) => readonly string[];
  /** The environments in which the name has a value. */
  readonly environments: (name: string) => readonly string[];
}

export const noSuggestions: NameSuggestions = { similar: () => [], environments: () => [] };

const formatSuggestion = (names: readonly string[], near: NameSuggestions): string => {
  const environments = [...new Set(names.flatMap(near.environments))];
  if (environments.length > 0) {
    const quoted = environments.slice(0, 3).map((one) => `“${one}”`);
    return ` The environment ${quoted.join(' or ')} has a value for it; choose it.`;
  }
  const similar = names.flatMap(near.similar);
  return similar.length === 0 ? '' : ` Did you mean ${similar.map((one) => `{{${one}}}`).join(' or ')}?`;
};

/** Explains a path such as `user.name` that leads nowhere, although the variable has a value. */
const explainPath = (name: string, scope: Scope): string | undefined => {
  const root = /^\s*([^.[]+?)\s*[.[]/.exec(name)?.[1];
  return root === undefined || scope(root) === undefined
    ? undefined
    : `The variable ${root} has a value, but it is not an object or a list with that part.`;
};

/** Formats the message about a name without a value. */
const formatUnresolvedMessage = (name: string, near: NameSuggestions, scope: Scope): string => {
  const advice = findProcessAdvice(name) ?? explainPath(name, scope);
  return `{{${name}}} has no value here; it is left unchanged.${advice === undefined ? '' : ` ${advice}`}${formatSuggestion([name], near)}`;
};

/** Formats the message about names without a value in a URL. */
export const formatUnresolvedUrlMessage = (
  unresolved: readonly string[],
  near: NameSuggestions,
  scope: Scope,
): string => {
  const names = unresolved.map((name) => `{{${name}}}`).join(', ');
  const advice = unresolved
    .map((name) => findProcessAdvice(name) ?? explainPath(name, scope))
    .find((one) => one !== undefined);
  return `The URL contains ${names}, which ${unresolved.length === 1 ? 'has' : 'have'} no value. ${
    advice ?? 'Set it in the environment or pass it in variables.'
  }${formatSuggestion(unresolved, near)}`;
};

/**
 * Fills in the variables of a text. `where` names the text in diagnostics. With a grammar, the text stays valid regardless of the values in
 * its literals.
 */
export type Fill = (text: string, where: string, grammar?: Grammar) => string;

/** Fills in the variables of a text with a grammar, and reports where each value was inserted. */
export type FillGrammar = (text: string, where: string, grammar: Grammar) => InterpolatedText;

/**
 * Creates a function that fills in texts one after another, and records the first error, the variables without a value and the names that
 * were looked up.
 * @param near suggests similar names for a name without a value
 */
export const createFiller = (scope: Scope, near: NameSuggestions = noSuggestions) => {
  const diagnostics: Diagnostic[] = [];
  const uses = new Map<string, VariableUse[]>();
  const usesAt = (text: string, where: string): VariableUse[] | undefined => {
    if (!text.includes('{{')) return undefined;
    const found = uses.get(where) ?? [];
    uses.set(where, found);
    return found;
  };
  let failed: ExecutionFault | undefined;
  const record = <A extends InterpolationResult>(
    result: E.Either<ExecutionFault, A>,
    where: string,
    otherwise: A,
  ): A =>
    pipe(
      result,
      E.match(
        (fault) => {
          failed ??= fault;
          return otherwise;
        },
        (filled) => {
          for (const name of filled.unresolved) {
            const message = formatUnresolvedMessage(name, near, scope);
            diagnostics.push({ code: 'UNRESOLVED_VARIABLE', message, where });
          }
          return filled;
        },
      ),
    );
  const fillGrammar: FillGrammar = (text, where, grammar) =>
    record(interpolateGrammar(scope, grammar)(text, usesAt(text, where)), where, {
      text,
      unresolved: [],
      replaced: [],
    });
  const fill: Fill = (text, where, grammar) =>
    grammar === undefined
      ? record(interpolate(scope)(text, usesAt(text, where)), where, { text, unresolved: [] }).text
      : fillGrammar(text, where, grammar).text;
  return { fill, fillGrammar, diagnostics, uses, usesAt, failed: () => failed };
};

/** Fills in the names and values of the enabled pairs. */
export const fillPairs = (
  fill: Fill,
  pairs: readonly Pair[],
  where: string,
): readonly (readonly [string, string])[] =>
  filterEnabledPairs(pairs).map(({ name, value }) => [fill(name, where), fill(value, `${where}.${name}`)]);
