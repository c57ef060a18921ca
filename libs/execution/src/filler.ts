import { type Diagnostic, enabledPairs, type ExecutionFault, type Pair } from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { Scope } from './interpolate.js';
import { type Interpolated, interpolate } from './interpolate.js';
import { type InterpolatedJson, interpolateJson } from './interpolate-json.js';

/** Fills in a text; `where` names it in diagnostics. */
export type Fill = (text: string, where: string) => string;

/** Fills in a text that has to become JSON. */
export type FillJson = (text: string, where: string) => InterpolatedJson;

/** Fills in one text after another, and remembers the first fault and unresolved tokens. */
export const filler = (scope: Scope) => {
  const diagnostics: Diagnostic[] = [];
  let failed: ExecutionFault | undefined;
  const noting = <A extends Interpolated>(
    result: E.Either<ExecutionFault, A>,
    where: string,
    otherwise: A,
  ): A => {
    if (E.isLeft(result)) {
      failed ??= result.left;
      return otherwise;
    }
    for (const name of result.right.unresolved) {
      const message = `{{${name}}} has no value in the call's variables or the environment; it is left unchanged.`;
      diagnostics.push({ code: 'UNRESOLVED_VARIABLE', message, where });
    }
    return result.right;
  };
  const fill: Fill = (text, where) => noting(interpolate(scope)(text), where, { text, unresolved: [] }).text;
  const fillJson: FillJson = (text, where) =>
    noting(interpolateJson(scope)(text), where, { text, unresolved: [], replaced: [] });
  return { fill, fillJson, diagnostics, failed: () => failed };
};

/** Fills in the names and values of the enabled pairs. */
export const fillPairs = (
  fill: Fill,
  pairs: readonly Pair[],
  where: string,
): readonly (readonly [string, string])[] =>
  enabledPairs(pairs).map(({ name, value }) => [fill(name, where), fill(value, `${where}.${name}`)]);
