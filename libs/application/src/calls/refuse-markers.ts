import { type AppError, createInvalidInput } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import type { AnyOperation, UncheckedCall } from '../operation.js';

interface Mark {
  readonly path: string;
  readonly text: string;
  /** Empty if the name itself was hidden. */
  readonly name: string;
}

const mark = /‹(?:secret(?::([^‹›]*))?|cookie:[^‹›]*)›/;

/** The first string in the arguments that contains the marker of a hidden secret. */
const findMark = (value: unknown, path: string): Mark | undefined => {
  if (typeof value === 'string') {
    const found = mark.exec(value);
    return found === null ? undefined : { path, text: value, name: found[1] ?? '' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, one] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${key}]` : path === '' ? key : `.${key}`;
    const found = findMark(one, path + step);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Why the arguments are refused. Undefined if they contain no marker. */
export const findMarkerProblem = (params: unknown): AppError | undefined => {
  const found = findMark(params, '');
  if (found === undefined) return undefined;
  const instead = found.name === '' ? 'a variable' : `{{${found.name}}}`;
  return createInvalidInput(
    found.path,
    `contains the marker of a hidden secret; write ${instead} in its place, or omit the field to keep it`,
    { expected: `text with ${instead} in place of the marker`, got: found.text },
  );
};

/**
 * Refuses markers in stored values. A caller that receives markers and writes back what it read would overwrite the
 * secrets.
 */
export const refuseMarkers =
  ({ effects }: AnyOperation, call: UncheckedCall): UncheckedCall =>
  (params, context) => {
    const problem =
      context.hidesSecrets === true && !effects.readOnly ? findMarkerProblem(params) : undefined;
    return problem === undefined ? call(params, context) : TE.left(problem);
  };
