import type { Secret } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { interpolate } from '../filling/interpolate.js';
import type { ExecutionContext, ExecutionState } from '../execution-state.js';
import { scopeOf } from '../filling/scope.js';

/** The values of the environment's secrets after their tokens are filled in. */
export const fillEnvironmentSecrets = ({
  environment,
  inherited,
  input,
  ports,
}: Pick<ExecutionContext, 'environment' | 'inherited' | 'input' | 'ports'>): readonly Secret[] => {
  const fill = interpolate(scopeOf({ overrides: input.variables, inherited, environment }, ports));
  return (environment?.secrets ?? []).flatMap(({ name, value }) => {
    const filled = fill(value);
    return E.isRight(filled) && filled.right.text !== value ? [{ name, value: filled.right.text }] : [];
  });
};

/** All secrets of an execution: loaded, filled in, or set by its script, even if that was not stored. */
export const secretsOfExecution = (
  context: ExecutionContext,
  { beforeRequest, preRequest, postResponse, tests, tokens }: ExecutionState,
): readonly Secret[] => {
  const loaded = context.environment?.secrets ?? [];
  const set = [beforeRequest, preRequest, postResponse, tests]
    .flatMap((answer) => answer?.changes ?? [])
    .flatMap(({ kind, name, value }) => (kind === 'secret' && value !== null ? [{ name, value }] : []));
  return [...loaded, ...fillEnvironmentSecrets(context), ...set, ...tokens].map(({ name, value }) => ({
    name,
    value,
  }));
};
