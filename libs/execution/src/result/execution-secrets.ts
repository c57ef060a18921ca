import type { Secret } from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { ExecutionContext } from '../execution-state.js';
import { interpolate } from '../filling/interpolate.js';
import { getScope } from '../filling/scope.js';

/** The secrets of an environment, each as stored and, if it has templates, as filled in. */
export const secretsOfEnvironment = ({
  environment,
  inherited,
  input,
  ports,
}: Pick<ExecutionContext, 'environment' | 'inherited' | 'input' | 'ports'>): readonly Secret[] => {
  const stored = environment?.secrets ?? [];
  const fill = interpolate(getScope({ overrides: input.variables, inherited, environment }, ports));
  const filled = stored.flatMap(({ name, value }) => {
    const made = fill(value);
    return E.isRight(made) && made.right.text !== value ? [{ name, value: made.right.text }] : [];
  });
  return [...stored, ...filled];
};
