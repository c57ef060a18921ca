import type { Secret } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { interpolate } from '../filling/interpolate.js';
import type { Context, Run } from '../execution-state.js';
import { scopeOf } from '../filling/scope.js';

/** The values of the environment's secrets after their tokens are filled in. */
export const fillEnvironmentSecrets = ({
  environment,
  inherited,
  input,
  ports,
}: Pick<Context, 'environment' | 'inherited' | 'input' | 'ports'>): readonly Secret[] => {
  const fill = interpolate(scopeOf({ overrides: input.variables, inherited, environment }, ports));
  return (environment?.secrets ?? []).flatMap(({ name, value }) => {
    const filled = fill(value);
    return E.isRight(filled) && filled.right.text !== value ? [{ name, value: filled.right.text }] : [];
  });
};

/** All secrets of a run: loaded, filled in, or set by its script, even if that was not stored. */
export const secretsOfRun = (
  context: Context,
  { beforeRequest, preRequest, postResponse, tests, tokens }: Run,
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
